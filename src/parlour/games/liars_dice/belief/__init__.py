"""What a seat of Liar's Dice may believe: belief states, and models of the other players."""

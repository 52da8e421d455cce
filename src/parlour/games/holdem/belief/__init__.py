"""What a seat of Texas Hold'em may believe: belief states, and models of the other players."""

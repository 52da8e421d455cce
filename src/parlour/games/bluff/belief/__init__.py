"""What a seat of Bluff may believe: belief states, and models of the other players."""

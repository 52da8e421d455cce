"""What a seat of Hearts may believe: belief states, and models of the other players."""

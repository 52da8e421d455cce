"""What can be asked for, by the part of the house that it is about."""

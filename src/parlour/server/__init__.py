"""The server: any number of players, by REST and by sockets, and nothing leaves it but views."""

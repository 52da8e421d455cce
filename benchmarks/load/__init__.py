"""What benchmarks/server_load.py is made of: a thin client, a server of its own, and the measurements."""

"""Playing at a server from Python: `parlour.connect(url)`; see docs/client.md."""

"""A board in a notebook's cell: the page's own parts, with Python in the place of the server."""

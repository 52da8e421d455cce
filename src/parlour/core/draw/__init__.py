"""Draw pictures: one renderer a file, each reached through a method of `parlour.core.picture.Picture`."""

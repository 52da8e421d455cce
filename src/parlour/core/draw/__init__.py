"""Draw pictures: every renderer is reached through a method of `parlour.core.picture.Picture`."""

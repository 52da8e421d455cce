"""Tables that ship with the package, each built by a command of `tools/`."""

"""Rules to native code: the lazy bridge to numba. Importing this imports no numba."""

from parlour.compile.kernel import Kernel, kernel

__all__ = ["Kernel", "kernel"]

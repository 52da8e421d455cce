"""Where many games run at once: on the cores of this machine, or on its GPU.

`settle` turns what a user asks for into "cpu" or "gpu"; where no GPU can be used, one line says why. A
`Memory` keeps arrays where the work is done, by the same calls for both.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from parlour.core.errors import BadOption, NoDevice, clipped
from parlour.core.options import DEVICES

if TYPE_CHECKING:
    import numpy as np

INSTALL = 'pip install "parlour[gpu]"'


def settle(device: str) -> str:
    """Return "cpu" or "gpu" for what was asked; refuse a GPU that is not there in one line."""
    if device not in DEVICES:
        raise BadOption(f"device={clipped(device)}: use cpu, gpu, or auto for a GPU where there is one")
    if device == "cpu":
        return "cpu"
    reason = why_no_gpu()
    if reason is None:
        return "gpu"
    if device == "auto":
        return "cpu"
    raise NoDevice(f"device=gpu: {reason}; use device=cpu, or auto")


def is_simulated() -> bool:
    """Say whether numba's simulator stands for the GPU."""
    return os.environ.get("NUMBA_ENABLE_CUDASIM", "0").strip() not in ("", "0")


@cache
def why_no_gpu() -> str | None:
    """Say in a line why no GPU can be used; None where one can, or the simulator."""
    if find_spec("numba_cuda") is None:
        return f"numba-cuda is not installed ({INSTALL})"
    if is_simulated():
        return None
    try:
        from numba import cuda

        if not cuda.is_available():
            return _why_unavailable()
        cuda.get_current_device()
    except Exception as error:  # whatever a driver, or a mix of versions, leads to
        return f"CUDA does not start: {_first_line(error)}"
    return None


def _why_unavailable() -> str:
    """Tell a missing driver from a missing card."""
    from numba.cuda.cudadrv.driver import driver

    error = driver.initialization_error
    if error is not None:
        text = _first_line(error)
        if "library cannot be found" in text or "not found" in text:
            return "no NVIDIA driver is installed on this machine"
        return f"the NVIDIA driver does not start: {text}"
    return "no GPU is in this machine, or CUDA's libraries are missing (nvidia-nvvm)"


def _first_line(error: BaseException) -> str:
    lines = [line.strip(" :") for line in str(error).splitlines()]
    said = [line for line in lines if line and not line.startswith("Error at driver init")]
    return said[0].rstrip(".") if said else type(error).__name__


class Memory:
    """Arrays of this machine's main memory."""

    name = "cpu"

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """Make an array of zeros."""
        import numpy as np

        return np.zeros(shape, dtype)

    def put(self, array: Any) -> Any:
        """Bring an array to the device; where it is there already, the same one."""
        import numpy as np

        return np.ascontiguousarray(array)

    def copy(self, array: Any) -> Any:
        """Make another array with the same numbers, on the device."""
        return array.copy()

    def get(self, array: Any) -> np.ndarray[Any, Any]:
        """Bring an array back as NumPy's."""
        import numpy as np

        return np.asarray(array)

    def finish(self) -> None:
        """Wait until all that was asked of the device is done."""


class DeviceMemory(Memory):
    """Arrays of a GPU's memory; those of CuPy and of other libraries are taken as they are."""

    name = "gpu"

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """Make an array of zeros."""
        import numpy as np
        from numba import cuda

        with room():
            made = cuda.device_array(shape, dtype)
            if is_simulated():
                made.copy_to_device(np.zeros(shape, dtype))
            else:
                _clear(made)
            return made

    def put(self, array: Any) -> Any:
        """Bring an array to the device; where it is there already, the same one."""
        import numpy as np
        from numba import cuda

        if hasattr(array, "copy_to_host"):
            return array
        with room():
            if hasattr(array, "__cuda_array_interface__"):
                return cuda.as_cuda_array(array)
            return cuda.to_device(np.ascontiguousarray(array))

    def copy(self, array: Any) -> Any:
        """Make another array with the same numbers, on the device."""
        made = self.zeros(array.shape, array.dtype)
        made.copy_to_device(array)
        return made

    def get(self, array: Any) -> np.ndarray[Any, Any]:
        """Bring an array back as NumPy's."""
        import numpy as np

        return np.asarray(array.copy_to_host() if hasattr(array, "copy_to_host") else array)

    def finish(self) -> None:
        """Wait until all that was asked of the device is done."""
        from numba import cuda

        with room():
            cuda.synchronize()


def _clear(array: Any) -> None:
    from numba.cuda.cudadrv.driver import device_memset

    device_memset(array, 0, array.nbytes)


def shared_array(array: Any) -> Any:
    """Return an array as other libraries know it: CuPy's where that is installed, with DLPack; no copy."""
    if not hasattr(array, "__cuda_array_interface__") or is_simulated():
        return array
    try:
        import cupy  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return array
    return cupy.asarray(array)


def memory(device: str) -> Memory:
    """Return the memory of a settled device."""
    return DeviceMemory() if device == "gpu" else Memory()


@contextmanager
def room() -> Iterator[None]:
    """Say in a line that a GPU has too little memory, or that it has failed."""
    try:
        yield
    except Exception as error:
        if type(error).__name__ not in ("CudaAPIError", "CUDAError", "MemoryError", "CudaSupportError"):
            raise
        text = str(error)
        if "OUT_OF_MEMORY" in text or isinstance(error, MemoryError):
            raise NoDevice("the GPU has too little memory for so many at once; ask for fewer") from None
        raise NoDevice(f"the GPU failed: {_first_line(error)}") from None

"""A window for pictures, where pygame is installed and there is a screen; nothing otherwise."""

import os
from functools import cache
from typing import Any

from numpy.typing import NDArray


class Window:
    """Shows pictures of one size, one after the other."""

    def __init__(self, pygame: Any) -> None:
        self._pygame = pygame
        self._surface: Any = None

    def show(self, pixels: NDArray[Any]) -> None:
        """Shows a picture given as rows of red, green and blue."""
        height, width = pixels.shape[:2]
        if self._surface is None:
            self._pygame.init()
            self._surface = self._pygame.display.set_mode((width, height))
        self._pygame.event.pump()
        self._surface.blit(self._pygame.surfarray.make_surface(pixels.swapaxes(0, 1)), (0, 0))
        self._pygame.display.flip()

    def close(self) -> None:
        """Closes the window."""
        if self._surface is not None:
            self._pygame.quit()
            self._surface = None


@cache
def picture_window() -> Window | None:
    """The window of this program; None without pygame or without a screen to open it on."""
    if not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("SDL_VIDEODRIVER")
    ):
        return None
    try:
        import pygame
    except ImportError:
        return None
    return Window(pygame)

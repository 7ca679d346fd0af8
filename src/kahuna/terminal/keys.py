"""Single keys from the keyboard, without Enter."""

import select
from collections.abc import Iterator

ESCAPE_SECONDS = 0.2  # after which Escape is a key of its own and not the beginning of another


def pressed_keys() -> Iterator[str]:
    """The keys as they are pressed: a letter, or a name such as `right` or `escape`; Ctrl-C and Ctrl-D end them."""
    from prompt_toolkit.input import create_input

    keyboard = create_input()
    with keyboard.raw_mode():
        while True:
            waiting = select.select([keyboard.fileno()], [], [], ESCAPE_SECONDS)[0]
            for press in keyboard.read_keys() if waiting else keyboard.flush_keys():
                if press.key in ("c-c", "c-d"):
                    return
                yield getattr(press.key, "value", press.key)
            if keyboard.closed:
                return

"""What a review says in words: keys with their English sentences. Other languages have the same keys."""

from typing import Any

from kahuna.review.data import Message
from kahuna.table.english import listed

ENGLISH = {
    "better-wins-game": "{action} would have won the game at once.",
    "better-wins": "{action} would have won {islands}.",
    "better-wins-sweeps": "{action} would have won {islands} and swept away {links}.",
    "better-cuts": "{action} would have cost {rival} {islands}.",
    "better-removes": "{action} would have removed {rival}'s bridge on {link}.",
    "better-bridge": "A bridge on {link} would have been better.",
    "better-places": "A bridge on {link} ({action}) would have been better.",
    "better-moves": "Moving the bridge from {link} to the joker's place on {to} would have been better.",
    "better-takes": "Taking {card} from the row would have been better.",
    "better-takes-stack": "Taking the top card of the stack would have been better.",
    "better-stops": "Stopping there and taking {card} from the row would have been better.",
    "better-stops-stack": "Stopping there and taking the top card of the stack would have been better.",
    "better-discards": "Discarding {card} would have been better.",
    "better-ends": "Ending the turn there would have been better.",
    "better-other": "{action} would have been better.",
    "played-lost": "After {action}, {rival} won {islands} in the next turn.",
    "played-cost": "After {action}, {rival}'s next turn cost {islands}.",
    "played-ended": "{action} ended the game, which {rival} won.",
    "played-won-less": "{action} won {islands}, but gave up about {games} in a hundred games.",
    "played-gave": "{action} gave up about {games} in a hundred games.",
}
SEAT_NAMES = {"white": "White", "black": "Black"}
MOST_NAMED = 3  # bridges that are listed by name; more are counted


def english(message: Message) -> str:
    """The message as an English sentence."""
    return ENGLISH[message.key].format(**{name: _told(name, value) for name, value in message.facts.items()})


def _told(name: str, value: Any) -> str:
    if name in ("seat", "rival"):
        return SEAT_NAMES[value]
    if name == "links" and len(value) > MOST_NAMED:
        return f"{len(value)} bridges"
    return listed(value) if isinstance(value, list | tuple) else str(value)

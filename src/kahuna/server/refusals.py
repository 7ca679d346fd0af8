"""Every refusal of the server, in one place: the page has a sentence for each code in each of its languages."""

from kahuna.table.errors import BadNotation, IllegalAction
from kahuna.table.reasons import REASONS

# For every code of the server's own the status over HTTP and the sentence; blanks are filled with `facts`.
SERVER_REFUSALS: dict[str, tuple[int, str]] = {
    "bad-message": (400, "this message cannot be read"),
    "bad-record": (400, "this is not a record of a game: {reason}"),
    "bad-notation": (400, "{reason}"),
    "bad-rules": (400, "these settings do not fit together: {reason}"),
    "no-such-level": (400, "there is no such level for this game"),
    "wrong-type": (415, "the body must be JSON"),
    "too-big": (413, "this message is too long"),
    "no-such-page": (404, "there is nothing at this address"),
    "no-such-game": (404, "there is no such game, or it is not yours to see"),
    "damaged": (500, "what is stored of this game is damaged, so it cannot be opened"),
    "wrong-method": (405, "this address does not take that kind of request"),
    "foreign-origin": (403, "this request comes from a page of another site"),
    "foreign-host": (421, "this server is not known by that name; its host can allow it in the settings"),
    "busy": (503, "the computer players are busy; wait a moment"),
    "too-fast": (429, "too many messages at once; wait a moment"),
    "too-many-games": (429, "you have many games under way; finish some of them first"),
    "too-many-opened": (429, "you have opened many games in a short time; wait a few minutes"),
    "too-many-seats": (429, "you are already offering several open seats; wait until one is taken"),
    "not-public": (403, "this server does not list open seats"),
    "full": (507, "the server has no room for new games; running ones can be played on"),
    "too-many-connections": (429, "too many pages are connected"),
    "too-many-links": (429, "there are many links to seats of this game already; revoke one first"),
    "not-allowed": (403, "a spectator can only watch"),
    "not-your-side": (403, "lift the curtain first: it is not clear which side this is for"),
    "waiting": (409, "the opponent has not come yet; the game begins when both seats are taken"),
    "stale": (409, "the game has moved on since; look again"),
    "game-is-over": (409, "the game is over"),
    "game-runs": (409, "the game is not over yet"),
    "nothing-to-undo": (409, "there is nothing to take back"),
    "no-undo-by-clock": (409, "with a clock only the turn under way can be taken back"),
    "undo-asked": (409, "you have asked already"),
    "undo-refused": (409, "the opponent has refused to take this turn back"),
    "no-undo-asked": (409, "nobody has asked to take a turn back"),
    "not-deserted": (409, "the opponent has not left a game with a clock at their move"),
    "no-hint": (403, "there are no hints between people who did not agree to them when the game was opened"),
    "no-reactions": (403, "reactions are for two people on two screens"),
    "hint-not-now": (409, "hints are for your own move"),
    "no-chance": (403, "the chance to win is not shown between people on two screens"),
    "chance-not-now": (409, "the chance to win is worked out when it is your move"),
    "hint-under-way": (409, "the hint is being worked out"),
    "hint-failed": (503, "no hint could be worked out"),
    "no-review": (403, "this server does not review games, or not that deeply"),
    "review-failed": (503, "the review could not be worked out"),
    "review-replaced": (409, "another review of yours has begun; only one runs at a time"),
    "too-many-reviews": (429, "too many reviews in a short time; wait a few minutes"),
    "no-such-moment": (400, "there is no such moment in this game"),
    "not-stored": (503, "this could not be stored, so it does not count; try again"),
    "unexpected": (500, "something went wrong here; nothing has changed"),
}

ERRORS: dict[str, str] = {code: sentence for code, (_, sentence) in SERVER_REFUSALS.items()} | {
    code: sentence for code, (_, sentence) in REASONS.items()
}


class Refusal(Exception):
    """A message or request is refused, and nothing has changed. `code` is a key of ERRORS."""

    def __init__(self, code: str, /, **facts: str) -> None:
        sentence = (
            SERVER_REFUSALS[code][1] if code in SERVER_REFUSALS else REASONS[code][1]
        )  # a game may have been registered since ERRORS was made
        super().__init__(sentence.format(**facts))
        self.code = code
        self.facts = facts
        self.rule: str | None = None
        self.status = SERVER_REFUSALS[code][0] if code in SERVER_REFUSALS else 409


def by_the_rules(error: IllegalAction | BadNotation) -> Refusal:
    """The refusal with the rules' reason; both errors reveal only what the seat to move may know (K16)."""
    if isinstance(error, BadNotation):
        return Refusal("bad-notation", reason=str(error))
    refusal = Refusal(error.reason, **error.facts)
    refusal.rule = error.rule
    return refusal

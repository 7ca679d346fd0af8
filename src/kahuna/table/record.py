"""Games as JSON documents, readable without this program and replayable without its random numbers (rules: Record)."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, NoReturn, TypedDict

from kahuna.rules.maps import BadMap, BoardMap, board_of_map, map_of
from kahuna.table.dealer import SeededDealer
from kahuna.table.errors import BadNotation, BadRecord, IllegalAction, quoted
from kahuna.table.fair import FairDealer, Revealed, read_revealed
from kahuna.table.game import UNFINISHED, Game
from kahuna.table.games import GAMES, on_map, spec_of
from kahuna.table.notation import parse
from kahuna.table.position import Position
from kahuna.table.ruleset import SEATS, Rules, Seat
from kahuna.table.sisters import family_of
from kahuna.table.spec import Cards, Spec, Step
from kahuna.table.view import Result, Settings

if TYPE_CHECKING:
    from pathlib import Path

RECORD_FORMAT = "kahuna-record"
RECORD_VERSION = 1  # written where nothing of the newer version is needed
NEWER_VERSION = 2
RECORD_KEYS = ("format", "version", "game", "rules", "players", "decks", "actions", "result", "meta")
NEWER_KEYS = ("fair", "start", "map")  # each only where needed, and then in version 2
MAX_RECORD_CHARS = 1_000_000  # characters; a long game has about 20,000


class _Newer(TypedDict, total=False):
    """What only version 2 has."""

    fair: Revealed  # of a game with fair cards that is over
    start: Position  # where it began, if not from the beginning
    map: BoardMap  # the board, if it is none of ours


class Record(_Newer):
    """A game as a document."""

    format: str
    version: int
    game: str
    rules: Settings
    players: dict[Seat, str]
    decks: list[list[str]]
    actions: list[str]
    result: Result | None
    meta: dict[str, Any]  # whatever its writer likes


def write_record(
    game: Game,
    players: Mapping[str, str] | Mapping[Seat, str] | None = None,
    meta: Mapping[str, Any] | None = None,
) -> Record:
    """The whole game, hidden cards included: players must not see it while the game runs (K16).

    Only a finished game shows what its fair cards were made from, since that also decides later rounds.
    """
    cards = game.spec.cards
    newer: _Newer = {}
    if game.over and cards and isinstance(game.dealer, FairDealer):
        newer["fair"] = game.dealer.revealed()
    if game.start is not None:
        newer["start"] = game.start
    family = family_of(game.rules.game)
    if family != game.rules.game:
        newer["map"] = map_of(game.spec.board)
    return {
        "format": RECORD_FORMAT,
        "version": NEWER_VERSION if newer else RECORD_VERSION,
        "game": family,
        "rules": game.rules.settings(),
        "players": {seat: (players or {}).get(seat, "") for seat in SEATS},
        **newer,
        "decks": [[cards.names[card] for card in deck] for deck in game.decks] if cards else [],
        "actions": [_recorded(game.spec, step) for step in game.steps],
        "result": game.result,
        "meta": dict(meta or {}),
    }


def dump_record(record: Mapping[str, object]) -> str:
    """The record as one line of text, always the same for the same record."""
    import json

    return json.dumps(record, ensure_ascii=False, allow_nan=False)


def read_text(path: "Path") -> str:
    """The text of a file; BadRecord if it is none."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise BadRecord(f"{path}: not a record: not text in UTF-8") from None


def load_record(text: str) -> Any:
    """The JSON document in this text; BadRecord if it is none."""
    import json

    if len(text) > MAX_RECORD_CHARS:
        raise BadRecord(f"not a record: longer than {MAX_RECORD_CHARS} characters")
    try:
        record = json.loads(text, parse_constant=_no_number, parse_float=_finite, object_pairs_hook=_no_twice)
        dump_record(record).encode()
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error).splitlines()[0]
        raise BadRecord(f"not a record: no JSON document ({quoted(reason, 120)})") from None
    return record


def read_records(text: str) -> list[Any]:
    """The JSON documents of a file that holds one record, or one a line; they are not yet checked."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2 or not _is_document(lines[0]):
        return [load_record(text)]
    records = []
    for number, line in enumerate(lines, 1):
        try:
            records.append(load_record(line))
        except BadRecord as error:
            raise BadRecord(f"record {number}: {error}") from None
    return records


def _is_document(text: str) -> bool:
    try:
        load_record(text)
    except BadRecord:
        return False
    return True


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        _no_number(text)
    return number


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object, if no key occurs twice: readers differ in which of the two they use."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"a key is there twice among {quoted([key for key, _ in pairs])}")
    return found


def read_record(record: Any) -> Game:
    """The game of a record, replayed action by action; BadRecord says which action or deck is wrong and why."""
    rules = _read_header(record)
    spec = spec_of(rules.game)
    decks = _read_decks(record["decks"], spec)
    actions = record["actions"]
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise BadRecord("actions must be a list of strings")
    game = _replay(rules, decks, actions, record.get("start"))
    if spec.cards and len(game.decks) < len(decks):
        number = len(game.decks) + 1
        rule = spec.cards.decks[number - 1].rule
        raise BadRecord(f"deck {number} is there, but that round never began ({rule})")
    _read_result(game, record["result"])
    if "fair" in record:
        game.dealer = _read_fair(record["fair"], game)
    return game


def _read_fair(revealed: Any, game: Game) -> FairDealer:
    """The dealer of fair cards, if every deck is the one that follows from what the record shows."""
    if not game.over:
        raise BadRecord("fair is shown by finished games only, and this one is not over")
    if game.spec.cards is None:
        raise BadRecord(f"{game.spec.name} has no cards, so nothing to be fair about")
    dealer = read_revealed(revealed)
    first = _first_round(game.spec.cards, game.start)
    for round, deck in enumerate(game.decks, first):
        if dealer.shuffle(round, sorted(deck)) != deck:
            raise BadRecord(
                f"fair: deck {round - first + 1} does not follow from the secret and the seats' bytes"
            )
    return dealer


def resume_record(record: Any) -> Game:
    """The running game of a record, ready to continue: rounds that have not begun get a new dealer."""
    game = read_record(record)
    game.dealer = SeededDealer()
    return game


def _recorded(spec: Spec, step: Step) -> str:
    """The action with the card it took."""
    text = spec.texts[step.code]
    return f"{text}={spec.cards.names[step.card]}" if spec.cards and step.card >= 0 else text


def _read_header(record: Any) -> Rules:
    if not isinstance(record, dict):
        raise BadRecord("not a record: the document must be a JSON object")
    if record.get("format") != RECORD_FORMAT:
        raise BadRecord(f'not a record: "format" must be "{RECORD_FORMAT}"')
    version = record.get("version")
    if type(version) is not int or version not in (RECORD_VERSION, NEWER_VERSION):
        raise BadRecord(f"version {quoted(version)} is not known, only {RECORD_VERSION} and {NEWER_VERSION}")
    for key in RECORD_KEYS:
        if key not in record:
            raise BadRecord(f'"{key}" is missing')
    for key in record:
        if key in NEWER_KEYS and version < NEWER_VERSION:
            raise BadRecord(f'"{key}" belongs to version {NEWER_VERSION}, and this record says {version}')
        if key not in RECORD_KEYS and key not in NEWER_KEYS:
            raise BadRecord(f'{quoted(key)} is not part of a record; put it into "meta"')
    if not isinstance(record["game"], str) or record["game"] not in GAMES:
        raise BadRecord(f'"game" must be one of {", ".join(GAMES)}')
    settings, players = record["rules"], record["players"]
    if not isinstance(settings, dict) or set(settings) != set(Rules().settings()):
        raise BadRecord(f'"rules" must have {", ".join(Rules().settings())}')
    if not isinstance(players, dict) or set(players) != set(SEATS):
        raise BadRecord('"players" must have white and black')
    if not all(isinstance(name, str) for name in players.values()):
        raise BadRecord("the names of players must be strings")
    if not isinstance(record["meta"], dict):
        raise BadRecord('"meta" must be an object')
    try:
        return Rules(_read_map(record), **settings).check()
    except (ValueError, TypeError) as error:
        raise BadRecord(f"rules: {error}") from None


def _read_map(record: Any) -> str:
    """The name of the game, on the record's map if it has one."""
    name: str = record["game"]
    if "map" not in record:
        return name
    if not spec_of(name).on_maps:
        raise BadRecord(f"map: {name} is played on its own board only")
    try:
        board = board_of_map(record["map"])
    except BadMap as error:
        raise BadRecord(f"map: {error}") from None
    if board == spec_of(name).board:
        raise BadRecord(f"map: that is {name}'s own board, which needs none")
    return on_map(board)


def _read_decks(decks: Any, spec: Spec) -> list[list[int]]:
    if not isinstance(decks, list) or not all(isinstance(deck, list) for deck in decks):
        raise BadRecord('"decks" must be a list of lists')
    cards = spec.cards
    if cards is None:
        if decks:
            raise BadRecord(f"{spec.name} has no cards, so no decks")
        return []
    if len(decks) > len(cards.decks):
        raise BadRecord(f"there are at most {len(cards.decks)} decks, one a round ({cards.rounds_rule})")
    numbers = {name: number for number, name in enumerate(cards.names)}
    for number, deck in enumerate(decks, 1):
        for name in deck:
            if not isinstance(name, str) or name not in numbers:
                raise BadRecord(f"deck {number}: {quoted(name)} is no card")
    return [[numbers[name] for name in deck] for deck in decks]


class _RecordedDealer:
    """Deals a record's decks and refuses one that is not a permutation of what is shuffled."""

    def __init__(self, cards: Cards | None, decks: list[list[int]], first: int) -> None:
        self.names = cards.names if cards else ()
        self.expected = cards.decks if cards else ()
        self.decks = decks
        self.first = first  # the round of the first deck; later than 1 if the game starts from a position

    def shuffle(self, round: int, cards: Sequence[int]) -> list[int]:
        """The record's deck for this round."""
        what, rule = self.expected[round - 1]
        number = round - self.first + 1
        if number > len(self.decks):
            raise BadRecord(f"deck {number} is missing, but that round has begun ({rule})")
        deck, expected = self.decks[number - 1], list(cards)
        if sorted(deck) != expected:
            wrong = next(card for card in range(len(self.names)) if deck.count(card) != expected.count(card))
            count = f"{deck.count(wrong)} {self.names[wrong]} instead of {expected.count(wrong)}"
            raise BadRecord(f"deck {number} is not a permutation of {what}: {count} ({rule})")
        return list(deck)


def _first_round(cards: Cards | None, start: Any) -> int:
    """The round of the record's first deck."""
    round = start.get("round") if cards and isinstance(start, dict) else None
    return round if type(round) is int and cards and 1 <= round <= len(cards.decks) else 1


def _check_start(start: Any, game: Game) -> None:
    """Refuses a position that contradicts itself."""
    if start is None or game.start is None:
        return
    for key in start:
        if key not in game.start:
            raise BadRecord(f"start: {quoted(key)} is not part of a position")
    for key, value in game.start.items():
        if key not in start:
            raise BadRecord(f'start: "{key}" is missing')
        if start[key] != value or type(start[key]) is not type(value):
            raise BadRecord(f"start: {key} should be {quoted(value, 200)}, not {quoted(start[key], 200)}")


def _replay(rules: Rules, decks: list[list[int]], actions: list[str], start: Any) -> Game:
    spec = spec_of(rules.game)
    dealer = _RecordedDealer(spec.cards, decks, _first_round(spec.cards, start))
    game = Game(rules, dealer, start=start)
    _check_start(start, game)
    for number, action in enumerate(actions, 1):
        try:
            parsed = parse(rules.game, action)
            game.play_code(parsed.code)
        except (IllegalAction, BadNotation, BadRecord) as error:
            raise BadRecord(f"action {number}: {error}") from None
        step = game.steps[-1]
        if spec.cards and parsed.card is not None and parsed.card != step.card:
            named, true = spec.cards.names[parsed.card], spec.cards.names[step.card]
            text = f"{spec.texts[parsed.code]}={named}"
            raise BadRecord(f"action {number}: {text} takes {true}, not {named} ({spec.cards.take_rule})")
    return game


def _read_result(game: Game, result: Any) -> None:
    """Ends the game as the record says, or refuses a result that is not the game's own."""
    if result is None:
        if game.over:
            raise BadRecord(f"the game is over, so the result cannot be null; it is {game.result}")
        return
    if not isinstance(result, dict) or set(result) != {"winner", "by", "points", "islands"}:
        raise BadRecord('"result" must be null or have winner, by, points and islands')
    if not game.over:
        if result["by"] not in UNFINISHED:
            raise BadRecord(f"the result says by {quoted(result['by'])}, but the game is not over")
        if result["winner"] not in SEATS:
            raise BadRecord(f"a game that ends by {result['by']} has a winner, white or black")
        game.end(result["by"], result["winner"])
    if (
        game.result is None
        or result != game.result
        or any(type(n) is not int for n in result["islands"] + (result["points"] or []))
    ):
        raise BadRecord(f"the result should be {game.result}, not {quoted(result, 200)}")

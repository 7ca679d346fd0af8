"""Guard 2 over the wire: re-deal what a seat cannot see, and not one byte that its page gets is another (K16)."""

import functools
import itertools
import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kahuna import Game, Rules
from kahuna.bots.base import Choice
from kahuna.bots.registry import find_bot
from kahuna.rules.boards import KAHUNA
from kahuna.server import keys
from kahuna.server.lobby import Lobby
from kahuna.server.turns import Asker
from kahuna.table.dealer import SeededDealer
from kahuna.table.ruleset import SEATS, other
from kahuna.table.seats import Seat
from kahuna.table.view import View
from support.house import House, Page, Visitor, key_of, serving
from support.redeal import Deal, ListedDealer
from support.rooms import NOON
from test_blindness import deal_of, finished, points_in_round, redeal_at_one_of

HINTS = "champion:iterations=20"
TRIES = (
    "+",
    "+1",
    "+2=HUNA",
    "+=ALOA",
    "-",
    "~",
    "~BARI",
    "~COCO",
    "ALOA>BARI",
    "ELAI+HUNA x ELAI-HUNA",
    "nonsense",
)


class Search:
    """The strong player, in this process and always with the same luck."""

    ready = True
    waiting = 0

    def start(self, specs: Iterable[str]) -> None:
        """Nothing to do."""

    async def choose(self, spec: str, rules: Rules, view: View, luck: str, asker: Asker) -> Choice:
        """What the search finds in this view."""
        return find_bot(HINTS).choose(view, Random("luck"))

    def close(self) -> None:
        """Nothing to do."""


def known_visitor(house: House, name: str) -> Visitor:
    """A visitor with the same cookie in every run."""
    visitor = house.visitor()
    visitor.cookie = f"kahuna={keys.cookie(house.lobby.store.secret, name)}"
    return visitor


class Ear:
    """Everything that one page gets, over its socket and over HTTP."""

    def __init__(self, visitor: Visitor, page: Page, seat: Seat | None, doors: dict[str, str]) -> None:
        """`doors` are the game's keys by their purpose."""
        self.visitor, self.page, self.seat, self.doors = visitor, page, seat, doors
        self.heard: list[str] = []

    def fetch(self, method: str, path: str, body: Any = None) -> None:
        """Asks over HTTP."""
        status, headers, content = self.visitor.call(method, path, body, host="127.0.0.1")
        headers.pop("date", None)
        self.heard.append(json.dumps([status, headers, content.decode("latin-1")]))

    def knock(self, pictures: bool) -> None:
        """Tries every other door of a running game; a picture takes long."""
        invite, watch, replay = (self.doors[purpose] for purpose in (keys.INVITE, keys.WATCH, keys.REPLAY))
        for path in (
            "/api/games",
            "/api/turns",
            "/api/seats",
            f"/api/invitation/{invite}",
            f"/api/replay/{replay}?side=open",
            f"/api/record/{replay}",
            f"/api/review/{replay}",
            f"/join/{invite}",
            f"/watch/{watch}",
            f"/replay/{replay}",
            f"/preview/replay/{replay}.png",
            *([f"/preview/watch/{watch}.png"] if pictures else ()),
        ):
            self.fetch("GET", path)
        moment = {"moment": {"key": replay, "at": 0}}
        self.fetch("POST", "/api/explore", moment)
        self.fetch("POST", "/api/try", moment | {"action": "+"})
        self.fetch("POST", "/api/take-up", moment | {"game": "kahuna", "against": "screen"})
        feed = json.loads(
            self.visitor.call("POST", "/api/feed", origin=f"http://127.0.0.1:{self.visitor.port}")[2]
        )
        if "path" in feed:  # which is another each time, and nobody else's
            self.fetch("GET", feed["path"])
        self.page.ask("chance", "chance")

    def probe(self, step: int) -> None:
        """Tries what is not allowed and asks for all that is, as a curious player would."""
        random = Random(step)
        legal = self.page.last["view"]["legal"]
        for action in (*random.sample(TRIES, 3), f"+={random.choice(KAHUNA.islands)}"):
            if (action not in legal and not action.startswith("+2=")) or not legal:
                self.page.ask("play", action=action)
        for kind in ("claim", "rematch"):
            self.page.ask(kind)
        if step % 12 == 0:
            self.knock(pictures=step == 12)
        if legal:
            self.page.ask("preview", "previews", actions=legal)
            if step % 8 == 0:
                assert self.page.ask("hint", "advice")["type"] == "advice"
        self.page.ask("recall", "recalled", actions=step)
        self.page.ask("look", seat=self.seat)


@functools.cache
def warm() -> None:
    """Compiles the strong player, which may take longer than a page waits for its hint."""
    find_bot(HINTS).choose(Game(Rules(), seed="warm").view("white"), Random(0))


def perceived(folder: Path, rules: Rules, deal: Deal, seat: Seat | None) -> list[str]:
    """Everything that reaches this seat, from opening the game to a replay of it from this seat's side."""
    warm()
    count, seeds = itertools.count(), itertools.count()
    make_lobby = functools.partial(
        Lobby,
        token=lambda: f"{next(count):022}",
        seed=lambda: f"{next(seeds):064}",
        dealer=lambda seed, *_: SeededDealer(seed) if int(seed) else ListedDealer(deal.decks),
    )

    def secretive(store: Any, *rest: Any, **named: Any) -> Lobby:
        store.secret = b"the same in every run"
        return make_lobby(store, *rest, **named)

    with serving(folder, Search(), now=lambda: NOON, make_lobby=secretive) as house:
        visitors = {"white": known_visitor(house, "w" * 22), "black": known_visitor(house, "b" * 22)}
        id = visitors["white"].open(hints=True, **rules.settings())
        secret = house.lobby.store.secret
        doors = {purpose: keys.key(secret, id, purpose) for purpose in (keys.INVITE, keys.WATCH, keys.REPLAY)}
        with visitors["white"].at(f"game={id}") as white:
            visitors["black"].post("/api/join", {"key": key_of(white, "invite"), "name": "Bob"})
            white.update()
            with (
                visitors["black"].at(f"game={id}") as black,
                known_visitor(house, "e" * 22).at(f"watch={key_of(white, 'watch')}") as eve,
            ):
                pages = {"white": white, "black": black, None: eve}
                ear = Ear(visitors.get(seat or "") or house.visitor(), pages[seat], seat, doors)
                follow(pages, deal, ear)
                told = ear.page.raw + ear.heard + again(pages, ear)
        if seat:
            ear.heard.clear()
            ear.fetch("GET", f"/api/replay/{doors[keys.REPLAY]}?side={seat}")
            ear.fetch("GET", "/api/games")
            told += ear.heard
    return told


def follow(pages: Any, deal: Deal, ear: Ear) -> None:
    """Plays the deal's actions over the wire, each within its turn also once back and forth; then Black gives up."""
    for step, action in enumerate(deal.actions):
        mover = pages["white"].last["view"]["to_move"]
        if step % 4 == 0:
            ear.probe(step)
        at(pages, pages[mover], "play", action=action)
        if pages[mover].last["can_undo"] and not pages[mover].last["undo_asks"] and step % 4 == 0:
            at(pages, pages[mover], "undo")
            at(pages, pages[mover], "play", action=action)
        if pages[mover].last["undo_asks"] and step % 10 == 0:
            at(pages, pages[mover], "undo")
            at(pages, pages[other(mover)], "answer-undo", grant=False)
    if not pages["white"].last["view"]["result"]:
        at(pages, pages["black"], "resign")


def again(pages: Any, ear: Ear) -> list[str]:
    """All that this page hears of a rematch: its beginning, a hint, some actions."""
    for seat in SEATS:
        pages[seat].send("rematch")
    for page in pages.values():
        room: dict[str, Any] = {"links": {}}
        while not (room.get("rematch") or room["links"].get("next")):
            room = page.update()["room"]
    path = f"watch={room['links']['next'].rpartition('/')[2]}"  # the spectator's page came last
    if ear.seat:
        path = f"game={pages[ear.seat].last['room']['rematch']}"
    with ear.visitor.at(path) as page:
        if page.last["view"]["legal"]:
            assert page.ask("hint", "advice")["type"] == "advice"
            page.play(page.legal())
        page.ask("resign")
        return page.raw


def at(pages: Any, page: Page, kind: str, **fields: Any) -> None:
    """One page does something, and all are told before anything else happens."""
    answer = page.ask(kind, **fields)
    assert answer["type"] == "update", answer
    for one in pages.values():
        while one.last["number"] < answer["number"]:
            one.update()


VARIANTS = (Rules(), Rules(handicap=2, handicap_to="black", first="black", planning=True))


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("seat", [*SEATS, None])
def test_a_page_cannot_tell_deals_apart_that_differ_in_what_its_seat_cannot_see(
    tmp_path: Path, seat: Seat | None, number: int
) -> None:
    rules = VARIANTS[number % 2]
    game, random = finished(rules, 40 + number), Random(number)
    for _ in range(20):
        point, redealt = redeal_at_one_of(points_in_round(game, 1 + 2 * number), game, seat, random)
        if redealt.decks != game.decks[: len(redealt.decks)]:
            break
    truth = deal_of(game)
    truth = Deal(truth.decks, truth.actions[:point])
    assert redealt.decks != truth.decks[: len(redealt.decks)]
    told = perceived(tmp_path / "truth.db", rules, truth, seat)
    told_otherwise = perceived(tmp_path / "otherwise.db", rules, redealt, seat)
    for one, two in zip(told, told_otherwise, strict=True):
        assert one == two
    kinds = {json.loads(line)["type"] for line in told if line.startswith("{")}
    assert {"update", "denied"} <= kinds
    if seat:
        assert {"previews", "advice"} <= kinds


def test_the_checker_hears_a_single_card(tmp_path: Path) -> None:
    """The other seat's page does get other bytes: what is compared is not empty."""
    game, random = finished(Rules(), 40), Random(0)
    point, redealt = redeal_at_one_of(points_in_round(game, 1), game, "white", random)
    truth = deal_of(game)
    truth = Deal(truth.decks, truth.actions[:point])
    told = perceived(tmp_path / "truth.db", Rules(), truth, "black")
    assert told != perceived(tmp_path / "otherwise.db", Rules(), redealt, "black")

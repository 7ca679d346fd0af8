"""Reviews of finished games: worked out once, turn by turn, for all who ask, and kept in the store.

A review is identified by what was played and by the depth; players' names do not matter. Someone who asks for a
review in progress gets everything that is ready, then the rest. A review of a stored game at the first depth
continues when its listeners have gone, because lists show its verdict; any other ends with its last listener, which
is how it is cancelled.
"""

import asyncio
import logging
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from kahuna.server.bodies import Verdict
from kahuna.server.judge import Failed, ReviewJudge
from kahuna.server.limits import LIMIT_SECONDS, Buckets, Limits
from kahuna.server.refusals import Refusal
from kahuna.server.store import KeptReview, NotStored, Store
from kahuna.server.wire import DepthName
from kahuna.table.record import dump_record
from kahuna.table.ruleset import SEATS
from kahuna.table.seats import Seat

DEPTH_NAMES: tuple[DepthName, ...] = ("quick", "normal", "deep")
FIRST: DepthName = "quick"  # what is worked out by itself
LOOKING_RANKS, BY_ITSELF = (
    0,
    2,
)  # ranks of what somebody is waiting for, and of what nobody is waiting for
DEPTH_RANKS: dict[DepthName, int] = {"quick": 1, "normal": 3, "deep": 4}
MOST_SEEN = 20_000  # games remembered; older ones are looked up in the store again
REVIEW_SOURCES = Path(__file__).parent.parent

log = logging.getLogger("kahuna.server")


class ReviewOutline(msgspec.Struct, frozen=True, tag="outline"):
    """Of a review under way, the first line: the curve with all cards seen, and how many turns will come."""

    review: msgspec.Raw  # as in docs/review.md, without turns
    turns: int


class ReviewTurns(msgspec.Struct, frozen=True, tag="turns"):
    """More turns, judged."""

    first: int  # the place of the first of them
    turns: list[msgspec.Raw]


class ReviewDone(msgspec.Struct, frozen=True, tag="done"):
    """The last line: the whole review."""

    review: msgspec.Raw


class ReviewStopped(msgspec.Struct, frozen=True, tag="stopped"):
    """The last line of a review that does not go on."""

    code: str


class Named(NamedTuple):
    """A game to be reviewed: its record without names, what that is called, and the stored game if it is one."""

    text: str
    digest: str
    game: str | None


def named(record: Mapping[str, Any], game: str | None = None) -> Named:
    """This record for a review."""
    text = dump_record({**record, "players": dict.fromkeys(SEATS, ""), "meta": {}})
    return Named(text, blake2b(text.encode(), digest_size=16).hexdigest(), game)


@cache
def version() -> str:
    """Everything a review depends on, as a check sum: its code, the players' searches and the judging nets.

    They are read, not imported: no code that serves rooms may load the net that sees all cards.
    """
    known = blake2b(digest_size=8)
    for folder in ("review", "review/nets", "bots", "bots/nets", "bots/nets/bundled"):
        for path in sorted((REVIEW_SOURCES / folder).glob("*.*")):
            known.update(path.name.encode() + path.read_bytes())
    return known.hexdigest()


class Hearing(NamedTuple):
    """A review as lines of JSON. The owner must call `leave`, even without reading a line."""

    lines: AsyncIterator[bytes]
    leave: Callable[[], None]


class _Listener:
    """Somebody who hears a review; `replaced` once they ask for another."""

    def __init__(self, visitor: str, address: str) -> None:
        self.visitor, self.address = visitor, address
        self.replaced = False


class _Job:
    """A review in progress: its lines so far, and its listeners."""

    def __init__(self, of: Named, depth: DepthName, stays: bool) -> None:
        self.of, self.depth, self.stays = of, depth, stays
        self.lines: list[bytes] = []
        self.over = False
        self.listeners: set[_Listener] = set()
        self.news = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def say(self, line: Any) -> None:
        """Sends a line to all listeners, including later ones."""
        self.lines.append(msgspec.json.encode(line) + b"\n")
        self.wake()

    def wake(self) -> None:
        """Lets all listeners look again."""
        self.news.set()
        self.news = asyncio.Event()


class Reviews:
    """All reviews of a server."""

    def __init__(
        self,
        store: Store,
        judge: ReviewJudge | None,
        limits: Limits,
        now: Callable[[], int],
        deepest: DepthName | None = "deep",
    ) -> None:
        """Without a judge, or without a deepest depth, there are none."""
        self.store, self.judge, self.limits, self.now = store, judge, limits, now
        self.depths = DEPTH_NAMES[: DEPTH_NAMES.index(deepest) + 1] if deepest and judge else ()
        self._jobs: dict[tuple[str, DepthName], _Job] = {}
        self._listening: dict[str, _Listener] = {}
        self._by_address = Buckets(limits.reviews_by_address, LIMIT_SECONDS)
        self._looks = Buckets(limits.looks_by_address, LIMIT_SECONDS)
        self._looking: Counter[str] = Counter()  # questions about moments that wait, by address
        self._looks_of: dict[str, asyncio.Task[bytes]] = {}  # the one of each visitor
        self._seen: set[str] = set()  # games whose review was started automatically since the server started

    # -------------------------------------------------------------- asking

    async def listen(self, of: Named, depth: DepthName, visitor: str, address: str) -> "Hearing":
        """The review as lines of JSON; Refusal before the first if there is none."""
        if depth not in self.depths:
            raise Refusal("no-review")
        if kept := await self.store.review(of.digest, depth, version()):
            return Hearing(_only(kept), lambda: None)
        self._check(of, depth, visitor, address)
        listener = _Listener(visitor, address)
        if earlier := self._listening.get(visitor):
            earlier.replaced = True
            for job in self._jobs.values():
                if earlier in job.listeners:
                    job.wake()
        self._listening[visitor] = listener
        job = self._begun(of, depth, stays=of.game is not None and depth == FIRST)
        job.listeners.add(listener)
        return Hearing(self._lines(job, listener), lambda: self._leave(job, listener))

    def _check(self, of: Named, depth: DepthName, visitor: str, address: str) -> None:
        """Refuses what exceeds the limits: for one address over time and at once, and for all together."""
        if not self._by_address.take(address, self.now() / 1000):
            raise Refusal("too-many-reviews")
        here = Counter(
            listener.address for listener in self._listening.values() if listener.visitor != visitor
        )
        if here[address] >= self.limits.reviews_at_once_by_address:
            raise Refusal("too-many-reviews")
        if (of.digest, depth) not in self._jobs and len(self._jobs) >= self.limits.reviews_in_all:
            raise Refusal("busy")

    async def _lines(self, job: _Job, listener: _Listener) -> AsyncIterator[bytes]:
        place = 0
        while True:
            news = job.news
            while place < len(job.lines):
                yield job.lines[place]
                place += 1
            if job.over:
                return
            if listener.replaced:
                yield msgspec.json.encode(ReviewStopped("review-replaced")) + b"\n"
                return
            if place == len(job.lines):
                await news.wait()

    def _leave(self, job: _Job, listener: _Listener) -> None:
        job.listeners.discard(listener)
        if self._listening.get(listener.visitor) is listener:
            del self._listening[listener.visitor]
        if not job.listeners and not job.stays and job.task:
            job.task.cancel()

    # -------------------------------------------------------------- working

    def by_itself(self, game: str, record: Callable[[], Mapping[str, Any]]) -> None:
        """A stored game is over: its first review is worked out, if there is none and nothing else is under way."""
        if FIRST in self.depths and game not in self._seen and len(self._jobs) < self.limits.reviews_in_all:
            self._seen.add(game)
            if len(self._seen) > MOST_SEEN:
                self._seen = {game}
            self._begun(named(record(), game), FIRST, stays=True, rank=BY_ITSELF)

    def _begun(self, of: Named, depth: DepthName, stays: bool, rank: int | None = None) -> _Job:
        """The review under way, or a new one."""
        place = of.digest, depth
        if place not in self._jobs:
            job = self._jobs[place] = _Job(of, depth, stays)
            job.task = asyncio.create_task(self._work(job, DEPTH_RANKS[depth] if rank is None else rank))
            job.task.add_done_callback(lambda _: self._jobs.pop(place, None))
        job = self._jobs[place]
        job.stays = job.stays or stays
        return job

    async def _work(self, job: _Job, rank: int) -> None:
        assert self.judge
        text, depth = job.of.text, job.depth
        try:
            if kept := await self.store.review(job.of.digest, depth, version()):
                job.lines.append(_done(kept))
                return
            outline = msgspec.json.decode(await self.judge.call(rank, "outline", text, depth), type=_Outline)
            job.say(ReviewOutline(outline.review, outline.turns))
            parts: list[bytes] = []
            first = 0
            while first < outline.turns:
                mine = DEPTH_RANKS[depth] if job.listeners else rank
                parts.append(await self.judge.call(mine, "portion", text, depth, first))
                turns = msgspec.json.decode(parts[-1], type=_Portion).turns
                job.say(ReviewTurns(first, turns))
                first += len(turns)
            review = await self.judge.call(rank, "whole", text, depth, parts)
            job.lines.append(_done(zlib.compress(review)))
            await self._keep(job, review)
        except Failed:
            job.say(ReviewStopped("review-failed"))
        finally:
            job.over = True
            job.wake()

    async def _keep(self, job: _Job, review: bytes) -> None:
        players = msgspec.json.decode(review, type=_Reviewed).players
        verdicts = {seat: Verdict(seat, player.accuracy, player.luck) for seat, player in players.items()}
        kept = KeptReview(
            job.of.digest,
            job.depth,
            version(),
            job.of.game,
            self.now(),
            msgspec.json.encode(verdicts),
            zlib.compress(review),
        )
        with suppress(NotStored):  # the store has logged why; it is worked out again when somebody asks
            await self.store.keep_review(kept)

    async def look(self, of: Named, visitor: str, address: str, name: str, *arguments: Any) -> bytes:
        """The answer to a question about a moment of this game; a newer question of the same visitor replaces it."""
        if not self.depths or not self.judge:
            raise Refusal("no-review")
        if not self._looks.take(address, self.now() / 1000):
            raise Refusal("too-many-reviews")
        if earlier := self._looks_of.get(visitor):
            earlier.cancel()
        if self._looking[address] >= self.limits.reviews_at_once_by_address:
            raise Refusal("busy")
        asked = asyncio.create_task(self.judge.call(LOOKING_RANKS, name, of.text, *arguments))
        self._looks_of[visitor] = asked
        self._looking[address] += 1
        try:
            await asyncio.wait([asked])
        finally:
            asked.cancel()  # nobody waits for it any more
            if self._looks_of.get(visitor) is asked:
                del self._looks_of[visitor]
            self._looking[address] -= 1
            if not self._looking[address]:
                del self._looking[address]
        if asked.cancelled():
            raise Refusal("review-replaced")
        try:
            return asked.result()
        except Failed:
            raise Refusal("review-failed") from None

    def close(self) -> None:
        """Ends everything under way."""
        for job in list(self._jobs.values()):
            if job.task:
                job.task.cancel()
        if self.judge:
            self.judge.close()


class _Outline(msgspec.Struct):
    review: msgspec.Raw
    turns: int


class _Portion(msgspec.Struct):
    turns: list[msgspec.Raw]


class _Player(msgspec.Struct):
    accuracy: float | None
    luck: float


class _Reviewed(msgspec.Struct):
    players: dict[Seat, _Player]


def _done(kept: bytes) -> bytes:
    """The last line: the whole review."""
    return msgspec.json.encode(ReviewDone(msgspec.Raw(zlib.decompress(kept)))) + b"\n"


async def _only(kept: bytes) -> AsyncIterator[bytes]:
    yield _done(kept)


def verdict_of(body: bytes | None, seats: tuple[Seat, ...]) -> Verdict | None:
    """What a list says about a finished game to the player of one seat."""
    if body is None or len(seats) != 1:
        return None
    with suppress(msgspec.DecodeError):
        return msgspec.json.decode(body, type=dict[Seat, Verdict]).get(seats[0])
    return None

"""Reviews over the wire: turn by turn, worked out once, kept, bounded, and never of a running game."""

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from kahuna.server import sweeping
from kahuna.server.api_reviews import ReviewLines
from kahuna.server.reviews import named
from kahuna.server.store import KeptReview, Retention
from kahuna.server.store_sqlite import SqliteStore
from support.house import LOOSE, House, Page, Visitor, finish, key_of, refusal, serving, two
from support.judges import PlainJudge

GOLDEN = Path(__file__).parents[1] / "golden"
RECORD = json.loads((GOLDEN / "kahuna-resign-after-play.json").read_text())


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, PlainJudge]]:
    """A running server with a judge that answers at once."""
    judge = PlainJudge()
    with serving(tmp_path_factory.mktemp("reviews") / "r.db", judge=judge) as house:
        yield house, judge


def finished(house: House, plays: int = 6) -> tuple[Visitor, str, str]:
    """A game that Ann has lost to Bob after some actions; its id and the key of its replay."""
    ann, bob, id = two(house)
    with ann.at(f"game={id}") as page, bob.at(f"game={id}") as other:
        for _ in range(plays):
            mover = page if page.last["view"]["to_move"] == "white" else other
            mover.play(mover.legal())
            (other if mover is page else page).update()
        return ann, id, finish(page)


def given_up(page: Page) -> str:
    """Gives the game up while its opponent may still be acting; the key of its replay."""
    page.send("resign")
    while page.last["view"]["result"] is None:
        page.update()
    return key_of(page, "replay")


def lines(visitor: Visitor, key: str, depth: str = "quick") -> list[Any]:
    """All that is said of a review."""
    status, headers, body = visitor.call("GET", f"/api/review/{key}?depth={depth}")
    assert status == 200, body
    assert headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in body.splitlines()]


def opened(visitor: Visitor, path: str) -> tuple[HTTPConnection, Any]:
    """A review that is listened to, and goes on."""
    connection = HTTPConnection("127.0.0.1", visitor.port, timeout=20)
    connection.request("GET", path, headers={"cookie": visitor.cookie} if visitor.cookie else {})
    return connection, connection.getresponse()


def gate(house: House, judge: PlainJudge) -> None:
    """From now on turns wait."""

    async def shut() -> None:
        judge.gate = asyncio.Event()

    asyncio.run_coroutine_threadsafe(shut(), house.loop).result(10)


def ungate(house: House, judge: PlainJudge) -> None:
    """They go on."""

    async def lift() -> None:
        if judge.gate:
            judge.gate.set()
        judge.gate = None

    asyncio.run_coroutine_threadsafe(lift(), house.loop).result(10)


def test_a_review_comes_turn_by_turn_and_the_second_time_at_once(judged: tuple[House, PlainJudge]) -> None:
    house, judge = judged
    ann, _, key = finished(house)
    first = lines(ann, key)
    assert [line["type"] for line in first] == ["outline", *["turns"] * first[0]["turns"], "done"]
    assert [line["first"] for line in first[1:-1]] == list(range(first[0]["turns"]))
    assert first[-1]["review"]["turns"] == [turn for line in first[1:-1] for turn in line["turns"]]
    asked = len(judge.asked)
    assert lines(house.visitor(), key) == first[-1:]
    assert len(judge.asked) == asked
    assert lines(ann, key, "deep")[-1]["review"]["depth"] == "deep"


def test_the_list_of_games_tells_the_verdict_to_who_played(judged: tuple[House, PlainJudge]) -> None:
    house, _ = judged
    ann, id, key = finished(house)
    assert ann.get("/api/games")["finished"][0]["verdict"] is None
    lines(ann, key)
    (summary,) = [game for game in ann.get("/api/games")["finished"] if game["room"]["id"] == id]
    assert summary["verdict"] == {"seat": "white", "accuracy": 0.75, "luck": 0.08}


def test_a_finished_game_is_reviewed_by_itself_once(judged: tuple[House, PlainJudge]) -> None:
    house, judge = judged
    ann, id, key = finished(house)

    async def sweep() -> int:
        for _ in range(2):
            await sweeping.sweep(house.lobby)
            while house.lobby.reviews._jobs:
                await asyncio.sleep(0.01)
        return len(judge.asked)

    asked = asyncio.run_coroutine_threadsafe(sweep(), house.loop).result(20)
    assert [line["type"] for line in lines(ann, key)] == ["done"]
    assert len(judge.asked) == asked
    assert any(game["verdict"] for game in ann.get("/api/games")["finished"] if game["room"]["id"] == id)


def test_a_running_game_is_as_good_as_none(judged: tuple[House, PlainJudge]) -> None:
    house, judge = judged
    ann, _, id = two(house)
    with ann.at(f"game={id}") as page:
        page.play(page.legal())
        from kahuna.server import keys

        key = keys.key(house.lobby.store.secret, id, keys.REPLAY)
        asked = len(judge.asked)
        moment = {"key": key, "at": 0}
        assert refusal(ann.get(f"/api/review/{key}")) == "no-such-game"
        assert refusal(ann.post("/api/explore", {"moment": moment})) == "no-such-game"
        assert refusal(ann.post("/api/try", {"moment": moment, "action": "-"})) == "no-such-game"
        wish = {"game": "kahuna", "against": "screen", "moment": moment}
        assert refusal(ann.post("/api/take-up", wish)) == "no-such-game"
        assert refusal(ann.get("/api/review/AAAAAAAAAAAAAAAAAAAAAA")) == "no-such-game"
    assert len(judge.asked) == asked


def test_who_asks_for_another_review_hears_no_more_of_the_first(judged: tuple[House, PlainJudge]) -> None:
    house, judge = judged
    ann, _, key = finished(house)
    _, _, other = finished(house)
    gate(house, judge)
    try:
        connection, answer = opened(ann, f"/api/review/{key}?depth=deep")
        assert json.loads(answer.readline())["type"] == "outline"
        second, next_answer = opened(ann, f"/api/review/{other}?depth=deep")
        assert json.loads(next_answer.readline())["type"] == "outline"
        assert json.loads(answer.readline()) == {"type": "stopped", "code": "review-replaced"}
        assert not answer.readline()
        connection.close()
    finally:
        ungate(house, judge)
    assert json.loads(next_answer.readlines()[-1])["type"] == "done"
    second.close()


def wait_for_looks(judge: PlainJudge, count: int) -> None:
    """Until the judge has been asked about so many moments."""
    while sum(name == "explored" for _, name in judge.asked) < count:
        time.sleep(0.01)


def test_who_asks_about_another_moment_waits_for_that_one_alone(judged: tuple[House, PlainJudge]) -> None:
    house, judge = judged
    ann, _, key = finished(house)
    moments = [{"moment": {"key": key, "at": at}} for at in (0, 1, 2)]
    gate(house, judge)
    judge.asked.clear()
    with ThreadPoolExecutor(3) as people:
        first = people.submit(ann.post, "/api/explore", moments[0])
        wait_for_looks(judge, 1)
        other = people.submit(house.visitor().post, "/api/explore", moments[1])
        wait_for_looks(judge, 2)
        second = people.submit(ann.post, "/api/explore", moments[2])
        assert refusal(first.result(20)) == "review-replaced"
        ungate(house, judge)
        assert (other.result(20)["at"], second.result(20)["at"]) == (1, 2)


def test_a_deep_review_ends_with_its_last_listener_and_a_quick_one_goes_on(
    judged: tuple[House, PlainJudge],
) -> None:
    house, judge = judged
    ann, _, key = finished(house)
    gate(house, judge)
    for depth in ("deep", "quick"):
        connection, answer = opened(ann, f"/api/review/{key}?depth={depth}")
        answer.readline()
        answer.close()
        connection.close()

    async def under_way() -> set[str]:
        jobs = house.lobby.reviews._jobs
        for _ in range(1000):
            if all(not job.listeners for job in jobs.values()) and len(jobs) == 1:
                break
            await asyncio.sleep(0.01)
        return {depth for _, depth in jobs}

    assert asyncio.run_coroutine_threadsafe(under_way(), house.loop).result(20) == {"quick"}
    ungate(house, judge)


def test_a_record_from_a_file_is_reviewed_whatever_its_players_are_called(
    judged: tuple[House, PlainJudge],
) -> None:
    house, judge = judged
    ann = house.visitor()
    status, _, body = ann.call("POST", "/api/review?depth=quick", RECORD)
    assert status == 200
    assert json.loads(body.splitlines()[-1])["type"] == "done"
    asked = len(judge.asked)
    renamed = RECORD | {"players": {"white": "Zoe", "black": "Yan"}, "meta": {"any": "thing"}}
    assert len(ann.call("POST", "/api/review?depth=quick", renamed)[2].splitlines()) == 1
    assert len(judge.asked) == asked
    assert refusal(ann.post("/api/review", RECORD | {"actions": ["nonsense"]})) == "bad-record"
    assert refusal(ann.post("/api/review?depth=bottomless", RECORD)) == "bad-message"
    assert ann.call("GET", "/api/games")[0] == 200


def test_moments_are_explored_and_tried_by_the_rules(judged: tuple[House, PlainJudge]) -> None:
    house, _ = judged
    ann, _, key = finished(house)
    moment = {"key": key, "at": 0}
    legal = ann.get(f"/api/replay/{key}?side=white")["frames"][0]["view"]["legal"]
    asked = {"moment": moment, "known": "white", "actions": legal[:1]}
    assert ann.post("/api/explore", asked) == {"at": 0, "known": "white", "actions": legal[:1]}
    assert ann.post("/api/try", {"moment": moment, "action": legal[0]}) == {"at": 0, "action": legal[0]}
    assert refusal(ann.post("/api/explore", {"moment": {"key": key, "at": 999}})) == "no-such-moment"
    assert refusal(ann.post("/api/explore", {"moment": moment, "actions": ["what?"]})) == "bad-notation"
    assert refusal(ann.post("/api/explore", {"moment": moment, "actions": ["~"]}))
    assert refusal(ann.post("/api/explore", {"moment": {"at": 0}})) == "bad-message"
    assert refusal(ann.post("/api/explore", {"moment": moment | {"record": RECORD}})) == "bad-message"


@pytest.mark.parametrize("against", ["level", "screen", "link"])
def test_a_game_is_taken_up_from_a_moment_as_its_seat_knew_it(
    judged: tuple[House, PlainJudge], against: str
) -> None:
    house, _ = judged
    ann, _, key = finished(house, 6)
    level = "limu" if against == "level" else None
    wish = {"game": "kahuna", "against": against, "level": level, "seat": "white"}
    made = ann.post("/api/take-up", wish | {"moment": {"key": key, "at": 4}})
    frame = ann.get(f"/api/replay/{key}?side=white")["frames"][4]
    with ann.at(f"game={made['id']}") as page:
        assert page.last["room"]["from_position"]
        if against == "link":
            assert page.last["view"] is None
            return
        if against == "screen":
            page.ask("look", seat=frame["view"]["to_move"])
            assert page.last["view"]["turn"] == frame["view"]["turn"]
            return
        for part in ("bridges", "hand", "row", "stack", "cards", "known", "turn", "to_move"):
            assert page.last["view"][part] == frame["view"][part]
        replay = given_up(page)
    again = ann.get(f"/api/replay/{replay}")
    assert again["frames"][0]["view"]["bridges"] == frame["view"]["bridges"]
    assert refusal(ann.post("/api/take-up", wish | {"moment": {"key": key, "at": 99}})) == "no-such-moment"
    wrong = wish | {"game": "exahuna", "moment": {"key": key, "at": 4}}
    assert refusal(ann.post("/api/take-up", wrong)) in ("bad-rules", "no-such-level")


def test_the_opponent_of_a_game_taken_up_is_dealt_anew(judged: tuple[House, PlainJudge]) -> None:
    house, _ = judged
    ann, _, key = finished(house, 4)
    hands = set()
    for _ in range(6):
        wish = {"game": "kahuna", "against": "level", "level": "limu", "seat": "white"}
        made = ann.post("/api/take-up", wish | {"moment": {"key": key, "at": 4}})
        with ann.at(f"game={made['id']}") as page:
            replay = given_up(page)
        frames = ann.get(f"/api/replay/{replay}")["frames"]
        hands.add(tuple(frames[0]["hands"]["black"]))
    assert len(hands) > 1


def test_a_review_that_fails_says_so_and_is_not_kept(judged: tuple[House, PlainJudge]) -> None:
    house, judge = judged
    ann, _, key = finished(house)
    judge.fails = True
    assert lines(ann, key) == [{"type": "stopped", "code": "review-failed"}]
    assert refusal(ann.post("/api/explore", {"moment": {"key": key, "at": 0}})) == "review-failed"
    judge.fails = False
    assert lines(ann, key)[-1]["type"] == "done"


def test_reviews_are_bounded_and_a_host_can_switch_deep_ones_off(tmp_path: Path) -> None:
    limits = LOOSE._replace(reviews_by_address=2, reviews_at_once_by_address=1)
    judge = PlainJudge()
    with serving(tmp_path / "r.db", judge=judge, limits=limits, deepest="normal") as house:
        ann, _, key = finished(house)
        _, _, other = finished(house)
        assert ann.get("/api/status")["reviews"] == ["quick", "normal"]
        assert refusal(ann.get(f"/api/review/{key}?depth=deep")) == "no-review"
        gate(house, judge)
        connection, answer = opened(ann, f"/api/review/{key}?depth=normal")
        answer.readline()
        bob = house.visitor()
        bob.cookie = None
        assert refusal(bob.get(f"/api/review/{other}?depth=normal")) == "too-many-reviews"
        ungate(house, judge)
        answer.read()
        connection.close()
        assert refusal(ann.get(f"/api/review/{other}")) == "too-many-reviews"
        assert lines(ann, key, "normal")[0]["type"] == "done", "what is kept costs nothing"
    assert judge.closed
    with serving(tmp_path / "r.db", judge=PlainJudge(), deepest=None) as house:
        assert house.visitor().get("/api/status")["reviews"] == []
        assert refusal(house.visitor().get(f"/api/review/{key}")) == "no-review"


def test_one_record_is_read_once_and_others_count_for_their_address(tmp_path: Path) -> None:
    limits = LOOSE._replace(records_by_address=1)
    with serving(tmp_path / "r.db", judge=PlainJudge(), limits=limits) as house:
        ann = house.visitor()
        moment = {"record": RECORD, "at": 0}
        for _ in range(3):
            assert ann.post("/api/explore", {"moment": moment})["at"] == 0
        other = {"record": RECORD | {"meta": {"another": 1}}, "at": 0}
        assert refusal(ann.post("/api/explore", {"moment": other})) == "too-fast"


def test_kept_reviews_go_with_their_game_their_age_and_for_lack_of_room(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db", 0)

    async def run() -> None:
        day = 86_400_000
        for number in range(5):
            await store.keep_review(
                KeptReview(f"r{number}", "quick", "1", None, number * day, b"{}", b"body")
            )
        await store.keep_review(KeptReview("r4", "quick", "2", None, 4 * day, b"{}", b"newer"))
        assert await store.review("r4", "quick", "1") is None
        assert await store.review("r4", "quick", "2") == b"newer"
        await store.prune(4 * day, Retention(finished_days=2), 50)
        assert [await store.review(f"r{n}", "quick", "1") for n in range(4)] == [None, None, b"body", b"body"]
        await store.prune(4 * day, Retention(finished_days=0, most_bytes=1), 50)
        assert await store.review("r3", "quick", "1") is None

    asyncio.run(run())
    store.close()


def test_who_hangs_up_before_the_first_line_is_listened_for_no_longer(
    judged: tuple[House, PlainJudge],
) -> None:
    """The stream is never begun then, so nothing in it can notice."""
    house, judge = judged
    _, _, key = finished(house)
    gate(house, judge)

    async def hang_up() -> None:
        live, record = await house.lobby.finished_room(key)
        hearing = await house.lobby.reviews.listen(named(record, live.room.id), "deep", "ann", "there")
        sent: list[Any] = []

        async def gone() -> Any:
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        assert house.lobby.reviews._listening
        await ReviewLines(hearing)({"type": "http", "asgi": {"spec_version": "2.3"}}, gone, send)
        while house.lobby.reviews._jobs:
            await asyncio.sleep(0.01)

    asyncio.run_coroutine_threadsafe(hang_up(), house.loop).result(30)
    ungate(house, judge)
    assert not house.lobby.reviews._listening

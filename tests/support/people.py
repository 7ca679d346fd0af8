"""People at the table: they see what the page offers, in its DOM alone, and press it by mouse, keys or finger.

    Mouse(sit(visitors, "exahuna")).play()  # until the game is over

What is played is random, with a fixed seed; a hand is played from and filled up every turn so that rounds end.
"""

import re
from contextlib import suppress
from random import Random
from typing import ClassVar, cast

from playwright.sync_api import Locator, Page, TimeoutError

from support.sight import OTHER, SEE, Sight, Spot


class Person:
    """Someone at a table. What differs between mouse, keys and finger is how they press something."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.luck = page, Random(seed)

    def card(self, sight: Sight, i: int) -> None:
        """Presses a card of the hand."""
        self._press(sight["hand"][i]["at"])

    def row(self, sight: Sight, i: int) -> None:
        """Presses a card of the row, or the stack."""
        self._press(sight["row"][i]["at"])

    def kind(self, sight: Sight, i: int) -> None:
        """Presses a kind of Special's bridges."""
        self._press(sight["kinds"][i]["at"])

    def act(self, sight: Sight, name: str) -> None:
        """Presses one of the buttons below the board."""
        self._press(sight["acts"][name]["at"])

    def link(self, sight: Sight) -> str:
        """Presses any link that glows, once."""
        link = self.luck.choice(sorted(sight["glow"]))
        self._press(sight["glow"][link])
        return link

    def link_again(self, sight: Sight, link: str) -> None:
        """Presses the same link once more."""
        self._press(sight["glow"][link])

    def go_on(self) -> None:
        """Leaves the score of a round, if it has not gone by itself."""
        with suppress(TimeoutError):
            self._press_this(self.page.locator(".round-end .btn.primary"))

    def hurry(self) -> None:
        """Ends the waiting for what the page shows; does nothing else, for no offer ever comes there."""
        self._press(self._middle(".say .tag"))

    def _press(self, at: Spot) -> None:
        raise NotImplementedError

    def _press_this(self, node: Locator) -> None:
        """Presses this and nothing that may lie there a moment later."""
        node.click(timeout=3000)

    def _middle(self, query: str) -> Spot:
        box = self.page.locator(query).first.bounding_box() or {"x": 1, "y": 1, "width": 0, "height": 0}
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def see(self) -> Sight:
        """What is to be seen now."""
        return cast(Sight, self.page.evaluate(SEE))

    def until_changed(self, before: Sight) -> Sight:
        """Waits until the log has grown or the state is another one."""
        self.page.wait_for_function(OTHER, arg=[before["state"], before["told"]])
        return self.see()

    def wait(self) -> Sight:
        """Until there is something to do, without patience."""
        for _ in range(2000):
            sight = self.see()
            if sight["state"] == "round":
                self.go_on()
            elif sight["state"] != "theirs":
                return sight
            else:
                self.hurry()
            self.page.wait_for_timeout(15)
        raise AssertionError("the opponent never moved")

    def play(self, turns: int = 1000) -> Sight:
        """Plays so many turns, or to the end of the game; what is to be seen then."""
        for _ in range(turns):
            sight = self.wait()
            if sight["state"] != "mine":
                return sight
            if sight["hand"] or sight["row"]:
                self.cards_turn(sight)
            else:
                self.hex_turn(sight)
        return self.see()

    def cards_turn(self, sight: Sight) -> None:
        """A turn of Kahuna: at most two builds, a removal if it offers itself, then a card."""
        for _ in range(2):
            if sight["state"] == "mine":
                sight = self.build(sight)
        if sight["state"] == "mine":
            self.end(sight)

    def build(self, sight: Sight) -> Sight:
        """Plays one or two cards, if they find a link."""
        count, n = len(sight["hand"]), self.luck.choice((1, 1, 1, 2))
        if count < n or not all(card["can"] for card in sight["hand"]):
            return sight
        tried = self.luck.sample(range(count), n)
        for i in tried:
            self.card(sight, i)
        picked = self.see()
        assert [i for i, card in enumerate(picked["hand"]) if card["on"]] == sorted(tried), picked["said"]
        if picked["glow"]:
            return self.choose_link(picked)
        for i in tried:
            self.card(picked, i)
        return self.see()

    def choose_link(self, sight: Sight) -> Sight:
        """Presses a link until something is built."""
        self.link(sight)
        return self.until_changed(sight)

    def end(self, sight: Sight) -> Sight:
        """Ends the turn with a card, for which room is made if need be, or takes none.

        The opponent may have answered before anybody looks: only the log tells that the turn has ended.
        """
        if sight["acts"]["discard"]["can"] and len(sight["hand"]) == 5:
            self.act(sight, "discard")
            self.card(self.see(), 0)
            self.act(self.see(), "end")
            sight = self.until_changed(sight)
        slots = [i for i, card in enumerate(sight["row"]) if card["can"]]
        if slots:
            slot = self.luck.choice(slots)
            self.row(sight, slot)
            lifted = self.see()
            assert lifted["row"][slot]["on"], f"the first press lifts: {lifted['said']}"
            self.row(lifted, slot)
        else:
            self.act(sight, "decline" if "decline" in sight["acts"] else "end")
            asked = self.see()
            assert asked["told"] == sight["told"], "the first press only asks"
            self.act(asked, "end")
        return self.until_changed(sight)

    def hex_turn(self, sight: Sight) -> None:
        """A move of Exahuna or Special."""
        if sight["kinds"]:
            if sight["acts"]["joker"]["can"] and self.luck.random() < 0.3:
                self.joker(sight)
                return
            kinds = [i for i, kind in enumerate(sight["kinds"]) if kind["can"]]
            if kinds:
                self.kind(sight, self.luck.choice(kinds))
            sight = self.see()
        if sight["glow"]:
            self.twice(sight)
        else:
            for _ in range(2):
                self.act(self.see(), "end")
            self.until_changed(sight)

    def joker(self, sight: Sight) -> None:
        """Replaces a joker by another bridge."""
        self.act(sight, "joker")
        jokers = self.see()
        assert jokers["glow"], jokers["said"]
        assert jokers["acts"]["joker"]["on"]
        self.link(jokers)
        self.twice(self.see())

    def twice(self, sight: Sight) -> None:
        """A place is pressed once, and nothing happens; then again."""
        link = self.link(sight)
        asked = self.see()
        assert (asked["told"], asked["state"]) == (sight["told"], "mine"), "the first press only asks"
        self.link_again(asked, link)
        self.until_changed(asked)


class Mouse(Person):
    """By mouse."""

    def _press(self, at: Spot) -> None:
        self.page.mouse.click(*at)


# A browser makes a click out of a tap a moment later: whoever looks before that sees nothing of it.
LISTEN = """() => {
    window.tapped = new Promise((heard) => addEventListener("click", heard, { once: true, capture: true }));
}"""
HEARD = """async () => {
    await Promise.race([window.tapped, new Promise((late) => setTimeout(late, 5000))]);
}"""


class Touch(Person):
    """With a finger: the first tap on a link shows what it would do, the second does it."""

    def _press(self, at: Spot) -> None:
        self.page.evaluate(LISTEN)
        self.page.touchscreen.tap(*at)
        self.page.evaluate(HEARD)

    def _press_this(self, node: Locator) -> None:
        node.tap(timeout=3000)

    def choose_link(self, sight: Sight) -> Sight:
        """Two taps."""
        link = self.link(sight)
        shown = self.see()
        assert shown["told"] == sight["told"], "the first tap only shows"
        self.link_again(sight, link)
        return self.until_changed(sight)


class Keys(Person):
    """By keyboard alone."""

    ACTS: ClassVar = {
        "undo": "u",
        "hint": "h",
        "end": "t",
        "decline": "d",
        "discard": "x",
        "joker": "j",
    }

    def card(self, sight: Sight, i: int) -> None:
        """Its number."""
        self.page.keyboard.press(str(i + 1))

    def kind(self, sight: Sight, i: int) -> None:
        """Its number."""
        self.page.keyboard.press(str(i + 1))

    def row(self, sight: Sight, i: int) -> None:
        """Q, W, E for the row and R for the stack; its words say which."""
        slot = re.search(
            r"row (\d)", self.page.locator(".market > button").nth(i).get_attribute("aria-label") or ""
        )
        self.page.keyboard.press("qwe"[int(slot[1]) - 1] if slot else "r")

    def act(self, sight: Sight, name: str) -> None:
        """Its letter."""
        self.page.keyboard.press(self.ACTS[name])

    def link(self, sight: Sight) -> str:
        """To the board, some steps along what glows, and Enter."""
        self.page.keyboard.press("b")
        for _ in range(self.luck.randrange(3)):
            self.page.keyboard.press(self.luck.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        link = str(self.page.evaluate("document.querySelector('.hit:focus-visible')?.dataset.link"))
        assert link in sight["glow"], f"the keys lead to {link}, which does not glow"
        self.page.keyboard.press("Enter")
        return link

    def link_again(self, sight: Sight, link: str) -> None:
        """It still has the focus."""
        assert link in sight["glow"]
        self.page.keyboard.press("Enter")

    def go_on(self) -> None:
        """Its button has the focus."""
        self.page.keyboard.press("Enter")

    def hurry(self) -> None:
        """A key that means nothing."""
        self.page.keyboard.press("Shift")

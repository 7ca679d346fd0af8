"""A whole bot for all three games. Let it play:

    kahuna match "exec:python3 examples/first_bot.py" random --pairs 20

It looks at what each legal action does at once: win islands, break the enemy's control, else build on.
"""

import json
import re
import sys

# How many of an island's links are needed to control it (docs/rules.md), where it is not the usual number.
NEEDED = {"ALOA": 2, "ELAI": 4, "LALE": 2, "a1": 3, "a3": 3, "c1": 3, "c5": 3, "e1": 3, "e3": 3}


def needed(island):
    return NEEDED.get(island, 3 if island.isupper() else 4)


def islands(text):
    """The islands named in an action or a link: "HUNA>ELAI", "3:a1-a2", ..."""
    return re.findall("[A-Z]{4}|[a-e][1-5]", text)


def bridges(view, island):
    """How many bridges lie there, mine and the enemy's."""
    here = [bridge for link, bridge in view["bridges"].items() if island in islands(link)]
    # In Special a bridge has a colour and a kind.
    colours = [bridge["colour"] if isinstance(bridge, dict) else bridge for bridge in here]
    mine = colours.count(view["seat"])
    return mine, len(colours) - mine


def gain(view, island, points):
    """What one more bridge of mine, with these points in Special, is worth to me at this island."""
    mine, theirs = bridges(view, island)
    if view["control"].get(island) == view["seat"]:
        return 0
    wins = mine + 1 >= needed(island)
    if "values" in view and mine + 1 == 3:  # in Special three of six links are enough, with more points
        enemy = "black" if view["seat"] == "white" else "white"
        wins = wins or view["values"][island][view["seat"]] + points > view["values"][island][enemy]
    if wins:
        return 20 + 4 * theirs  # the enemy's bridges there come off
    return 0 if island in view["control"] else 1 + mine


def score(view, action):
    """How much I like this action. docs/notation.md describes how actions are written."""
    ends = islands(action)[-2:]
    if action[0] == "+":  # take a card, best for an island where I have begun
        card = view["row"][int(action[1]) - 1] if len(action) > 1 else None
        return 1 + gain(view, card, 1) / 100 if card else 1
    if action == "-":
        return 0
    if " x" in action:  # two cards for one enemy bridge: when that breaks their control
        return 8 * sum(i in view["control"] and bridges(view, i)[1] == needed(i) for i in ends)
    if action[0] == "~" or len(islands(action)) == 4:
        return -1  # secret discards and joker moves: when there is nothing else
    kind = action.split(":")[0]  # the rest places a bridge
    points = int(kind) if kind.isdigit() else 1
    return sum(gain(view, island, points) for island in ends) + points / 10


def say(message):
    """Sends one line of JSON at once: a bot that does not flush loses on time."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "ready", "name": "first bot"})
    elif message["type"] == "choose":
        view = message["view"]
        say({"type": "action", "action": max(view["legal"], key=lambda action: score(view, action))})
    elif message["type"] == "quit":
        break

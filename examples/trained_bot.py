"""Plays what examples/policy_gradient.py has learnt, by the bot protocol (docs/bots.md):

python examples/policy_gradient.py --out policy.npz
kahuna match "exec:python examples/trained_bot.py policy.npz" greedy --pairs 20
"""

import json
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one position is too little work for several threads

import numpy as np

from kahuna.envs.observation import encode
from kahuna.table.notation import codes_of


def say(message):
    """One line of JSON, sent at once."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def best(weights, view):
    """The legal action with the highest score, and the position's chance to win."""
    scores = encode(view) @ weights[:-1] + weights[-1]
    codes = [codes_of(view["game"])[text] for text in view["legal"]]
    return view["legal"][int(np.argmax(scores[codes]))], (np.tanh(scores[-1]) + 1) / 2


learnt = np.load(sys.argv[1] if len(sys.argv) > 1 else "policy.npz")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "ready", "name": "trained bot"})
    elif message["type"] == "start" and message["game"] != str(learnt["game"]):
        sys.exit(f"this bot has learnt {learnt['game']}, not {message['game']}")
    elif message["type"] == "choose":
        action, value = best(learnt["weights"], message["view"])
        say({"type": "action", "action": action, "value": float(value)})
    elif message["type"] == "quit":
        break

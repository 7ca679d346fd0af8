"""The rules in short, for `rules` at the prompt; docs/rules.md tells them in full."""

KAHUNA = """\
KAHUNA. Win islands by bridges. You control an island while your bridges lie on more than half of its links.
When you win one, all enemy bridges there fall, which may cost the enemy other islands.
Your turn: either play any number of cards or put any number away secretly; then take a card or decline.
- One card builds a bridge on a free link of its island.
- Two cards that each name an end of an enemy bridge (A+B, A+A or B+B) remove it.
- You hold at most five cards. Nobody may decline right after the other declined.
A round ends when stack and row are empty. More islands: 1 point after round 1, 2 after round 2, the difference
after round 3, when each has one more turn without taking. From round 2 on, a side without a bridge loses at once
if the other has one. Equal points: who scored in round 3, then who has more bridges.
Planning variant: no building at islands the enemy controls; a removed bridge may be replaced by
yours at once (xx) if the enemy then controls neither end."""

EXAHUNA = """\
EXAHUNA. White begins; each move puts one of your 32 bridges on any free link, also at islands the enemy controls.
More than half of an island's links (3 of 5, 4 of 6) controls it; when you win one, the enemy's bridges there leave
the game for good. Only who cannot build passes. The game ends when both supplies are used up, or after two passes
in a row. More islands win, then more bridges."""

SPECIAL = """\
EXAHUNA SPECIAL. As Exahuna, with four bridges of each kind: values 1 2 3 4, and minus, joker, valour, double (value 1).
- An island with 6 links (all but the corners) is also won with three links and more points there than the enemy.
- minus: every enemy bridge on its two islands counts one less there, never below 0.
- valour: every other own bridge on its two islands counts one more there.
- joker: instead of building, move another of your bridges to your joker's place; the joker leaves the game.
- double: at the end its two islands are worth twice as much each, for whoever controls them.
Who cannot place may move a joker or pass.
More worth wins, then more bridges."""

RULES = {"kahuna": KAHUNA, "exahuna": EXAHUNA, "exahuna-special": SPECIAL}

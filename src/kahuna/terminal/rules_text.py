"""The rules in short, for `rules` at the prompt, a paragraph a line; docs/rules.md tells them in full."""

KAHUNA_RULES = """\
KAHUNA. Win islands by bridges. You control an island while your bridges lie on more than half of its links. \
When you win one, all enemy bridges there fall, which may cost the enemy other islands.
Your turn: either play any number of cards or discard any number secretly; then take a card or decline.
- One card builds a bridge on a free link of its island.
- Two cards that each name an end of an enemy bridge (A+B, A+A or B+B) remove it.
- A hand has at most five cards. Nobody may decline right after the other declined.
A round ends when stack and row are empty. More islands: 1 point after round 1, 2 after round 2, the difference \
after round 3, when each has one more turn without taking. From round 2 on, a side without a bridge loses at once \
if the other has one. Equal points: who scored in round 3, then who has more bridges.
Planning variant: no building at islands the enemy controls; a removed bridge may be replaced by \
yours at once (xx) if the enemy then controls neither end."""

EXAHUNA_RULES = """\
EXAHUNA. White begins; each move puts one of your 32 bridges on any free link, also at islands the enemy controls. \
More than half of an island's links (3 of 5, 4 of 6) controls it; when you win one, the enemy's bridges there leave \
the game for good. You may pass only when you cannot build. The game ends when both supplies are used up, or after \
two passes in a row. More islands win, then more bridges."""

SPECIAL_RULES = """\
EXAHUNA SPECIAL. White begins; each move puts one of your 32 bridges on any free link, also at islands the enemy \
controls, or moves a joker. You have four of each kind: 1, 2, 3 and 4 count their value; minus, joker, valour and \
double count 1.
Control. A corner (5 links): 3 of its links, whatever the points. Any other island (6 links): 4 of its links, whatever \
the points, or 3 and more points there than the enemy. When you win an island, the enemy's bridges there leave the \
game for good.
Points are counted island by island: of each bridge there its value, one more for each other valour of its owner, \
one less for each enemy minus there; below 0 counts as 0.
- minus: every enemy bridge on its two islands counts one less there. A bridge at 0 keeps its link and its power.
- valour: every other bridge of yours on its two islands counts one more there.
- joker: as a whole move, another bridge of yours takes its place, of whatever kind, and stays that kind; the joker \
leaves the game, and the link the bridge came from is free. You may lose islands by it.
- double: at the end its two islands are worth twice as much, two doubles four times, for whoever controls them.
A move is settled step by step: first the mover clears every island just won, all at once, and again as long as that \
wins more; then the opponent once, and so on until nothing changes. An island lost and won back on the way is not \
cleared again.
If you can place, you must place or move a joker; if you cannot, you may move a joker or pass. The game ends when both \
supplies are used up, even if jokers could still move, or after two passes in a row. More worth wins, then more \
bridges; otherwise it is tied."""

RULES = {"kahuna": KAHUNA_RULES, "exahuna": EXAHUNA_RULES, "exahuna-special": SPECIAL_RULES}

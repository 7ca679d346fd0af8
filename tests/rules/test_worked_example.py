"""The worked example of the printed rules, the same in all four languages, both of its turns."""

from support.positions import after, bridges, control, kahuna_at, legal, table_at

WHITE = "ALOA-DUDA DUDA-ELAI DUDA-HUNA ELAI-HUNA BARI-ELAI BARI-COCO"
BLACK = "ALOA-BARI ALOA-HUNA HUNA-IFFI HUNA-LALE ELAI-FAAA ELAI-IFFI ELAI-JOJO"
START = kahuna_at(
    white=WHITE,
    black=BLACK,
    white_hand="ALOA BARI COCO",
    black_hand="ELAI HUNA HUNA",
    row="IFFI KAHU LALE",
)
# Each action, the bridge it lays, the bridges that go, and after it White's stones and Black's.
STORY = [
    ("BARI>DUDA", {"BARI-DUDA"}, {"ALOA-BARI"}, {"BARI", "DUDA"}, {"HUNA"}),
    ("ALOA>BARI", {"ALOA-BARI"}, {"ALOA-HUNA"}, {"ALOA", "BARI", "DUDA"}, set()),
    ("-", set(), set(), {"ALOA", "BARI", "DUDA"}, set()),
    ("HUNA+HUNA x ELAI-HUNA", set(), {"ELAI-HUNA"}, {"ALOA", "BARI", "DUDA"}, set()),
    ("ELAI>HUNA", {"ELAI-HUNA"}, {"DUDA-HUNA", "DUDA-ELAI", "BARI-ELAI"}, {"ALOA", "BARI"}, {"ELAI", "HUNA"}),
]


def test_the_printed_example_starts_with_the_stones_it_speaks_of() -> None:
    """Control: Black's stones on ALOA and HUNA, White's on DUDA, none elsewhere."""
    assert bridges(START) == {"white": set(WHITE.split()), "black": set(BLACK.split())}
    assert control(START) == {"white": {"DUDA"}, "black": {"ALOA", "HUNA"}}


def test_the_printed_example_plays_out_as_told() -> None:
    """K3, K4, K5, Control, Capture: every bridge and stone before and after each action of both turns."""
    state = START
    for action, laid, gone, white_stones, black_stones in STORY:
        own, other = ("white", "black") if state.seat == 0 else ("black", "white")
        before = bridges(state)
        assert not laid & (before["white"] | before["black"])
        assert gone <= before[other]
        assert action in legal(state)
        state = after(state, action)
        assert bridges(state) == {own: before[own] | laid, other: before[other] - gone}
        assert control(state) == {"white": white_stones, "black": black_stones}
    assert bridges(state) == {
        "white": {"ALOA-BARI", "ALOA-DUDA", "BARI-COCO", "BARI-DUDA"},
        "black": {"ELAI-FAAA", "ELAI-HUNA", "ELAI-IFFI", "ELAI-JOJO", "HUNA-IFFI", "HUNA-LALE"},
    }


def test_the_printed_example_is_told_by_its_events() -> None:
    """K4, K5, Capture: what each action did, cause before effect."""
    game = table_at(START)
    told = []
    for action, *_ in STORY:
        game.play(action)
        told.append([" ".join(map(str, event.values())) for event in game.events(None)])
    assert told == [
        [
            "played white ['BARI']", "placed white BARI-DUDA", "won white BARI",
            "fell black ALOA-BARI", "lost black ALOA",
        ],
        [
            "played white ['ALOA']", "placed white ALOA-BARI", "won white ALOA",
            "fell black ALOA-HUNA", "lost black HUNA",
        ],
        ["declined white", "turn black"],
        ["played black ['HUNA', 'HUNA']", "removed white ELAI-HUNA"],
        [
            "played black ['ELAI']", "placed black ELAI-HUNA", "won black ELAI", "won black HUNA",
            "fell white BARI-ELAI", "fell white DUDA-ELAI", "fell white DUDA-HUNA", "lost white DUDA",
        ],
    ]  # fmt: skip

"""Matches, ladders and calibrations as text for people."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from kahuna.arena.checkout import Figures
from kahuna.arena.statistics import MAX_ELO

MAX_DETAILS = 3  # faults of which the traceback is shown


def match_text(figures: Figures) -> str:
    """The summary of a match."""
    first, second = figures["players"]
    lines = [f"{first} against {second}", f"{settings_text(figures)}, {_pairs(figures['pairs'])}", ""]
    if figures["pairs"]:
        zero, half, one, more, two = figures["pentanomial"]
        seats = figures["by_seat"]
        rows = [
            ("score", f"{figures['score']:.3f}", _between(f"{end:.3f}" for end in figures["interval"])),
            ("Elo", elo_text(figures["elo"]), _between(elo_text(end) for end in figures["elo_interval"])),
            *_luck_rows(figures),
            ("games", f"{figures['wins']} won, {figures['ties']} tied, {figures['losses']} lost", ""),
            (
                "pairs",
                f"{two} with 2 points, {more} with 1.5, {one} with 1, {half} with 0.5, {zero} with 0",
                "",
            ),
            ("seats", f"{seats['white']:.3f} as White, {seats['black']:.3f} as Black", ""),
            (
                "time",
                " and ".join(_milliseconds(ms) for ms in figures["ms_per_decision"]) + " a decision",
                "",
            ),
        ]
        lines += [f"{label:<8}{value:<12}{rest}".rstrip() for label, value, rest in rows]
    if figures["sprt"]:
        lines.append(f"{'test':<8}{_test_text(figures['sprt'])}")
    lines += _fault_lines(figures["faults"])
    if figures["distinct_pairs"] < figures["pairs"]:
        lines.append(_repeated(figures["distinct_pairs"], figures["pairs"]))
    if figures["stopped"]:
        lines.append(f"stopped before the end: {figures['stopped']}")
    return "\n".join(lines)


def _luck_rows(figures: Figures) -> list[tuple[str, str, str]]:
    """The score without the luck of the cards, if it was worked out."""
    if "adjusted" not in figures:
        return []
    interval = _between(f"{end:.3f}" for end in figures["adjusted_interval"])
    ratio = figures["variance_ratio"]
    told = f"; variance {ratio:.2f} of the plain score's" if ratio is not None else ""
    return [("no luck", f"{figures['adjusted']:.3f}", interval + told)]


def elo_text(elo: float) -> str:
    """An Elo difference with its sign; one that is too large to be measured says so."""
    if abs(elo) >= MAX_ELO:
        return f"over +{MAX_ELO:.0f}" if elo > 0 else f"below -{MAX_ELO:.0f}"
    return f"{elo:+.0f}"


def _between(ends: Iterable[str]) -> str:
    return f"95 % interval {' to '.join(ends)}"


def settings_text(figures: Figures) -> str:
    """The game and all that was set."""
    rules = figures["rules"]
    parts = [figures["game"]]
    if rules["planning"]:
        parts.append("planning")
    if rules["handicap"]:
        parts.append(f"handicap {rules['handicap_to']}:{rules['handicap']}")
    if rules["first"] != "white":
        parts.append("Black begins")
    if figures.get("opening"):
        parts.append(f"first {figures['opening']} actions by lot")
    if figures["time_ms"]:
        parts.append(f"{figures['time_ms']:g} ms a decision")
    return ", ".join([*parts, f"seed {figures['seed']}"])


def _pairs(count: int) -> str:
    return f"{count} mirrored pair{'' if count == 1 else 's'}"


def _milliseconds(ms: float | None) -> str:
    return "-" if ms is None else f"{ms:.3g} ms" if ms < 1000 else f"{ms:.0f} ms"


def _test_text(test: Mapping[str, Any]) -> str:
    state = {
        None: "no verdict yet",
        "elo0": f"{test['elo0']:+g} accepted",
        "elo1": f"{test['elo1']:+g} accepted",
    }
    text = f"{test['elo0']:+g} or {test['elo1']:+g} Elo: {state[test['accepted']]}"
    text += f" (log likelihood ratio {test['llr']:+.2f}, bounds {test['bounds'][0]:+.2f} and {test['bounds'][1]:+.2f})"
    return text + ("; a score at such a moment is slightly exaggerated" if test["accepted"] else "")


def _fault_lines(faults: list[Mapping[str, Any]]) -> list[str]:
    if not faults:
        return [f"{'faults':<8}none"]
    kinds = Counter((fault["player"], fault["by"], fault["reason"]) for fault in faults)
    details = {(fault["player"], fault["by"], fault["reason"]): fault["detail"] for fault in faults}
    lines = []
    for row, ((player, by, reason), count) in enumerate(kinds.most_common(10)):
        lines.append(f"{'faults' if not row else '':<8}{count} by {player} ({by}): {reason}")
        detail = details[player, by, reason].splitlines()
        if row < MAX_DETAILS and len(detail) > 1:
            lines += [f"{'':<8}    {line}" for line in detail]
    return lines + ([f"{'':<8}and {len(kinds) - 10} other kinds"] if len(kinds) > 10 else [])


def _repeated(distinct: int, pairs: int) -> str:
    return (
        f"note: only {distinct} of the {pairs} pairs differ, since neither deals nor players vary; "
        "the intervals count each of them and are too narrow (--opening 2 makes them differ)"
    )


def ladder_text(figures: Figures) -> str:
    """The summary of a ladder."""
    players, pairings = figures["players"], figures["pairings"]
    total = sum(pairing["pairs"] for pairing in pairings)
    width = max(len(player["player"]) for player in players) + 2
    lines = [f"{settings_text(figures)}, {_pairs(total)}", ""]
    lines.append(
        f"{'player':<{width}}{'rating':>8}{'95 % interval':>18}{'score':>8}{'games':>8}{'a decision':>13}"
    )
    for player in players:
        rating = interval = score = "-"
        if player["rating"] is not None:
            rating = f"{player['rating']:+.0f}"
            interval = " to ".join(f"{end:+.0f}" for end in player["interval"])
        if player["score"] is not None:
            score = f"{player['score']:.3f}"
        time = _milliseconds(player["ms_per_decision"])
        lines.append(
            f"{player['player']:<{width}}{rating:>8}{interval:>18}{score:>8}{player['games']:>8}{time:>13}"
        )
    lines += ["", *_pairing_lines(pairings, width), *_luck_lines(pairings, width)]
    lines += ["", *_fault_lines(figures["faults"])]
    if figures["stopped"]:
        lines.append(f"stopped before the end: {figures['stopped']}")
    return "\n".join(lines)


def _pairing_lines(pairings: list[Mapping[str, Any]], width: int) -> list[str]:
    lines = [f"{'pairing':<{2 * width}}{'score':>8}{'95 % interval':>18}{'expected':>10}{'deviations':>12}"]
    for pairing in pairings:
        first, second = pairing["players"]
        interval = " to ".join(f"{end:.3f}" for end in pairing["interval"])
        note = "  the ratings do not explain this" if pairing["unexplained"] else ""
        if pairing["distinct_pairs"] < pairing["pairs"]:
            note += f"  only {pairing['distinct_pairs']} of {pairing['pairs']} pairs differ"
        lines.append(
            f"{first:<{width}}{second:<{width}}{pairing['score']:>8.3f}{interval:>18}"
            f"{pairing['expected']:>10.3f}{round(pairing['deviations'], 1) + 0.0:>+12.1f}{note}"
        )
    return lines


def _luck_lines(pairings: list[Mapping[str, Any]], width: int) -> list[str]:
    """The scores without the luck of the cards, if they were worked out."""
    told = [pairing for pairing in pairings if pairing.get("adjusted") is not None]
    lines = ["", f"{'no luck':<{2 * width}}{'score':>8}{'95 % interval':>18}{'variance':>10}"] if told else []
    for pairing in told:
        first, second = pairing["players"]
        interval = " to ".join(f"{end:.3f}" for end in pairing["adjusted_interval"])
        ratio = "-" if pairing["variance_ratio"] is None else f"{pairing['variance_ratio']:.2f}"
        lines.append(f"{first:<{width}}{second:<{width}}{pairing['adjusted']:>8.3f}{interval:>18}{ratio:>10}")
    return lines


def calibration_text(figures: Figures) -> str:
    """The summary of a calibration."""
    lines = [f"{figures['player']}: {settings_text(figures)}, {figures['games']} games", ""]
    lines.append(f"{'said':>12}{'positions':>12}{'mean said':>12}{'real':>8}{'95 % interval':>18}")
    for row in figures["bins"]:
        line = f"{row['from']:>6.1f} - {row['to']:.1f}{row['positions']:>12,}"
        if row["positions"]:
            interval = " to ".join(f"{end:.3f}" for end in row["interval"])
            line += f"{row['said']:>12.3f}{row['real']:>8.3f}{interval:>18}"
        lines.append(line)
    if figures["positions"]:
        lines += [
            "",
            f"expected calibration error {figures['error']:.4f}, Brier score {figures['brier']:.4f}; "
            f"log odds times {figures['confidence']:.2f} would fit best",
            f"perfect chances would show an error of about {figures['noise']:.4f} with so many games",
        ]
    if figures["moments"]:
        lines += ["", f"{'moment':>20}{'positions':>12}{'error':>9}{'by chance':>11}{'best factor':>13}"]
        lines += [
            f"{row['moment']:>20}{row['positions']:>12,}{row['error']:>9.4f}{row['noise']:>11.4f}"
            f"{row['confidence']:>13.2f}"
            for row in figures["moments"]
        ]
    return "\n".join(lines)

"""Labels: what a turn is called, and when the milder word stands."""

import pytest

from kahuna.review.labels import accuracy, careful_label, decided, label_of


@pytest.mark.parametrize(
    ("loss", "label"),
    [
        (-0.3, "best"), (0.0, "best"), (0.0099, "best"), (0.01, "good"), (0.0299, "good"), (0.03, "slip"),
        (0.0799, "slip"), (0.08, "mistake"), (0.1799, "mistake"), (0.18, "blunder"), (1.0, "blunder"),
    ],
)  # fmt: skip
def test_a_certain_loss_has_the_label_of_its_size(loss: float, label: str) -> None:
    assert label_of(loss) == label
    assert careful_label(loss, 0.0) == label


def test_a_loss_that_is_not_clearly_larger_than_its_uncertainty_is_none() -> None:
    assert careful_label(0.19, 0.1) == "best"
    assert careful_label(0.19, 0.001) == "blunder"


def test_near_a_border_the_milder_label_stands() -> None:
    assert careful_label(0.085, 0.01) == "slip"
    assert careful_label(0.085, 0.001) == "mistake"


def test_a_label_is_decided_far_from_every_border() -> None:
    assert decided(0.13, 0.01)
    assert not decided(0.13, 0.03)
    assert decided(-0.2, 0.05)


def test_accuracy_leaves_out_turns_without_a_choice() -> None:
    assert accuracy(["forced", "best", "good", "slip", "blunder"]) == 0.5
    assert accuracy(["forced"]) is None

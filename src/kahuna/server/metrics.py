"""What is counted while the server runs, for Prometheus. Nothing here names a game, a visitor or an address."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

REGISTRY = CollectorRegistry()
BUCKET_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Times(Collector):
    """How long something took, each time. The library's own histogram costs ten times as much an action."""

    def __init__(self, name: str, what: str) -> None:
        self.name, self.what = name, what
        self._counts = [0] * (len(BUCKET_SECONDS) + 1)
        self._sum = 0.0
        REGISTRY.register(self)

    def observe(self, seconds: float) -> None:
        """Counts one time."""
        self._counts[bisect_left(BUCKET_SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """As Prometheus reads it: for each bound, how many took at most that long."""
        bounds = [*map(str, map(float, BUCKET_SECONDS)), "+Inf"]
        family = HistogramMetricFamily(self.name, self.what)
        family.add_metric([], list(zip(bounds, accumulate(self._counts), strict=True)), self._sum)
        yield family


class HotCount(Collector):
    """A counter for something that happens with every action."""

    def __init__(self, name: str, what: str) -> None:
        self.name, self.what = name, what
        self.total = 0
        REGISTRY.register(self)

    def collect(self) -> Iterator[CounterMetricFamily]:
        """As Prometheus reads it."""
        yield CounterMetricFamily(self.name, self.what, self.total)


ACTIONS_PLAYED = HotCount("kahuna_actions", "Actions played")
STORING = Times("kahuna_store_seconds", "Time to store events")
ANSWERING = Times("kahuna_answer_seconds", "Time to answer a message")
REFUSALS = Counter("kahuna_refusals", "Refusals by reason", ["reason"], registry=REGISTRY)
FAILURES = Counter("kahuna_failures", "Errors of the server's own", ["kind"], registry=REGISTRY)
ROOMS = Gauge("kahuna_rooms", "Rooms in memory", registry=REGISTRY)
SOCKETS = Gauge("kahuna_sockets", "Pages connected", registry=REGISTRY)
CONNECTIONS = Gauge("kahuna_connections", "Connections, requests included", registry=REGISTRY)
TURNED_AWAY = Gauge(
    "kahuna_connections_turned_away", "Connections refused since the start", registry=REGISTRY
)
WAITING = Gauge("kahuna_thinking_queue", "Questions that wait for our players", registry=REGISTRY)
STORE_FAILURES = Gauge("kahuna_store_failures", "Batches not stored since the start", registry=REGISTRY)


def text() -> bytes:
    """Everything counted, as Prometheus reads it."""
    return generate_latest(REGISTRY)

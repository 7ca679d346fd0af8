"""What is counted while the server runs, for Prometheus. Nothing here names a game, a visitor or an address."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

ACTIONS = Counter("kahuna_actions", "Actions played", registry=REGISTRY)
STORING = Histogram("kahuna_store_seconds", "Time to store events", buckets=SECONDS, registry=REGISTRY)
ANSWERING = Histogram("kahuna_answer_seconds", "Time to answer a message", buckets=SECONDS, registry=REGISTRY)
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

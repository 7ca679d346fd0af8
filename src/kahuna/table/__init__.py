"""One game in progress: state, dealer and log; notation, records, views, events and worlds."""

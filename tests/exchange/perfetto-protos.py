# Reads a Perfetto trace with Perfetto's own generated protos (PyPI package "perfetto") and prints what it
# found as JSON: counts by kind and the number of fields that the public schema does not know.
import json
import sys
from collections import Counter

from google.protobuf.unknown_fields import UnknownFieldSet
from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as protos


def unknown(message):
    count = len(UnknownFieldSet(message))
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            parts = value if hasattr(value, "__len__") else [value]
            count += sum(unknown(part) for part in parts)
    return count


trace = protos.Trace()
with open(sys.argv[1], "rb") as file:
    trace.ParseFromString(file.read())
events = Counter(
    protos.TrackEvent.Type.Name(packet.track_event.type)
    for packet in trace.packet
    if packet.HasField("track_event")
)
print(
    json.dumps(
        {
            "packets": len(trace.packet),
            "tracks": sum(packet.HasField("track_descriptor") for packet in trace.packet),
            "unknown": sum(unknown(packet) for packet in trace.packet),
            **events,
        }
    )
)

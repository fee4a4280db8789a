"""It reads captures: from the bytes of a pcap or pcapng file, compressed or not, to TCP segments.

`capture_file.py` is the whole; `compressed.py` and `stream.py` are the bytes, `pcap.py` and `pcapng.py` what is around
packets, `link.py` and `internet.py` what is in them. Everything in a file is doubted: each length is checked before it
is used, and memory does not depend on what the file says.
"""

from inflight.capture.reading.capture_file import CaptureFile
from inflight.capture.reading.container import Interface
from inflight.capture.reading.segment import Segment
from inflight.capture.reading.trouble import NotACapture, Note

__all__ = ["CaptureFile", "Interface", "NotACapture", "Note", "Segment"]

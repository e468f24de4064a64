import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


# headers: with lower-case names. body: the raw bytes of the request, before any parsing.
def verify(secret: str, headers: dict[str, str], body: bytes, now: float | None = None) -> bool:
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(
        hmac.compare_digest(entry, f"v1,{expected}")
        for entry in headers["webhook-signature"].split(" ")
    )

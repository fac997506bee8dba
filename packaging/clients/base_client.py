from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Literal, Mapping, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class BoxError(Exception):
    """A refusal of the box: an HTTP status with a stable code and a sentence for a person."""

    def __init__(self, status: int, body: Any, retry_after: Optional[int]) -> None:
        facts = body if isinstance(body, dict) else {}
        super().__init__(facts.get("error", f"HTTP {status}"))
        self.status = status
        #: Such as "not_found"; empty = the response was none of the API.
        self.code: str = facts.get("code", "")
        #: The whole body, with the facts that some codes add.
        self.body: Any = body
        #: Seconds to wait before the next try; None = the box did not say.
        self.retry_after = retry_after


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The token is sent to the box alone."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class _BaseClient:
    """Sends requests with the token and reads responses."""

    def __init__(
        self,
        url: str,
        token: Optional[str] = None,
        *,
        ca_file: Optional[str] = None,
        timeout: float = 60.0,
    ) -> None:
        """`ca_file` holds the authority of the box in PEM, where the system does not trust it."""
        self._url = url.rstrip("/")
        self._token = token
        self._timeout = timeout
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=ca_file)),
            _NoRedirects(),
        )

    def _send(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] = {},
        body: Any = None,
    ) -> Any:
        given = {name: _text(value) for name, value in query.items() if value is not None}
        address = self._url + path + (f"?{urllib.parse.urlencode(given)}" if given else "")
        request = urllib.request.Request(address, method=method)
        request.add_header("Accept", "application/json, */*")
        if self._token is not None:
            request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            return self._opener.open(request, timeout=self._timeout)
        except urllib.error.HTTPError as refusal:
            with refusal:
                text = refusal.read().decode(errors="replace")
            wait = refusal.headers.get("Retry-After")
            raise BoxError(refusal.code, _parsed(text), None if wait is None else int(wait)) from None

    def _json(self, *call: Any) -> Any:
        with self._send(*call) as response:
            return json.load(response)

    def _bytes(self, *call: Any) -> bytes:
        with self._send(*call) as response:
            content: bytes = response.read()
            return content

    def _read_text(self, *call: Any) -> str:
        return self._bytes(*call).decode()

    def _done(self, *call: Any) -> None:
        self._bytes(*call)

    def _lines(self, *call: Any) -> Iterator[Any]:
        """Each line of a response as JSON; a stream that lives ends when the loop over it does."""
        with self._send(*call) as response:
            for line in response:
                if line.strip():
                    yield json.loads(line)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return {"error": text}


def _segment(value: Any) -> str:
    return urllib.parse.quote(_text(value), safe="")

"""Adds the lines of the user's code to requests to the sandbox, in the header `X-Sandbox-Caller`.

`crm-sandbox exec` loads this module into the Python processes of its command, and the pytest plugin into pytest. It
covers http.client (and so urllib and requests), httpcore (and so httpx) and aiohttp. No client may fail because of it.
It imports other modules only when a client is loaded, because every start of Python runs it. pytest must not warn that
it was loaded already: PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing would take longer to load than all of this
if TYPE_CHECKING:
    from types import FrameType, ModuleType
    from typing import Any, Callable

__tracebackhide__ = True  # pytest shows the line of the test instead

HEADER = "x-sandbox-caller"
MAX_FRAMES = 5

#: Frames to read: a client and its wrappers can be 30 deep.
_DEPTH = 100
_LONGEST_PATH = 240
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_PACKAGES = {"site-packages", "dist-packages", "node_modules"}
_LIBRARY = os.path.join(os.path.dirname(os.__file__), "")
_SEPARATOR = " < "


def install() -> None:
    """Patches the clients that are loaded, and the others when they are."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, _Finder())
    for name in _PATCHES:
        if name in sys.modules:
            _patch(sys.modules[name])


def call_chain() -> str | None:
    """Returns the lines of the user's own code on the stack, the innermost first: `src/crm.py:8 < tests/test_x.py:12`.

    They are relative to the working folder, each once. Python's library, packages and other folders are left out.
    """
    folder = os.path.join(os.path.abspath(os.environ.get("CRM_SANDBOX_FOLDER") or os.getcwd()), "")
    lines: dict[str, None] = {}
    frame: FrameType | None = sys._getframe(1)
    for _ in range(_DEPTH):
        if frame is None or len(lines) == MAX_FRAMES:
            break
        path = _path_in(folder, frame.f_code.co_filename)
        if path is not None:
            lines[f"{path}:{frame.f_lineno}"] = None
        frame = frame.f_back
    return _SEPARATOR.join(lines) or None


def _path_in(folder: str, file: str) -> str | None:
    """Returns the path of a file of the user's that a header can hold."""
    if file == __file__ or file.startswith("<"):
        return None
    whole = os.path.abspath(os.path.join(folder, file))
    if not whole.startswith(folder) or whole.startswith(_LIBRARY):
        return None
    path = whole[len(folder) :].replace(os.sep, "/")
    is_plain = all("!" <= character <= "~" and character != ":" for character in path)
    is_own = _PACKAGES.isdisjoint(path.split("/"))
    return path if is_plain and is_own and len(path) <= _LONGEST_PATH else None


def _host_and_port(authority: str) -> tuple[str, str]:
    """Splits `127.0.0.1:4080`. All names of this machine become one, and so do the usual ports."""
    host, _, port = authority.rpartition(":")
    if not port.isdigit():
        host, port = authority, ""
    host = host.strip("[]").rstrip(".").lower()
    return _LOOPBACK[0] if host in _LOOPBACK else host, "" if port in ("80", "443") else port


def _is_watched(authority: str) -> bool:
    """True for the sandbox and the intercepted hosts. A test suite may set both variables late."""
    place = _host_and_port(authority)
    sandbox = os.environ.get("CRM_SANDBOX_URL", "").split("://")[-1].split("/")[0]
    if sandbox and place == _host_and_port(sandbox):
        return True
    host = place[0]
    return any(
        host == name or (name.startswith("*.") and host.endswith(name[1:]))
        for run in _runs()
        for name in run["hosts"]
    )


def _runs() -> list[dict[str, Any]]:
    """The runs of `exec --intercept` that this process belongs to."""
    text = os.environ.get("CRM_SANDBOX_INTERCEPT")
    if not text:
        return []
    import json

    run = json.loads(text)
    return [run, *run.get("outer", [])]


def _around(
    owner: Any,
    name: str,
    before: Callable[[tuple[Any, ...], dict[str, Any]], None] | None = None,
    after: Callable[[Any], None] | None = None,
) -> None:
    """Replaces a method. `before` gets its arguments, and `after` the object; if they fail, the call goes on."""
    import functools

    original = getattr(owner, name)

    @functools.wraps(original)
    def call(*args: Any, **kwargs: Any) -> Any:
        if before is not None:
            try:
                before(args, kwargs)
            except Exception:
                pass
        result = original(*args, **kwargs)
        if after is not None:
            try:
                after(args[0])
            except Exception:
                pass
        return result

    setattr(owner, name, call)


def _patch_http_client(module: Any) -> None:
    name = HEADER.encode()

    def before(args: tuple[Any, ...], _: dict[str, Any]) -> None:
        connection = args[0]
        lines = [line.lower() for line in connection._buffer]  # the headers that were put so far
        hosts = [line[5:].strip().decode("ascii") for line in lines if line.startswith(b"host:")]
        is_free = not any(line.startswith(name + b":") for line in lines)
        chain = call_chain() if is_free and hosts and _is_watched(hosts[0]) else None
        if chain is not None:
            connection.putheader(HEADER, chain)

    _around(module.HTTPConnection, "endheaders", before)


def _patch_httpcore(module: Any) -> None:
    name = HEADER.encode()

    def before(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        request = args[1] if len(args) > 1 else kwargs["request"]
        host, port = request.url.host.decode("ascii"), request.url.port
        is_free = all(key.lower() != name for key, _ in request.headers)
        is_watched = is_free and _is_watched(host if port is None else f"{host}:{port}")
        chain = call_chain() if is_watched else None
        if chain is not None:
            request.headers = [*request.headers, (name, chain.encode())]

    _around(module.ConnectionPool, "handle_request", before)
    _around(module.AsyncConnectionPool, "handle_async_request", before)


def _patch_aiohttp(module: Any) -> None:
    def label(request: Any) -> None:
        is_watched = HEADER not in request.headers and _is_watched(
            f"{request.url.host}:{request.url.port}"
        )
        chain = call_chain() if is_watched else None
        if chain is not None:
            request.headers[HEADER] = chain

    def heed_environment(_: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        runs = _runs()
        if runs:
            kwargs.setdefault("trust_env", True)  # otherwise it ignores the proxy
        context = getattr(module.connector, "_SSL_CONTEXT_VERIFIED", None)
        if context is not None:  # made when aiohttp was loaded, which may be before the run
            for run in runs:
                context.load_verify_locations(run["ca"])

    _around(module.ClientRequest, "__init__", after=label)
    _around(module.ClientSession, "__init__", heed_environment)


_PATCHES: dict[str, Callable[[Any], None]] = {
    "http.client": _patch_http_client,
    "httpcore": _patch_httpcore,
    "aiohttp": _patch_aiohttp,
}


def _patch(module: ModuleType) -> None:
    try:
        _PATCHES[module.__name__](module)
    except Exception:
        pass  # a version of the client that is made otherwise


class _Finder:
    """Finds the clients as the other finders do, and has them patched when they are loaded."""

    def __init__(self) -> None:
        self._found: set[str] = set()

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name not in _PATCHES or name in self._found:
            return None
        self._found.add(name)  # other finders may ask this one in turn
        try:
            for finder in list(sys.meta_path):
                spec = finder.find_spec(name, path, target) if finder is not self else None
                if spec is not None:
                    _patch_when_loaded(spec.loader)
                    return spec
        finally:
            self._found.discard(name)
        return None


def _patch_when_loaded(loader: Any) -> None:
    if loader is None or isinstance(loader, type):
        return  # the loader of all frozen modules
    execute = loader.exec_module

    def exec_module(module: ModuleType) -> None:
        execute(module)
        if module.__name__ in _PATCHES:
            _patch(module)

    try:
        loader.exec_module = exec_module
    except AttributeError:
        pass

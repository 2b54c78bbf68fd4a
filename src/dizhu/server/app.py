"""The HTTP application: guests, records, the client's files, and the door of the socket. Source: docs/protocol.md."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, Final, Self

import msgspec
from litestar import HttpMethod, Litestar, MediaType, Request, Response, get, post, route, websocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency, Provide
from litestar.events import BaseEventEmitterBackend
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.types import Message, Scope

from dizhu.games.codec import encode
from dizhu.rules import RuleSet
from dizhu.server.accounts import Account, Accounts, clean_name
from dizhu.server.clock import Clock, ServiceClock
from dizhu.server.files import INDEX, MISSING, WebFiles
from dizhu.server.limits import Allowance, Limits, household
from dizhu.server.lobby import Lobby
from dizhu.server.origin import own_origin
from dizhu.server.protocol import AVATARS, Code, NewGuest, Person, Problem
from dizhu.server.schedule import Timing
from dizhu.server.socket import Socket, Sockets, refuse
from dizhu.server.store import StorageError, Store

COOKIE: Final = "dizhu"
_COOKIE_S: Final = 365 * 24 * 3600
_BEAT_S: Final = 1.0
_MOST_BODY_BYTES: Final = 4096
_LONGEST_TOKEN: Final = 128
_LONGEST_ID: Final = 40
_LARGEST_DEAL: Final = 2**31 - 1
_READ: Final = (HttpMethod.GET, HttpMethod.HEAD)
_CSP: Final = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_SECURITY: Final = (
    (b"content-security-policy", _CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_LOG: Final = logging.getLogger("dizhu.server")

Asked = Request[Any, Any, State]


class Refusal(Exception):
    """A request that is not granted; status and code are all the client is told."""

    def __init__(self, status: int, code: Code) -> None:
        super().__init__(status, code)
        self.status = status
        self.code = code


class Service:
    """Everything that runs behind the routes."""

    def __init__(
        self,
        store: Store,
        lobby: Lobby,
        clock: Clock,
        rng: random.Random,
        limits: Limits,
        unix_s: Callable[[], float],
    ) -> None:
        self.accounts = Accounts(store, self._fresh, unix_s)
        self.lobby = lobby
        self.sockets = Sockets(lobby, clock, limits)
        self._store = store
        self._clock = clock
        self._rng = rng
        self._guests = Allowance(limits.guests_per_min / 60, limits.guests_per_min)

    def _fresh(self, size: int) -> str:
        """Unguessable text of so many bytes."""
        return urlsafe_b64encode(self._rng.randbytes(size)).decode().rstrip("=")

    async def stop(self) -> None:
        """Finish what is begun, write it down, and say goodbye to all sockets. A second time does nothing."""
        if not self.sockets.stopping:
            self.sockets.stopping = True
            await self.lobby.stop()
            await self.sockets.stop()

    async def keep_time(self) -> None:
        """Write down every second how long the service has been up, until cancelled."""
        while True:
            await self.beat()
            await asyncio.sleep(_BEAT_S)

    async def beat(self) -> None:
        """Write down how long the service has been up; where that cannot be, the next beat will do."""
        with suppress(StorageError):
            await self._store.beat(self._clock.now_ms())

    async def account(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Account | None:
        """Who is signed in on a connection; None for nobody."""
        token = connection.cookies.get(COOKIE, "")
        return await self.accounts.by_token(token) if 0 < len(token) <= _LONGEST_TOKEN else None

    async def signed_in(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Account:
        """Who is signed in; Refusal if nobody is."""
        account = await self.account(connection)
        if account is None:
            raise Refusal(401, Code.NOT_SIGNED_IN)
        return account

    async def new_guest(self, address: str, wish: NewGuest, chinese: bool) -> tuple[Account, str]:
        """A new account and the token of its cookie; name and avatar are drawn where none is wished for."""
        name = _name(wish.name or f"{'游客' if chinese else 'Guest '}{self._rng.randrange(1000, 10_000)}")
        avatar = _avatar(wish.avatar or self._rng.choice(AVATARS))
        if not self._guests.take(household(address), self._clock.now_ms()):
            raise Refusal(429, Code.TOO_MANY)
        return await self.accounts.guest(name, avatar)

    async def rename(self, account: Account, wish: NewGuest) -> Account:
        """The account with the name and avatar wished for; what is empty stays."""
        return await self.accounts.rename(
            account, _name(wish.name or account.name), _avatar(wish.avatar or account.avatar)
        )


def _name(wish: str) -> str:
    try:
        return clean_name(wish)
    except ValueError as error:
        raise Refusal(400, Code.BAD_NAME) from error


def _avatar(wish: str) -> str:
    if wish not in AVATARS:
        raise Refusal(400, Code.BAD_AVATAR)
    return wish


def _same_origin(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    return own_origin(connection.headers.get("origin"), connection.headers.get("host"))


def _json(value: object, status: int = 200) -> Response[bytes]:
    headers = {"Cache-Control": "no-store"}
    return Response(encode(value), status_code=status, media_type=MediaType.JSON, headers=headers)


@post("/api/guest", request_max_body_size=_MOST_BODY_BYTES)
async def guest(request: Asked, service: NamedDependency[Service]) -> Response[bytes]:
    """Become a guest, or change one's name and avatar."""
    if not _same_origin(request):
        raise Refusal(403, Code.WRONG_ORIGIN)
    try:
        wish = msgspec.json.decode(await request.body(), type=NewGuest)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refusal(400, Code.MALFORMED) from error
    account = await service.account(request)
    if account is not None:
        account = await service.rename(account, wish)
        return _json(Person(account.name, account.avatar))
    chinese = request.headers.get("accept-language", "").lower().startswith("zh")
    address = request.client.host if request.client else ""
    account, token = await service.new_guest(address, wish, chinese)
    response = _json(Person(account.name, account.avatar))
    secure = request.scope["scheme"] == "https"
    response.set_cookie(
        Cookie(COOKIE, value=token, path="/", max_age=_COOKIE_S, httponly=True, secure=secure, samesite="lax")
    )
    return response


@get("/api/me")
async def me(request: Asked, service: NamedDependency[Service]) -> Response[bytes]:
    """Who is signed in; null if nobody is."""
    account = await service.account(request)
    return _json(None if account is None else Person(account.name, account.avatar))


@get("/api/tables/{table:str}/deals/{deal:int}/record")
async def record(
    request: Asked, service: NamedDependency[Service], table: FromPath[str], deal: FromPath[int]
) -> Response[str]:
    """The record of a deal that is over, as text."""
    await service.signed_in(request)
    known = len(table) <= _LONGEST_ID and table.isprintable() and 0 <= deal <= _LARGEST_DEAL
    found = await service.lobby.record(table, deal) if known else None
    if found is None:
        raise Refusal(404, Code.NO_SUCH_TABLE)
    return Response(found, media_type=MediaType.TEXT, headers={"Cache-Control": "no-store"})


@route("/healthz", http_method=_READ)
async def healthz(service: NamedDependency[Service]) -> Response[str]:
    """Whether the service takes players."""
    stopping = service.sockets.stopping
    return Response("stopping\n" if stopping else "ok\n", status_code=503 if stopping else 200, media_type="text/plain")


@route(["/", "/t/{code:str}"], http_method=_READ)
async def page(web: NamedDependency[WebFiles]) -> Response[Any]:
    """The client."""
    file = web.get(INDEX)
    if file is None:
        return Response(MISSING, status_code=503, media_type=MediaType.TEXT)
    return Response(file.content, media_type=file.media_type, headers={"Cache-Control": file.keep})


@route("/{path:path}", http_method=_READ)
async def web_file(web: NamedDependency[WebFiles], path: FromPath[str]) -> Response[Any]:
    """A file of the client."""
    file = web.get(path.lstrip("/"))
    if file is None:
        raise Refusal(404, Code.UNKNOWN)
    return Response(file.content, media_type=file.media_type, headers={"Cache-Control": file.keep})


@websocket("/api/socket")
async def socket_door(socket: Socket, service: NamedDependency[Service]) -> None:
    """The socket; who may not come in is told so in a plain HTTP answer."""
    if not _same_origin(socket):
        await refuse(socket, 403, Code.WRONG_ORIGIN)
        return
    try:
        account = await service.account(socket)
    except StorageError:
        await refuse(socket, 503, Code.STORAGE)
        return
    if account is None:
        await refuse(socket, 401, Code.NOT_SIGNED_IN)
    elif service.sockets.stopping:
        await refuse(socket, 503, Code.STOPPING)
    else:
        await service.sockets.serve(socket, account)


def _refused(_: Asked, refusal: Refusal) -> Response[bytes]:
    return _json(Problem(refusal.code), refusal.status)


def _no_storage(_: Asked, __: StorageError) -> Response[bytes]:
    return _json(Problem(Code.STORAGE), 503)


def _no_such_request(_: Asked, error: HTTPException) -> Response[bytes]:
    return _json(Problem(Code.TOO_LARGE if error.status_code == 413 else Code.UNKNOWN), error.status_code)


def _broken(_: Asked, __: Exception) -> Response[bytes]:
    return Response(b"", status_code=500, media_type=MediaType.TEXT)


async def _log_broken(error: Exception, _: Scope) -> None:
    """What nobody foresaw goes to the log with its traceback; the client learns nothing."""
    if not isinstance(error, Refusal | StorageError | HTTPException):
        _LOG.error("a request failed", exc_info=error)


async def _secure(message: Message, _: Scope) -> None:
    if message["type"] == "http.response.start":
        message["headers"] = [*message.get("headers", []), *_SECURITY]


class _NoEvents(BaseEventEmitterBackend):
    """Nobody listens to events of the framework; without their task group an error at the start stays what it is."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is left to do."""

    def emit(self, event_id: str, *args: Any, **kwargs: Any) -> None:
        """Nothing listens."""


_ROUTES: Final = (guest, me, record, healthz, page, web_file, socket_door)
_REFUSALS: Final[dict[int | type[Exception], Any]] = {
    Refusal: _refused,
    StorageError: _no_storage,
    HTTPException: _no_such_request,
    Exception: _broken,
}


def service_of(app: Litestar) -> Service:
    """What runs behind an application while its lifespan lasts."""
    service = app.state["service"]
    assert isinstance(service, Service)
    return service


def limits_of(app: Litestar) -> Limits:
    """The limits an application was made with."""
    limits = app.state["limits"]
    assert isinstance(limits, Limits)
    return limits


def _service(state: State) -> Service:
    found: Service = state["service"]
    return found


@asynccontextmanager
async def _running(
    app: Litestar,
    database: str,
    games: Mapping[str, RuleSet],
    rng: random.Random,
    clock: Clock | None,
    limits: Limits,
    timing: Timing,
    unix_s: Callable[[], float],
) -> AsyncIterator[None]:
    """The service behind the application, with its tables resumed; at the end all is stopped and written down."""
    async with AsyncExitStack() as stack:
        store = await Store.open(database)
        stack.push_async_callback(store.close)
        clock = clock or ServiceClock(await store.up_ms())
        lobby = Lobby(store, games, clock, rng, timing)
        await lobby.start()
        service = Service(store, lobby, clock, rng, limits, unix_s)
        stack.push_async_callback(service.beat)
        heart = asyncio.create_task(service.keep_time())
        stack.callback(heart.cancel)
        stack.push_async_callback(service.stop)
        app.state["service"] = service
        yield


def create_app(
    *,
    database: str,
    games: Mapping[str, RuleSet],
    rng: random.Random,
    clock: Clock | None = None,
    limits: Limits | None = None,
    timing: Timing | None = None,
    web: WebFiles | None = None,
    unix_s: Callable[[], float] = time.time,
) -> Litestar:
    """The application.

    database:  an URL such as ``sqlite:///tables.sqlite3``; what is there is resumed
    games:     what can be played, by id
    rng:       where secrets, codes and drawn names come from; `random.SystemRandom` for real games
    clock:     service time; None for the running loop's
    timing:    how long things take at a table; None for what the rules say
    web:       the client's files; None for those of the package
    unix_s:    the time of the day
    """
    files = web or WebFiles()
    limits = limits or Limits()
    return Litestar(
        _ROUTES,
        dependencies={
            "service": Provide(_service, sync_to_thread=False),
            "web": Provide(lambda: files, sync_to_thread=False),
        },
        exception_handlers=_REFUSALS,
        after_exception=[_log_broken],
        before_send=[_secure],
        event_emitter_backend=_NoEvents,
        lifespan=[lambda app: _running(app, database, games, rng, clock, limits, timing or Timing(), unix_s)],
        state=State({"limits": limits}),
        logging_config=None,
        openapi_config=None,
    )

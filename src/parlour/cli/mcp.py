"""Games for assistants: the Model Context Protocol on standard input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour import __version__
from parlour.cli.common import LimitText, Load, Verbose, limit_of, settle
from parlour.core.errors import ParlourError

if TYPE_CHECKING:
    from parlour.core.limit import Limit

EXAMPLES = """\
  parlour mcp
  parlour mcp --limit at_most=2 --load my_game.py"""
ABOUT = (
    "Play board, card and dice games against the machine. Call list_games and rules, then start; play moves "
    "as they stand in legal. You see only what your seat may know. hint and analyse help; review judges a "
    "match that is over."
)


def mcp(limit: LimitText = "at_most=5", load: Load = None, verbose: Verbose = False) -> None:
    """Let an AI assistant play, by the Model Context Protocol.

    It talks on standard input and output. The assistant holds one seat of a match and sees its view; the
    machine plays the other seats at a level. Matches live as long as the process, and are kept with your
    games when they are over.
    """
    settle(verbose, load)
    serve(limit_of(limit))


def serve(limit: Limit) -> None:
    """Answer until the input ends."""
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
        from pydantic import ValidationError
    except ImportError:
        raise ParlourError("parlour mcp needs the extra mcp: pip install 'parlour[mcp]'") from None
    from parlour.cli.assistant import TOOLS, Assistant

    class Server(MCPServer[Any]):
        """Tells every mistake in one sentence."""

        async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
            try:
                return await super().call_tool(name, arguments, context)
            except ToolError as error:
                cause = error.__cause__
                if isinstance(cause, ValidationError):
                    wrong = cause.errors()[0]
                    where = ".".join(str(part) for part in wrong["loc"])
                    raise ToolError(f"{name}: {where}: {wrong['msg']}") from None
                if isinstance(error, UnexpectedToolError) and not isinstance(cause, ParlourError):
                    raise ToolError(f"{name} failed: {type(cause).__name__}: {cause}") from None
                raise ToolError(str(cause or error)) from None

    server = Server("parlour", instructions=ABOUT, version=__version__, log_level="ERROR")
    assistant = Assistant(limit)
    for name in TOOLS:
        server.tool()(getattr(assistant, name))
    server.run("stdio")

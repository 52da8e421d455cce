"""The door: build the app for the command asked for, and turn whatever goes wrong into one line."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from keyword import iskeyword
from typing import Annotated, Any

import typer
from typer.main import get_command

from parlour import __version__
from parlour.cli import logs, output
from parlour.core.errors import ParlourError
from parlour.core.letters import printable

COMMANDS = (
    "play",
    "games",
    "analyse",
    "engine",
    "mcp",
    "solve",
    "puzzle",
    "perft",
    "show",
    "replay",
    "history",
    "player",
    "review",
    "verify",
    "export",
    "import",
    "arena",
    "serve",
    "equity",
    "bench",
    "check",
    "warm",
    "version",
)
BAD_USAGE, INTERNAL, INTERRUPTED = 2, 70, 130
COMPLETE = "_PARLOUR_COMPLETE"  # set by a shell that asks for completions
LONGEST = 1000  # characters of the one line of an error


def run(argv: list[str]) -> int:
    """Run the command that the arguments name; every mistake ends as one line on stderr and a code."""
    output.begin()
    try:
        return _attempt(argv)
    finally:
        logs.stop()
        shelf = sys.modules.get("parlour.cli.shelf")
        if shelf is not None:
            shelf.close()


def _attempt(argv: list[str]) -> int:
    try:
        _check_text(argv)
        code = _dispatch(argv)
        output.flush()
        return code
    except BrokenPipeError:  # the reader has seen enough
        output.drop_stdout()
        return 0
    except (KeyboardInterrupt, typer.Abort) as error:
        return _interrupted(str(error))
    except typer.Exit as error:
        return BAD_USAGE if error.exit_code else 0
    except ParlourError as error:
        return _fail(str(error))
    except MemoryError:
        return _fail("out of memory; make the game or the limit smaller")
    except OSError as error:
        named = f"{error.filename}: " if error.filename else "reading or writing failed: "
        return _fail(f"{named}{error.strerror or error}")
    except Exception as error:
        if hasattr(error, "format_message"):  # how typer says that it was called wrongly
            return _fail(_usage(error, argv[0] if argv[:1] and argv[0] in COMMANDS else ""))
        return _unexpected(error)
    except BaseException as error:  # a user's file that calls exit(), or raises what nobody catches
        return _unexpected(error)


def _check_text(argv: list[str]) -> None:
    for number, word in enumerate(argv, 1):
        if "\0" in word or any("\ud800" <= letter <= "\udfff" for letter in word):
            raise ParlourError(f"argument {number} is not text: it holds a NUL or is not UTF-8")


def _dispatch(argv: list[str]) -> int:
    if not argv:
        argv = ["--help"]
    elif argv[0] == "help":
        argv = [*argv[1:2], "--help"]
    completing = COMPLETE in os.environ
    only = not completing and argv[0] in COMMANDS
    command = _readable(get_command(_app(argv[:1] if only else COMMANDS)))
    if only and hasattr(room(argv[0]), "prepare"):
        argv = room(argv[0]).prepare(argv)
    if completing:
        command.main(argv, prog_name="parlour", standalone_mode=False)
        return 0
    with command.make_context("parlour", argv) as context:
        code = command.invoke(context)
    return code if isinstance(code, int) else 0


def _app(names: Any) -> typer.Typer:
    """Build the app with only these commands: a command's module is imported when it is needed."""
    app = typer.Typer(
        rich_markup_mode=None,  # plain help takes half the time, in a terminal and in a pipe
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="\b\nFirst steps:\n  parlour games\n  parlour play\n  parlour play --help",
    )
    app.callback()(_root)
    for name in names:
        app.command(name, epilog=f"\b\nExamples:\n{room(name).EXAMPLES}")(function(name))
    return app


def room(name: str) -> Any:
    """Return the module of a command; one that Python has the word of ends in an underscore."""
    return import_module(f"parlour.cli.{name}{'_' * iskeyword(name)}")


def function(name: str) -> Any:
    """Return the function of a command."""
    return getattr(room(name), room(name).__name__.rpartition(".")[2])


def _readable(command: Any) -> Any:
    """Let help show the arguments as we wrote them: GAME, not {GAME} or GAME <str>."""
    for part in (command, *getattr(command, "commands", {}).values()):
        for argument in part.params:
            if argument.param_type_name == "argument":
                argument.get_usage_pieces = lambda context, it=argument: [it.metavar]
                argument.get_help_record = lambda context, it=argument: (it.metavar, it.help)
    return command


def _show_version(asked: bool) -> None:
    if asked:
        print(f"parlour {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Play, analyse and solve games, and run tournaments with them."""


def _usage(error: Any, command: str) -> str:
    """Put typer's complaint into one line that ends with where to look."""
    text = str(error.message)
    if "Value error, " in text:  # raised by a parser of ours, which named the option itself
        text = text.partition("Value error, ")[2]
    else:
        text = error.format_message().removeprefix("Invalid value for ").strip(" .")
        text = text[:1].lower() + text[1:]
    return f"{text}; see {' '.join(('parlour', command)).strip()} --help"


def _fail(text: str, code: int = BAD_USAGE) -> int:
    line = " ".join(printable(text, " ").split())
    if len(line) > LONGEST:  # what is wrong with a long value is said after it
        line = f"{line[: LONGEST // 2]} ... {line[-LONGEST // 2 :]}"
    output.complain(line)
    return code


def _interrupted(text: str) -> int:
    code = _fail(f"interrupted{'; ' + text if text else ''}", INTERRUPTED)
    if output.busy():  # native code does not hear Ctrl-C: leave without waiting for it
        output.flush()
        os._exit(code)
    return code


def _unexpected(error: BaseException) -> int:
    if os.environ.get("PARLOUR_DEBUG"):
        import traceback

        traceback.print_exc()
    said = f"{type(error).__name__}: {error}"
    place = _user_file(error)
    if place:
        return _fail(f"{place}: {said}")
    return _fail(f"internal error: {said} (set PARLOUR_DEBUG=1 for the traceback)", INTERNAL)


def _user_file(error: BaseException) -> str:
    """Name the line of a file the user loaded, if that is where it went wrong, or the file it was about."""
    loading = sys.modules.get("parlour.core.loading")
    named = loading.loaded_files() if loading else []
    files = [str(file) for path in named for file in loading.source_files(path)] if loading else []
    place, about, step = "", "", error.__traceback__
    while step is not None and files:
        frame = step.tb_frame
        if frame.f_code.co_filename in files:
            place = f"{frame.f_code.co_filename}, line {step.tb_lineno}"
        for value in frame.f_locals.values():
            about = about or _file_behind(value, files)
        step = step.tb_next
    return place or about


def _file_behind(value: Any, files: list[str]) -> str:
    """Name the user's file that a game, a state, a strategy or a thing that holds one comes from."""
    if not type(value).__module__.startswith("parlour"):
        return ""
    for each in (value, getattr(value, "game", None)):
        module = vars(each).get("module") if type(each).__name__ == "Game" else None
        home = module or sys.modules.get(type(each).__module__)
        if getattr(home, "__file__", None) in files:
            return str(home.__file__)  # type: ignore[union-attr]
    return ""

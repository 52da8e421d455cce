"""What a stranger gets: a source distribution that works as the README says, a setup that asks for little."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tarfile
import threading
import tomllib
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import urlopen

import pytest

from parlour import __version__

ROOT = Path(__file__).parents[1]
BUILD = "import sys; from hatchling.build import build_sdist; print(build_sdist(sys.argv[1]))"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """Build the source distribution without a network, and unpack it."""
    folder = tmp_path_factory.mktemp("sdist")
    built = subprocess.run(
        [sys.executable, "-c", BUILD, str(folder)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    with tarfile.open(folder / built.stdout.split()[-1]) as archive:
        archive.extractall(folder, filter="data")
    (top,) = (path for path in folder.iterdir() if path.is_dir())
    return top


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["make", *words], cwd=folder, capture_output=True, text=True, check=False)


def test_make_knows_how_in_the_source_distribution(unpacked):
    for goal, setup in (("run", "tools/setup.sh play"), ("test", "tools/setup.sh test")):
        asked = make(unpacked, "--dry-run", goal)
        assert (asked.returncode, asked.stderr) == (0, "")
        assert setup in asked.stdout
        for script in re.findall(r"tools/\S+", asked.stdout):
            assert (unpacked / script).is_file()


def test_the_version_is_said_once(unpacked):
    assert unpacked.name == f"parlour-{__version__}"
    assert f"## {__version__} - " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" in project["dynamic"]
    locked = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    assert all("version" not in package for package in locked if package["name"] == project["name"])


def test_playing_does_not_set_up_the_tests_and_opens_the_page(unpacked):
    asked = make(unpacked, "--dry-run", "run").stdout
    assert "setup.sh test" not in asked
    assert "parlour serve --open" in asked


def test_what_the_papers_name_is_in_the_source_distribution(unpacked):
    for page in ("README.md", "CONTRIBUTING.md", "tools/setup.sh", "pyproject.toml"):
        text = (unpacked / page).read_text(encoding="utf-8")
        named = re.findall(r"\]\(((?!http)[^)#]+)", text) + re.findall(
            r"\b((?:tools|benchmarks)/\w+\.\w+)", text
        )
        assert named or page == "pyproject.toml"
        for name in named:
            assert (unpacked / name).exists(), (page, name)


def test_nothing_under_version_control_is_left_out(unpacked):
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode or not (ROOT / ".git").exists():
        pytest.skip("not a repository")
    missing = [name for name in listed.stdout.splitlines() if not (unpacked / name).exists()]
    assert missing == []


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Build the wheel without a network, and unpack it where nothing else of the project lies."""
    folder = tmp_path_factory.mktemp("wheel")
    code = BUILD.replace("sdist", "wheel")
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    with zipfile.ZipFile(folder / done.stdout.split()[-1]) as wheel:
        wheel.extractall(folder / "site")
    return folder / "site"


def test_the_wheel_has_the_migrations_and_the_page(installed):
    for part, kinds in (("store/migrations", "*.py"), ("web", "*")):
        folder = ROOT / "src" / "parlour" / part
        files = sorted(path for path in folder.rglob(kinds) if path.is_file())
        assert len(files) > 2
        packed = installed / "parlour" / part
        assert [path.relative_to(folder) for path in files] == sorted(
            path.relative_to(packed) for path in packed.rglob(kinds) if path.is_file()
        )


def test_the_wheel_serves_the_page_outside_the_tree(installed, tmp_path):
    code = (
        "import sys, parlour; from parlour.cli import main; "
        f"assert parlour.__file__.startswith({str(installed)!r}), parlour.__file__; "
        "sys.argv = ['parlour', 'serve', '--port', '0', '--database', 'games.db']; main()"
    )
    environment = {**os.environ, "PYTHONPATH": str(installed), "PARLOUR_STATE_DIR": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            found = re.search(r"http://\S+/", server.stdout.readline())
            assert found is not None
            with urlopen(found[0]) as answer:
                front = answer.read().decode()
            named = set(re.findall(r'"/(assets/\w{16}/)', front))
            assert len(named) == 1
            digest = named.pop()
            folder = ROOT / "src" / "parlour" / "web"
            for path in sorted(folder.rglob("*.js")) + sorted(folder.rglob("*.css")):
                with urlopen(found[0] + digest + path.relative_to(folder).as_posix()) as answer:
                    assert answer.read() == path.read_bytes()
        finally:
            server.terminate()


# -- the setup, with stand-ins for the tools it calls -------------------------------------------------------

FAKE_UV = """#!/bin/sh
echo "$@" >>calls
mkdir -p .venv/bin
printf '#!/bin/sh\\n' >.venv/bin/python
chmod +x .venv/bin/python
"""
# A Python that Debian split: it makes environments, but has no pip and no way to make one.
FAKE_PYTHON = """#!/bin/sh
case "$*" in
  *"-m pip"*|*ensurepip*) exit 1 ;;
  *"-m venv"*) mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
  *fetch_pip*) exit 1 ;;
esac
"""


@pytest.fixture
def project(tmp_path):
    """Lay out a project with the setup alone, and a PATH with nothing on it but what a test puts there."""
    (tmp_path / "tools").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "bin").mkdir()
    for name in ("setup.sh", "fetch_pip.py"):
        (tmp_path / "tools" / name).write_bytes((ROOT / "tools" / name).read_bytes())
    for tool in ("bash", "sh", "dirname", "mkdir", "chmod", "touch", "cp", "id"):
        found = next(Path(folder) / tool for folder in ("/bin", "/usr/bin") if (Path(folder) / tool).exists())
        (tmp_path / "bin" / tool).symlink_to(found)
    put(tmp_path, "apt-get", '#!/bin/sh\necho "$@" >>apt\n')
    return tmp_path


def put(project: Path, name: str, script: str) -> None:
    file = project / "bin" / name
    file.write_text(script)
    file.chmod(0o755)


def set_up(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "tools/setup.sh", *words],
        cwd=project,
        env={"PATH": str(project / "bin"), "HOME": str(project)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_playing_installs_no_tools_of_the_tests(project):
    put(project, "uv", FAKE_UV)
    done = set_up(project, "play")
    assert done.returncode == 0, done.stderr
    (call,) = (project / "calls").read_text().splitlines()
    assert {"sync", "--frozen", "--inexact", "--no-dev"} <= set(call.split())
    assert (project / ".venv" / ".ready-play").exists()
    assert not (project / ".venv" / ".ready").exists()


def test_testing_installs_everything_and_is_enough_to_play(project):
    put(project, "uv", FAKE_UV)
    done = set_up(project, "test")
    assert done.returncode == 0, done.stderr
    (call,) = (project / "calls").read_text().splitlines()
    assert "--no-dev" not in call
    assert (project / ".venv" / ".ready-play").exists()
    assert (project / ".venv" / ".ready").exists()


def test_a_python_without_pip_leads_to_one_clear_line(project):
    put(project, "python3", FAKE_PYTHON)
    done = set_up(project, "play")
    assert done.returncode == 1
    assert "install it (https://docs.astral.sh/uv)" in done.stderr.splitlines()[-1]
    assert not (project / "apt").exists()  # the system is the user's own
    assert not (project / ".venv" / ".ready-play").exists()


def test_no_python_leads_to_one_clear_line(project):
    done = set_up(project, "play")
    assert done.returncode == 1
    assert done.stderr == "setup: Python 3.11 or later is needed; install it, or uv, and run this again\n"
    assert set_up(project).returncode == 2


@pytest.fixture
def index(tmp_path):
    """Serve an index with three versions of pip, the newest finished one being 25.3."""
    (tmp_path / "simple" / "pip").mkdir(parents=True)
    links = []
    for name in ("pip-9.0-py3-none-any.whl", "pip-25.3-py3-none-any.whl", "pip-26.0b1-py3-none-any.whl"):
        (tmp_path / name).write_text(name)
        links.append(f'<a href="/{name}#sha256={hashlib.sha256(name.encode()).hexdigest()}">{name}</a>')
    (tmp_path / "simple" / "pip" / "index.html").write_text("\n".join(links))

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format, *args):
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield tmp_path, f"http://127.0.0.1:{server.server_port}/simple/"
    server.shutdown()
    server.server_close()


def test_pip_is_fetched_from_the_index_and_checked(index, tmp_path):
    folder, address = index
    command = [sys.executable, str(ROOT / "tools" / "fetch_pip.py"), str(tmp_path)]
    environment = {**os.environ, "PIP_INDEX_URL": address, "no_proxy": "127.0.0.1"}
    subprocess.run(command, env=environment, check=True)
    assert (tmp_path / "pip.whl").read_text() == "pip-25.3-py3-none-any.whl"
    (folder / "pip-25.3-py3-none-any.whl").write_text("something else")
    again = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert again.returncode == 1
    assert again.stderr.endswith("is damaged\n")
    assert len(again.stderr.splitlines()) == 1

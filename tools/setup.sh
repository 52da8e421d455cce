#!/usr/bin/env bash
# Makes .venv from uv.lock: `setup.sh play` installs what playing needs, `setup.sh test` the tools and peers of
# the tests besides; `setup.sh docs` makes .venv-docs with what builds the site, and nothing else. Needs Python
# 3.11 or later, or uv; fetches uv itself if it is not there. The system's own packages are left alone, but for
# a browser: `setup.sh test` looks for one that the tests of the page can use, and installs it if there is none.
set -euo pipefail
cd "$(dirname "$0")/.."
export UV_PROJECT_ENVIRONMENT=.venv PIP_ROOT_USER_ACTION=ignore

case "${1:-}" in
  play) without='--no-dev --extra web' stamps=.venv/.ready-play ;;
  test) without= stamps='.venv/.ready-play .venv/.ready' ;;
  docs) without='--only-group docs' stamps=.venv-docs/.ready UV_PROJECT_ENVIRONMENT=.venv-docs ;;
  *) echo "setup: say what for: setup.sh play, setup.sh test or setup.sh docs" >&2 && exit 2 ;;
esac

find_python() {
  for name in python3 python3.13 python3.12 python3.11 python; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$name"
      return
    fi
  done
}

# Puts uv into .venv/uv, whatever this Python has: a pip, the means to make one (which Debian splits off), or neither.
fetch_uv() {
  local pip=("$python" -m pip)
  echo "setup: fetching uv"
  "$python" -m venv --without-pip .venv || return
  if ! "${pip[@]}" --version >/dev/null 2>&1; then
    if .venv/bin/python -m ensurepip >/dev/null 2>&1; then
      pip=(.venv/bin/python -m pip)
    else
      "$python" tools/fetch_pip.py .venv || return
      pip=(.venv/bin/python .venv/pip.whl/pip)
    fi
  fi
  "${pip[@]}" install --quiet --disable-pip-version-check --target .venv/uv "uv>=0.5"
}

python=$(find_python)
uv=$(command -v uv || command -v .venv/bin/uv || true)
if [ -z "$uv" ]; then
  uv=.venv/uv/bin/uv
  if [ ! -x "$uv" ]; then
    if [ -z "$python" ]; then
      echo "setup: Python 3.11 or later is needed; install it, or uv, and run this again" >&2
      exit 1
    fi
    if ! fetch_uv; then
      echo "setup: uv could not be fetched; install it (https://docs.astral.sh/uv) and run this again" >&2
      exit 1
    fi
  fi
fi

# The tests of the page need a browser that starts. As root its libraries come with the system's package;
# anybody else gets Playwright's own, into the home folder.
find_browser() {
  .venv/bin/python tools/browser.py 2>/dev/null && return
  echo "setup: no browser found; installing chromium for the tests of the page"
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get install -y -qq chromium || { apt-get update -qq && apt-get install -y -qq chromium; }; } >/dev/null 2>&1 || true
  fi
  .venv/bin/python tools/browser.py 2>/dev/null && return
  .venv/bin/playwright install chromium >/dev/null 2>&1 || true
  if ! .venv/bin/python tools/browser.py; then
    echo "setup: no browser could be installed, so the tests in tests/page will fail" >&2
  fi
}

echo "setup: installing what uv.lock names to $1"
# --inexact: what another setup or the user put there stays.
"$uv" sync --quiet --frozen --inexact --compile-bytecode $without ${python:+--python "$python"}
if [ "$1" != docs ]; then .venv/bin/python -m compileall -q src; fi
if [ "$1" = test ]; then find_browser; fi
touch $stamps

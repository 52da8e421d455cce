#!/usr/bin/env bash
# Makes .venv with everything in uv.lock. Needs Python 3.11 or later; fetches uv itself if it is not there.
set -euo pipefail
cd "$(dirname "$0")/.."

find_python() {
  for name in python3 python3.13 python3.12 python3.11 python; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$name"
      return
    fi
  done
}

uv=$(command -v uv || true)
python=$(find_python)
if [ -z "$uv" ]; then
  if [ -z "$python" ]; then
    echo "setup: Python 3.11 or later is needed; install it, or uv, and run this again" >&2
    exit 1
  fi
  # Debian splits venv off; as root it can be fetched.
  if ! "$python" -c 'import ensurepip' 2>/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
  fi
  echo "setup: making .venv"
  [ -x .venv/bin/python ] || "$python" -m venv .venv
  .venv/bin/python -m pip install --quiet --disable-pip-version-check "uv>=0.5"
  uv=.venv/bin/uv
fi

echo "setup: installing what uv.lock names"
# --inexact: uv may live in this environment itself, and should stay.
"$uv" sync --quiet --frozen --inexact --compile-bytecode ${python:+--python "$python"}
.venv/bin/python -m compileall -q src
touch .venv/.ready

"""Where a user's files go, also for one without a home folder."""

from __future__ import annotations

import os
import stat
import tempfile

import pytest

from parlour.cli import shelf
from parlour.compile import cache
from parlour.core import paths


@pytest.fixture
def homeless(monkeypatch, tmp_path):
    """Be a user without HOME and without an entry in the list of users."""
    for name in ("HOME", "PARLOUR_STATE_DIR", "PARLOUR_CACHE_DIR", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    paths._lodging.cache_clear()
    yield tmp_path
    paths._lodging.cache_clear()


def test_a_user_without_a_home_gets_a_folder_of_their_own(homeless, caplog):
    place = homeless / f"parlour-{os.getuid()}"
    assert shelf.folder().is_relative_to(place)
    assert cache.root().is_relative_to(place)
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert len(caplog.records) == 1
    assert f"files are kept in {place}; set HOME" in caplog.text


@pytest.mark.parametrize("how", ["open", "link", "file"])
def test_a_folder_that_others_could_have_made_is_not_taken(homeless, how):
    place = homeless / f"parlour-{os.getuid()}"
    (homeless / "elsewhere").mkdir(mode=0o700)
    if how == "open":
        place.mkdir()
        place.chmod(0o777)
    elif how == "link":
        place.symlink_to(homeless / "elsewhere")
    else:
        place.write_text("")
    found = paths.home_folder()
    assert found != place
    assert found.parent == homeless
    assert stat.S_IMODE(found.stat().st_mode) == 0o700


def test_a_home_is_used_where_there_is_one(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert paths.home_folder() == tmp_path

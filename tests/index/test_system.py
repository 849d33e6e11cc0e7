from __future__ import annotations

import pytest

from cairn.index.system import find_system_folder


@pytest.mark.parametrize(
    ("platform", "path", "folder"),
    [
        ("linux", "/etc/nginx", "/etc"),
        ("linux", "/run/secrets", "/run"),
        ("linux", "/var", "/var/log"),
        ("darwin", "/private/etc", "/private/etc"),
        ("darwin", "/PRIVATE/Var/log/x", "/private/var/log"),
        ("darwin", "/Library", "/Library/Keychains"),
        ("win32", r"C:\Windows\System32", r"C:\Windows\System32"),
        ("win32", r"d:\WINDOWS", r"d:\WINDOWS"),
    ],
)
def test_folders_of_settings_and_logs_are_of_the_system_on_each_platform(platform: str, path: str, folder: str) -> None:
    assert find_system_folder(path, platform) == folder


@pytest.mark.parametrize(
    ("platform", "path"),
    [
        *(("linux", path) for path in ("/usr/src/linux", "/usr/share/doc", "/usr/lib/python3", "/opt/app", "/srv", "/var/www")),
        *(("linux", path) for path in ("/tmp/x", "/dev/shm/x", "/run/user/1000/x", "/etcetera", "/home/me/etc")),
        *(
            ("darwin", path)
            for path in ("/Users/me/x", "/private/tmp/x", "/private/var/folders/x", "/Library/Frameworks/P.framework")
        ),
        *(("win32", path) for path in (r"C:\Users\me\x", r"C:\src\windows", r"D:\windows-app", r"C:\Program Files\Git")),
    ],
)
def test_folders_of_programs_and_people_are_none_of_the_system(platform: str, path: str) -> None:
    assert find_system_folder(path, platform) is None

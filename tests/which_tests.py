#!/usr/bin/env python3
"""Names the tests of what changed since HEAD, or of rooms, files and tests that are named; for `./dev check`.

A test is a test of a file if it or a header of tests that it includes names that file's header, or if it is called
after it. Where a file has none, the tests of the files that include it are taken, and so on; and where none is, those
that are called after its room. Of documents and presets it is the tests that read them.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
READERS = {"README.md": ["tst_readme"], "docs": ["tst_readme"], "presets": ["tst_presets", "tst_lessons"],
           "resources": ["tst_manual", "tst_house"], "tests/data": []}


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=True).stdout.splitlines()


def included(path):
    text = (ROOT / path).read_text(errors="replace")
    return {name for name in re.findall(r'^#include "([^"]+)"', text, re.M)}


def main(words):
    code = [p for p in git("ls-files", "-co", "--exclude-standard") if p.endswith((".cpp", ".h", ".def"))
            and (ROOT / p).exists()]
    tests = {pathlib.Path(p).stem: p for p in code if re.fullmatch(r"tests/(\w+/)?tst_\w+\.cpp", p)}
    changed, found = set(), set()
    for word in words:
        inside = [p for p in code if p == word or p.startswith(word.rstrip("/") + "/")]
        if word in tests:
            found.add(word)
        elif inside or (ROOT / word).exists():
            changed.update(inside or [word])
        else:
            sys.exit(f"dev: there is no test, room or file {word}; a room is a folder such as widgets/gantt")
    if not words:
        changed = set(git("diff", "--name-only", "HEAD") + git("ls-files", "-o", "--exclude-standard"))
    includes = {p: included(p) for p in code}

    def users(headers):
        return {p for p in code if includes[p] & headers}

    for path in changed:
        stem = pathlib.Path(path).stem
        found.update(t for reads, names in READERS.items() if path == reads or path.startswith(reads + "/")
                     for t in names)
        if path in tests.values():
            found.add(stem)
            continue
        if not path.endswith((".cpp", ".h", ".def")):
            continue
        found.update(t for t in tests if t == "tst_" + stem)
        header = re.sub(r"\.cpp$", ".h", path)
        # A file without a header is an entry of a list: the headers of its room stand for it.
        room = str(pathlib.Path(path).parent)
        wave = {header} if header in includes else {h for h in includes.get(path, ()) if h.startswith(room + "/")}
        seen, direct = set(), set()
        while wave and not direct:
            seen |= wave
            users_now = users(wave)
            helpers = {p for p in users_now if p.startswith("tests/") and p.endswith(".h")}
            direct = {pathlib.Path(p).stem for p in users_now | users(helpers) if p in tests.values()}
            wave = {re.sub(r"\.cpp$", ".h", p) for p in users_now if not p.startswith("tests/")} - seen
        word = pathlib.Path(room).name.rstrip("s")
        found |= direct or {t for t in tests if word in t}
    print("\n".join(sorted(found)))


main(sys.argv[1:])

#!/usr/bin/env python3
"""Progress of what takes longer than a second: on a terminal, and nowhere else.

usage: progress_test.py GALLEY
"""
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import time
import unittest

GALLEY = ""
LINE = re.compile(rb"\r\x1b\[K(\d+), (\d+) a second, (\d+) %, (\d+) s left")


def on_terminal(words, folder):
    """(what standard error shows on a terminal, how many seconds it took)"""
    ours, theirs = pty.openpty()
    began = time.monotonic()
    process = subprocess.Popen([GALLEY, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=theirs)
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            piece = b""
        if not piece:
            break
        shown += piece
    process.wait()
    os.close(ours)
    return shown, time.monotonic() - began


class Progress(unittest.TestCase):
    def slow_project(self, folder, count):
        """Tests that take about as long as each other."""
        templates = pathlib.Path(folder) / ".galley/templates"
        templates.mkdir(parents=True, exist_ok=True)
        (templates / "slow.j2").write_text(
            "{% for a in range(1500) %}{% for b in range(500) %}{% endfor %}{% endfor %}done")
        for at in range(count):
            (templates / f"slow{at}.test.yaml").write_text(
                "template: slow\ncases:\n- {name: a, expect: {text: done}}\n")

    def test_tests_on_a_terminal(self):
        with tempfile.TemporaryDirectory() as folder:
            count = 10
            while True:
                self.slow_project(folder, count)
                shown, seconds = on_terminal(["test"], folder)
                if seconds > 2 or count > 5000:
                    break
                count *= 2
            lines = LINE.findall(shown)
            self.assertTrue(lines, shown)
            done = [int(each[0]) for each in lines]
            self.assertEqual(done, sorted(done))
            self.assertTrue(all(0 <= int(each[2]) <= 100 for each in lines), lines)
            self.assertTrue(shown.endswith(b"\r\x1b[K"), shown[-60:])
            with self.subTest("none where it is not wanted"):
                self.assertEqual(on_terminal(["--quiet", "test"], folder)[0], b"")
            with self.subTest("none in a pipe"):
                piped = subprocess.run([GALLEY, "test"], cwd=folder, capture_output=True)
                self.assertEqual(piped.stderr, b"")

    def test_a_batch_within_its_first_block(self):
        with tempfile.TemporaryDirectory() as folder:
            self.slow_project(folder, 0)
            rows = 100
            while True:
                (pathlib.Path(folder) / "rows.jsonl").write_text("{}\n" * rows)
                shown, seconds = on_terminal(["batch", "slow", "--in", "rows.jsonl"], folder)
                if seconds > 3 or rows > 12_000:
                    break
                rows *= 2
            lines = LINE.findall(shown)
            self.assertTrue([each for each in lines if int(each[2]) < 100], shown)
            self.assertLessEqual(int(lines[-1][0]), rows)
            self.assertTrue(shown.endswith(b"\r\x1b[K"), shown[-60:])

    def test_nothing_for_what_is_quick(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([GALLEY, "init"], cwd=folder, capture_output=True, check=True)
            shown, seconds = on_terminal(["check"], folder)
            if seconds < 1:
                self.assertEqual(shown, b"")


if __name__ == "__main__":
    GALLEY = sys.argv[1]
    unittest.main(argv=sys.argv[:1])

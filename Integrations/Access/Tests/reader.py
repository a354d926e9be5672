"""What the scripts have in common that take a screen reader's place.

Their argument is the file that the program prints to.
"""
import sys
import time

import pyatspi
from gi.repository import GLib

failures = []


def pump():
    while GLib.MainContext.default().iteration(False):
        pass


def wait(question, seconds=30):
    """The answer of a question as soon as there is one; the last one where time is up."""
    end = time.monotonic() + seconds
    while True:
        pump()
        try:
            answer = question()
        except GLib.GError:
            # A row that left while it was asked.
            answer = None
        if answer or time.monotonic() > end:
            return answer
        time.sleep(0.02)


def check(what, holds, seen=""):
    print(f"{'ok' if holds else 'WRONG'}: {what}{'' if holds else f': {seen}'}", flush=True)
    if not holds:
        failures.append(what)


def printed():
    """What the program has printed, line by line."""
    with open(sys.argv[1], encoding="utf-8") as file:
        return file.read().splitlines()


def application(name):
    for child in pyatspi.Registry.getDesktop(0):
        if child and child.name == name:
            return child
    return None


def inside(node):
    for child in node:
        yield child
        yield from inside(child)


def box(node):
    rect = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    return rect.x, rect.y, rect.width, rect.height

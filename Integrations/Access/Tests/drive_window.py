#!/usr/bin/python3
"""Reads and presses the window of Messenger by AT-SPI, as a screen reader does:

    drive_window.py LOG

LOG is the file that Messenger prints to. Ends with status 1 where something is not as it should.
"""
import os
import signal
import sys

import pyatspi

from reader import application, box, check, failures, inside, printed, wait


def rows(app):
    return [row for row in app[0][0] if row and row.getRoleName() == "list item"]


def buttons(row):
    return {node.getRoleName(): node for node in inside(row) if "button" in node.getRoleName()}


def look(app):
    check("the window is a frame", app[0].getRoleName() == "frame", app[0].getRoleName())
    check("messages load", wait(lambda: "loaded 19000..<20000" in printed()))
    # Those that were shown last before that make room for others.
    both = {"toggle button", "push button"}
    shown = wait(
        lambda: len(rows(app)) >= 3 and set(buttons(rows(app)[-1])) == both
        and "setsize:1000" in rows(app)[-1].getAttributes())
    check("rows are seen, with buttons", shown, [list(buttons(row)) for row in rows(app)])
    last = rows(app)[-1]
    attributes = dict(pair.split(":", 1) for pair in last.getAttributes())
    is_last = attributes["posinset"] == attributes["setsize"]
    check("the last row is the last one", is_last, attributes)

    x, y, width, height = box(app[0][0])
    check("the list has its size", (width, height) == (420, 720 - 48), (width, height))
    left, top, wide, high = box(last)
    is_inside = x <= left and y <= top and left + wide <= x + width and top + high <= y + height + 1
    check("the last row is in the list", is_inside, (left, top, wide, high))
    return int(attributes["setsize"])


def press(app, count):
    like = buttons(rows(app)[-1])["toggle button"]
    check("the toggle is called so", like.name == "Like", like.name)
    check("it is off", not like.getState().contains(pyatspi.STATE_CHECKED))
    check("it is pressed", like.queryAction().doAction(0))
    is_liked = wait(lambda: any(line.startswith("liked message") for line in printed()))
    check("the program does what it means", is_liked, printed())

    def is_on():
        toggle = buttons(rows(app)[-1]).get("toggle button")
        return toggle is not None and toggle.getState().contains(pyatspi.STATE_CHECKED)

    check("it is on", wait(is_on))
    remove = buttons(rows(app)[-1])["push button"]
    check("a message is removed", remove.queryAction().doAction(0))
    is_gone = wait(lambda: f"setsize:{count - 1}" in rows(app)[-1].getAttributes())
    check("it is gone", is_gone, rows(app)[-1].getAttributes())


app = wait(lambda: application("Messenger"))
check("the application is there", app is not None)
if app is not None:
    try:
        press(app, look(app))
    finally:
        os.kill(app.get_process_id(), signal.SIGTERM)
sys.exit(1 if failures else 0)

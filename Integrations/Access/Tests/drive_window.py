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


def last_row(app, count):
    """The last row of the list, once it is seen with all that is in it; rows that the list had last
    before, and rows whose pixels have not come, are not it."""
    row = rows(app)[-1]
    numbers = {f"posinset:{count}", f"setsize:{count}"}
    both = {"toggle button", "push button"}
    is_it = numbers <= set(row.getAttributes()) and set(buttons(row)) == both
    return row if is_it else None


def look(app):
    check("the window is a frame", app[0].getRoleName() == "frame", app[0].getRoleName())
    check("messages load", wait(lambda: "loaded 19000..<20000" in printed()))
    last = wait(lambda: last_row(app, 1000))
    check("the last row is seen, with buttons", last, [list(buttons(row)) for row in rows(app)])
    check("rows before it are seen", len(rows(app)) >= 3)

    x, y, width, height = box(app[0][0])
    check("the list has its size", (width, height) == (420, 720 - 48), (width, height))
    left, top, wide, high = box(last)
    is_inside = x <= left and y <= top and left + wide <= x + width and top + high <= y + height + 1
    check("the last row is in the list", is_inside, (left, top, wide, high))
    return last


def press(app, last):
    like = buttons(last)["toggle button"]
    check("the toggle is called so", like.name == "Like", like.name)
    check("it is off", not like.getState().contains(pyatspi.STATE_CHECKED))
    check("it is pressed", like.queryAction().doAction(0))
    is_liked = wait(lambda: "liked message 999" in printed())
    check("the program does what it means", is_liked, printed())

    def is_on():
        toggle = buttons(last).get("toggle button")
        return toggle is not None and toggle.getState().contains(pyatspi.STATE_CHECKED)

    check("it is on", wait(is_on))
    remove = buttons(last)["push button"]
    check("a message is removed", remove.queryAction().doAction(0))
    check("it is gone", wait(lambda: last_row(app, 999)), rows(app)[-1].getAttributes())


app = wait(lambda: application("Messenger"))
check("the application is there", app is not None)
if app is not None:
    try:
        press(app, look(app))
    finally:
        os.kill(app.get_process_id(), signal.SIGTERM)
sys.exit(1 if failures else 0)

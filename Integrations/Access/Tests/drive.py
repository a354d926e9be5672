#!/usr/bin/python3
"""Drives AccessProbe by AT-SPI, as a screen reader does:   drive.py LOG

LOG is the file that AccessProbe prints to. Ends with status 1 where something is not as it should.
"""
import sys

import pyatspi

from reader import application, box, check, failures, inside, printed, wait

events = []
announced = []


def find(node, role, name=None):
    for child in inside(node):
        if child.getRoleName() == role and name in (None, child.name):
            return child
    return None


def has(node, state):
    return node.getState().contains(state)


def press(node, name="press"):
    action = node.queryAction()
    names = [action.getName(index) for index in range(action.nActions)]
    return name in names and action.doAction(names.index(name))


def came(kind, name=None, detail=None):
    """Whether an event of a kind came, from a node with a name."""
    return any(
        kind in event[0] and name in (None, event[1]) and detail in (None, event[2])
        for event in events
    )


def heard(event):
    # What is asked of a node that is gone by now fails.
    try:
        events.append((str(event.type), event.source.name, event.detail1))
    except Exception:
        events.append((str(event.type), None, event.detail1))


def announcement(event):
    announced.append(str(event.any_data))


def look_at_roles(app, row):
    window = app[0]
    check("the application", app.getRoleName() == "application", app.getRoleName())
    check("its toolkit", app.toolkitName == "Linecaster", app.toolkitName)
    check("the window", window.getRoleName() == "frame", window.getRoleName())
    check("the window is active", has(window, pyatspi.STATE_ACTIVE))
    check("the list", window[0].getRoleName() == "list", window[0].getRoleName())
    check("a row", row.getRoleName() == "list item", row.getRoleName())
    check("the row's name", row.name.startswith("Note 1 See this page"), row.name)
    attributes = dict(pair.split(":", 1) for pair in row.getAttributes())
    check("the row's number", attributes.get("posinset") == "1", attributes)
    check("the number of rows", attributes.get("setsize") == "40", attributes)
    heading = find(row, "heading", "Note 1")
    check("a heading", heading is not None)
    check("its level", heading is not None and "level:2" in heading.getAttributes())
    for role, name in [
        ("static", None), ("link", "this page"), ("panel", None), ("image", "A square"),
        ("toggle button", "Like"), ("push button", "Reply"), ("entry", "Answer"),
    ]:
        check(f"a {role}", find(row, role, name) is not None)
    entry = find(row, "entry").queryText()
    check("the text of an entry", entry.getText(0, -1) == "so far", entry.getText(0, -1))


def look_at_states(row):
    button = find(row, "push button", "Reply")
    for state in ["FOCUSABLE", "ENABLED", "SENSITIVE", "VISIBLE", "SHOWING"]:
        check(f"a button is {state}", has(button, getattr(pyatspi, f"STATE_{state}")))
    check("no button is FOCUSED", not has(button, pyatspi.STATE_FOCUSED))
    check("a row is not CHECKED", not has(row, pyatspi.STATE_CHECKED))


def look_at_text(row):
    text = find(row, "static").queryText()
    words = "See this page 𝒳 café 👩‍🚀 rocket"
    check("a text", text.getText(0, -1) == words, text.getText(0, -1))
    check("its length in code points", text.characterCount == len(words), text.characterCount)
    start = words.index("rocket")
    check("a character", chr(text.getCharacterAtOffset(start)) == "r")
    said = wait(lambda: [line for line in printed() if line.startswith("word:")])
    where = [float(number) for number in said[0].split(" at ")[0].split()[1:]]
    left, top, width, height = where
    rect = text.getRangeExtents(start, start + 6, pyatspi.DESKTOP_COORDS)
    near = all(
        abs(a - b) <= 0.5 for a, b in zip(rect, (left + 100, top + 50, width, height)))
    check("where a word is", near, f"{tuple(rect)} instead of {where}")
    boxes = [text.getCharacterExtents(start + i, pyatspi.WINDOW_COORDS) for i in range(6)]
    ends = boxes[0][0], boxes[-1][0] + boxes[-1][2]
    near = abs(ends[0] - left) <= 1 and abs(ends[1] - left - width) <= 1
    check("where its characters are", near, f"{ends} instead of {where}")
    rising = all(a[0] < b[0] for a, b in zip(boxes, boxes[1:]))
    check("they are in order", rising, boxes)
    for offset in [0, 5, words.index("𝒳"), words.index("é"), start, start + 5]:
        x, y, w, h = text.getCharacterExtents(offset, pyatspi.DESKTOP_COORDS)
        points = [(x + w // 3, y + h // 2), (x + w - w // 3, y + h // 2)]
        found = [text.getOffsetAtPoint(*point, pyatspi.DESKTOP_COORDS) for point in points]
        check(f"the character at a point, {offset}", found == [offset] * 2, found)
    check("none beside it", text.getOffsetAtPoint(0, 0, pyatspi.DESKTOP_COORDS) == -1)
    word = text.getStringAtOffset(start + 2, pyatspi.TEXT_GRANULARITY_WORD)
    check("a word", word[0] == "rocket", word[0])
    word = text.getStringAtOffset(5, pyatspi.TEXT_GRANULARITY_WORD)
    check("a word with its space", word[0] == "this ", word[0])
    line = text.getStringAtOffset(5, pyatspi.TEXT_GRANULARITY_LINE)
    check("a line", line[0] == words, line[0])
    old = text.getTextAtOffset(5, pyatspi.TEXT_BOUNDARY_LINE_START)
    check("a line as older clients ask", old[0] == words, old)
    for offset in [-5, 1000, 2**31 - 1]:
        text.getCharacterExtents(offset, pyatspi.DESKTOP_COORDS)
        # Ranges that are none never come as far as the program.
        text.getRangeExtents(3, max(4, offset), pyatspi.DESKTOP_COORDS)
        text.getStringAtOffset(offset, pyatspi.TEXT_GRANULARITY_WORD)
        text.getText(offset, -offset)
    text.getOffsetAtPoint(-(2**31), 2**31 - 1, pyatspi.DESKTOP_COORDS)
    check("offsets outside of it are answered", text.characterCount == len(words))


def press_things(row):
    check("a press is done", press(find(row, "push button", "Reply")))
    check("it had an effect", wait(lambda: "did: reply 1" in printed()))
    check("a text is announced", wait(lambda: announced == ["Reply 1 has been sent."]), announced)
    check("a link is followed", press(find(row, "link")))
    check("where it leads", wait(lambda: "did: follow https://example.org/1" in printed()))
    check("a row is opened", press(row) and wait(lambda: "did: open 1" in printed()))
    image = find(row, "image")
    check("a picture has no actions", "Action" not in pyatspi.listInterfaces(image))
    toggle = find(row, "toggle button")
    check("a toggle is off", not has(toggle, pyatspi.STATE_CHECKED))
    check("it is switched", press(toggle) and wait(lambda: "did: like 1" in printed()))
    told = wait(lambda: came("state-changed:checked", "Like", 1))
    check("that it is on is told", told, events)
    check("it is on", wait(lambda: has(find(row, "toggle button"), pyatspi.STATE_CHECKED)))


def focus(row):
    button = find(row, "push button", "Reply")
    check("the focus is given", button.queryComponent().grabFocus())
    told = wait(lambda: came("state-changed:focused", "Reply", 1))
    check("that it has the focus is told", told, events)
    check("it has the focus", wait(lambda: has(button, pyatspi.STATE_FOCUSED)))


def scroll(rows):
    names = [row.name[:7] for row in rows]
    check("the first rows", names[0] == "Note 1 ", names)
    gone = rows[0]
    events.clear()
    check("a press scrolls", press(find(rows[0], "push button", "Scroll")))
    # Until their pixels come they are busy, and have no names.
    wait(lambda: not any(row.name.startswith("Note 1 ") or not row.name for row in rows))
    others = [row.name[:7] for row in rows]
    check("other rows are in sight", others and not set(others) & set(names), others)
    check("rows that left are told", wait(lambda: came("children-changed:remove")), events)
    check("rows that came are told", wait(lambda: came("children-changed:add")), events)
    check("one that left is gone", wait(lambda: has(gone, pyatspi.STATE_DEFUNCT)))
    shown = wait(lambda: has(rows[1], pyatspi.STATE_SHOWING))
    top = box(rows[1])[1]
    check("rows are where they show", shown and 50 <= top <= 450, box(rows[1]))
    count = int(dict(p.split(":", 1) for p in rows[1].getAttributes())["posinset"])
    check("rows have their numbers", rows[1].name.startswith(f"Note {count} "), rows[1].name)


def scroll_on(app, rows):
    """What the client has kept, and changed as it was told, is what it is told anew."""
    for step in range(8):
        old = [row.name for row in rows]
        check(f"a press scrolls on, {step}", press(find(rows[1], "push button", "Scroll")))
        wait(lambda: [row.name for row in rows] != old)
        wait(lambda: all(row.name for row in rows))
        wait(lambda: False, 0.3)
        kept = seen(rows)
        app.clearCache()
        wait(lambda: False, 0.1)
        check(f"what was told is what is there, {step}", kept == seen(rows), (kept, seen(rows)))
        tops = [box(row)[1] for row in rows]
        check(f"rows stand one below the other, {step}", tops == sorted(tops), tops)


def seen(rows):
    return [(node.getRoleName(), node.name, node.getIndexInParent()) for node in inside(rows)]


def open_and_close(app, row):
    button = find(row, "push button", "Window")
    check("a window is opened", press(button) and wait(lambda: app.childCount == 2))
    other = app[1]
    check("its title", other.name == "Other", other.name)
    check("its list", wait(lambda: other.childCount == 1 and other[0].childCount > 2))
    second = find(other, "push button", "Reply")
    count = len([line for line in printed() if line == "did: reply 1"])
    check("its buttons are pressed", press(second) and wait(
        lambda: len([line for line in printed() if line == "did: reply 1"]) == count + 1))
    check("it is closed", press(button) and wait(lambda: app.childCount == 1))
    check("it is gone", wait(lambda: has(other, pyatspi.STATE_DEFUNCT)))
    check("so is what was in it", wait(lambda: has(second, pyatspi.STATE_DEFUNCT)))


def main():
    for kind in [
        "object:state-changed:checked", "object:state-changed:focused",
        "object:children-changed", "object:bounds-changed",
    ]:
        pyatspi.Registry.registerEventListener(heard, kind)
    pyatspi.Registry.registerEventListener(announcement, "object:announcement")
    app = wait(lambda: application("Access probe"))
    if not app:
        sys.exit("drive: the application is not on the bus")
    rows = wait(lambda: app.childCount and app[0].childCount and app[0][0])
    wait(lambda: rows.childCount > 2 and rows[0].name)
    row = rows[0]
    look_at_roles(app, row)
    look_at_states(row)
    look_at_text(row)
    press_things(row)
    focus(row)
    open_and_close(app, row)
    scroll(rows)
    scroll_on(app, rows)
    press(find(rows[1], "push button", "Quit"))
    check("it quits", wait(lambda: "did: quit" in printed()))
    if failures:
        sys.exit(f"drive: {len(failures)} wrong: {', '.join(failures)}")
    print("drive: all as it should be")


main()

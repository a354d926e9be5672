#!/usr/bin/python3
"""Reads and presses the screens of AccessProbe by AT-SPI, as a screen reader does:

    drive_screens.py LOG

LOG is the file that AccessProbe prints to. Ends with status 1 where something is not as it should.
"""
import sys

from reader import application, box, check, failures, inside, printed, wait


def find(app, role, name):
    """The first node with a role and a name, once it is there."""
    def search():
        nodes = inside(app[0])
        return next((n for n in nodes if n and (n.getRoleName(), n.name) == (role, name)), None)

    return wait(search, 10)


def press(app, role, name):
    node = find(app, role, name)
    check(f"the {role} {name} is there", node)
    check(f"{name} is pressed", node is not None and node.queryAction().doAction(0))


app = wait(lambda: application("Screen probe"))
if not app:
    sys.exit("drive_screens: the application is not on the bus")
heading = find(app, "heading", "First")
check("the bar has its title", heading)
check("the first screen has no way back", find(app, "list item", "Ask") and not any(
    node.name == "‹" for node in inside(app[0])))
field = find(app, "entry", "Search")
text = field.queryText().getText(0, -1) if field else ""
check("the field has its text", text == "so far", text)
rows = [node for node in app[0][0] if node.getRoleName() == "list item"]
check("a separator is no item", [row.name for row in rows[-2:]] == ["Open", "Ask"], rows)
bar, body = box(heading), box(rows[-2])
check("rows are below the bar", 50 <= bar[1] and bar[1] + bar[3] <= body[1] < 450, (bar, body))
press(app, "list item", "Open")
check("the next screen is read", find(app, "heading", "Second"))
press(app, "push button", "‹")
check("its back button leads back", find(app, "heading", "First"))
press(app, "list item", "Ask")
check("a question is read", find(app, "heading", "Sure?"))
check("what is below it is not", wait(lambda: not any(
    node.name == "Open" for node in inside(app[0]))))
press(app, "push button", "Yes")
check("it is answered", wait(lambda: "did: answer 0" in printed()), printed())
press(app, "push button", "Quit")
check("it quits", wait(lambda: "did: quit" in printed()))
if failures:
    sys.exit(f"drive_screens: {len(failures)} wrong: {', '.join(failures)}")
print("drive_screens: all as it should be")

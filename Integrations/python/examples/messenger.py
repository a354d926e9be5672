"""Shows a list of 20,000 messages in a window of pygame:

    pip install linecaster-*.whl pygame && python messenger.py

The wheel, the arrows and the scroll bar scroll; a pointer selects text and taps buttons; Ctrl+C
copies the selected text, E edits the first visible message, N adds one at the end, and Q quits.
``--scale`` is in pixels per point, and ``--shot`` writes the last frame as a file of PNG.
"""

from __future__ import annotations

import argparse
import sys
import time

import pygame
from linecaster.native import List, Row, Template

WIDTH, HEIGHT, COUNT = 360, 600, 20_000
CARD = {"body": {"padding": {"horizontal": 14, "vertical": 4}, "Column": [{
    "Column": {"spacing": 3, "content": [
        {"Text": {"string": "{{name}}", "style": {"weight": "bold", "size": 13}}},
        {"Text": "{{text}}"},
        {"Text": {"string": "Reply", "style": {"size": 12, "color": "#3B5BDB"}},
         "tag": "reply", "role": "button"},
    ]},
    "padding": {"horizontal": 12, "vertical": 8}, "background": "{{color}}", "cornerRadius": 14,
}]}}
WORDS = [
    "The mill jammed on card 12 again.", "Same card as on Tuesday? Then it is the hole.",
    "I cut a new one. Running.", "Grüße aus Köln, bis morgen!", "Привет, всё готово.",
    "שלום, נתראה מחר", "It has now run for an hour and a half without a single stop. Well done.",
]
COLORS = ["#EEF1F6", "#DBE4FF", "#FFE8CC"]
KEYS = {
    pygame.K_UP: "up", pygame.K_DOWN: "down", pygame.K_PAGEUP: "page_up",
    pygame.K_PAGEDOWN: "page_down", pygame.K_HOME: "home", pygame.K_END: "end",
    pygame.K_TAB: "tab", pygame.K_RETURN: "activate", pygame.K_ESCAPE: "escape",
}


class Messenger:
    def __init__(self, scale: float) -> None:
        self.scale, self.count, self.is_running = scale, COUNT, True
        self.card = Template(CARD)
        self.rows = List(WIDTH, HEIGHT, scale=scale)
        self.rows.update(self.row(number) for number in range(COUNT))
        self.window = pygame.display.set_mode(self.rows.pixel_size)
        # The list draws into memory that the surface shares.
        self.pixels = bytearray(4 * self.window.get_width() * self.window.get_height())
        self.surface = pygame.image.frombuffer(self.pixels, self.window.get_size(), "RGBA")
        self.press = (0.0, (0, 0), 0)

    def row(self, number: int, note: str = "") -> Row:
        text = f"{WORDS[number % 7]} {note}"
        data = {"name": f"Sender {number % 97}", "text": text, "color": COLORS[number % 3]}
        return Row(f"row {number}", data, self.card, tap=True)

    def draw(self) -> None:
        self.rows.draw(self.pixels)
        self.window.fill("white")
        self.window.blit(self.surface, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        pygame.display.flip()

    def edit(self) -> None:
        if visible := self.rows.visible:
            self.rows.replace(self.row(visible[0].index, "(edited)"))
            print("edit replace of message", visible[0].index)

    def add(self) -> None:
        self.rows.append(self.row(self.count))
        self.rows.scroll_to_end(animated=True)
        print("edit append of message", self.count)
        self.count += 1

    def clicks(self, place: tuple[int, int]) -> int:
        """The number of presses at a place in a short time: two select a word."""
        last, before, count = self.press
        is_near = abs(place[0] - before[0]) + abs(place[1] - before[1]) < 6
        count = count + 1 if is_near and time.monotonic() - last < 0.4 else 1
        self.press = (time.monotonic(), place, count)
        return count

    def handle(self, event: pygame.event.Event) -> None:
        def pointer(kind: str, place: tuple[int, int], clicks: int = 1, wheel: float = 0) -> None:
            x, y = place[0] / self.scale, place[1] / self.scale
            self.rows.pointer(kind, x, y, clicks=clicks, wheel=wheel)

        if event.type == pygame.KEYDOWN:
            self.key(event.key, event.mod)
        elif event.type == pygame.QUIT:
            self.is_running = False
        elif event.type == pygame.MOUSEWHEEL:
            pointer("wheel", pygame.mouse.get_pos(), wheel=-60 * event.y)
        elif event.type == pygame.MOUSEMOTION:
            pointer("move", event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            pointer("down", event.pos, self.clicks(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            pointer("up", event.pos, self.press[2])

    def key(self, code: int, modifiers: int) -> None:
        if code in KEYS:
            self.rows.key(KEYS[code])
        elif code == pygame.K_c and modifiers & pygame.KMOD_CTRL:
            self.rows.copy()
        elif code == pygame.K_e:
            self.edit()
        elif code == pygame.K_n:
            self.add()
        elif code == pygame.K_q:
            self.is_running = False

    def report(self) -> None:
        for event in self.rows.events():
            if event.kind == "copy":
                pygame.scrap.put("text/plain;charset=utf-8", event.text.encode())
                lines = len(event.text.splitlines())
                print(f"copied {len(event.text.encode())} bytes, {lines} lines")
            print(f"event {event.kind}: {event.text!r} in {event.key!r}")

    def run(self) -> None:
        offset = -1.0
        while self.is_running:
            for event in pygame.event.get():
                self.handle(event)
            frame = self.rows.frame(0.002)
            if frame.changed:
                self.draw()
            self.report()
            if frame.idle and not frame.busy and frame.next_frame > 1 and frame.offset != offset:
                offset = frame.offset
                print(f"{frame.row_count} messages, offset {offset:.0f}")
            # Results and events both end the pause.
            if not frame.busy:
                self.rows.wait(0.008)


def main() -> None:
    parser = argparse.ArgumentParser(description="Shows a list of messages in a window.")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--shot", help="the file for the last frame")
    options = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    pygame.display.init()
    pygame.display.set_caption("Linecaster messages")
    messenger = Messenger(options.scale)
    pygame.scrap.init()
    messenger.run()
    if options.shot:
        pygame.image.save(messenger.window, options.shot)


if __name__ == "__main__":
    main()

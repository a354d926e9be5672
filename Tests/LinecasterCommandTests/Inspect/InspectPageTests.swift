import Foundation
import Linecaster
import LinecasterTestSupport
import Testing

@testable import LinecasterCommand

/// User actions on the page in headless Chromium: events go to the topmost element at their place,
/// as those of a mouse do, or to the focused element.
@Suite(
  .enabled(
    if: try TestTools.has("Chromium", Browser.path != nil), "no Chromium to look at pages with"),
  .serialized)
struct InspectPageTests {
  private let folder: TemporaryFolder

  /// The scene of `InspectCommandTests`, with one node a line.
  private static let scene = """
    {"width": 240, "parts": {
      "dot": {"Box": {"color": "#4361EE", "size": {"width": 60, "height": 12}}}
    }, "body": {"Column": {"spacing": 6, "content": [
      {"Text": {"string": "Office and quotes", "style": {"size": 20, "weight": "bold"}}},
      {"Row": [
        {"Text": "नमस्ते ᚠ"},
        {"Spacer": {}},
        {"Text": "שלום 😀"}]},
      {"Part": "dot", "margin": {"top": 3}}
    ]}, "padding": 12, "border": {"color": "black", "width": 2}, "background": "#F1F3F5"}}
    """

  /// Functions for test scripts: a click or a move at a place, a key, and the results.
  private static let tools = #"""
    const found = [];
    const at = (x, y) => {
      const frame = paper.getBoundingClientRect();
      return {clientX: frame.x + x * zoom, clientY: frame.y + y * zoom, bubbles: true};
    };
    const hit = (Kind, name, x, y) => {
      const place = at(x, y);
      const target = document.elementFromPoint(place.clientX, place.clientY);
      target.dispatchEvent(new Kind(name, place));
    };
    const click = (x, y) => hit(MouseEvent, "click", x, y);
    const move = (x, y) => hit(PointerEvent, "pointermove", x, y);
    const key = name => document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", {key: name, bubbles: true, cancelable: true}));
    const focused = () => Number(document.activeElement.dataset.box ?? -1);
    const note = value => found.push(value);
    const done = () => {
      const out = document.createElement("pre");
      out.id = "found";
      out.textContent = JSON.stringify(found);
      document.body.append(out);
    };
    """#

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs a script on the page of a scene, and returns its notes.
  private func notes(
    _ scene: String = scene, script: String
  ) async throws -> [JSONAnswer] {
    let file = try folder.write(scene, to: "card.json")
    let run = try await LinecasterRun(["inspect", file, "-o", folder.file("report.html")])
    #expect(run.status == 0, "\(run.errors)")
    let html = String(decoding: try folder.read("report.html"), as: UTF8.self)
    let page = try folder.write(
      html.replacingOccurrences(
        of: "</body>", with: "<script>\(Self.tools)\n{\(script)}\ndone();</script></body>"),
      to: "page.html")
    let dom = try await Browser.dom(of: page)
    let text = try #require(dom.firstMatch(of: #/<pre id="found">(.*?)</pre>/#)?.1)
    let plain = text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
    return try JSONDecoder().decode([JSONAnswer].self, from: Data(plain.utf8))
  }

  @Test func aClickPicksTheDeepestNodeAndTheNextOnesWhatIsAroundIt() async throws {
    let found = try await notes(
      script: """
        const {x, y} = nodes[3];
        for (let turn = 0; turn < 4; turn++) { click(x + 4, y + 8); note(selected); }
        key("Escape"); note(selected); key("Escape"); note(selected); key("Escape");
        note(selected);
        click(3, 3); note(selected);
        click(nodes[6].x + 1, nodes[6].y + 1); note(selected);
        note(items.filter(item => item.getAttribute("aria-selected") === "true").length);
        note(pick.getAttribute("width"));
        """)
    // The text, its row, the column, the text again; then out by Escape.
    #expect(found == [3, 2, 0, 3, 2, 0, -1, 0, 6, 1, "60"])
  }

  @Test func thePanelSaysPlaceEdgesStyleAndLine() async throws {
    let found = try await notes(
      script: """
        const panel = one("#node .detail");
        const number = edge => panel.querySelector(`[data-edge=${edge}]`).textContent;
        const rows = () => [...panel.querySelectorAll("tr")].map(row => row.textContent);
        select(0);
        note(number("border-top")); note(number("padding-left")); note(number("margin-top"));
        note(number("content")); rows().forEach(note); note("|");
        select(1); rows().forEach(note); note("|");
        select(6); note(number("margin-top")); rows().forEach(note);
        """)
    let parts = found.split(separator: "|").map { $0.map(\.text) }
    #expect(parts.count == 3)
    #expect(parts[0].prefix(3) == ["2", "12", "–"])
    #expect(parts[0].contains("sourceline 3") && parts[0].contains("spacing6"))
    #expect(parts[0].contains("padding12") && parts[0].contains(##"background"#F1F3F5""##))
    #expect(parts[0][3].hasPrefix("212 × "))
    #expect(parts[1].contains("sourceline 4"))
    #expect(parts[1].contains(#"style{"size": 20, "weight": "bold"}"#))
    #expect(parts[2][0] == "3" && parts[2].contains("sourceline 2, through the part in line 9"))
    #expect(parts[2].contains("size60 × 12"))
  }

  @Test func theTreeIsOneOfARIAAndArrowsMoveInIt() async throws {
    let found = try await notes(
      script: """
        const tree = one("[role=tree]");
        note(items.length === nodes.length);
        note(items.every((item, index) => {
          let level = 1;
          for (let up = nodes[index].parent; up >= 0; up = nodes[up].parent) level++;
          const isParent = nodes.some(node => node.parent === index);
          return item.getAttribute("aria-level") === String(level)
            && item.hasAttribute("aria-selected") && item.hasAttribute("aria-label")
            && item.hasAttribute("aria-expanded") === isParent
            && (level === 1 ? item.parentNode === tree
              : item.parentNode.getAttribute("role") === "group");
        }));
        const tabs = () => items.filter(item => item.tabIndex === 0).length;
        note(tabs());
        items[0].focus();
        for (const name of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowUp",
          "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowUp", "ArrowRight", "ArrowRight", "End",
          "ArrowDown", "Home", "ArrowUp", "t", "t", "r"]) {
          key(name);
          note(focused());
        }
        note(items[2].getAttribute("aria-expanded")); note(tabs());
        key("Enter"); note(selected); key("End"); key(" "); note(selected);
        key("Escape"); note(selected);
        note(getComputedStyle(items[focused()].firstElementChild).outlineStyle);
        """)
    #expect(
      found == [
        true, true, 1,
        1, 2, 3, 4, 3, 2, 2, 6, 2, 2, 3, 6, 6, 0, 0, 1, 3, 2, "true", 1, 2, 6, 0, "solid",
      ])
  }

  /// Nodes inside a closed one are hidden in the list; picking one in the picture opens it.
  @Test func closedNodesHideWhatIsInThem() async throws {
    let found = try await notes(
      script: """
        items[2].focus(); key("ArrowLeft");
        note(items[3].getClientRects().length); note(items[6].getClientRects().length);
        click(nodes[3].x + 4, nodes[3].y + 8);
        note(selected); note(items[3].getClientRects().length);
        note(items[2].getAttribute("aria-expanded"));
        """)
    #expect(found == [0, 1, 3, 1, "true"])
  }

  @Test func keysAndButtonsChangeTheSize() async throws {
    let found = try await notes(
      script: """
        const sizes = () => [picture, svg].map(shown => shown.getBoundingClientRect().width);
        note(sizes()[0]);
        key("+"); note(sizes()[0]); note(sizes()[1]); key("="); note(sizes()[0]);
        note(getComputedStyle(picture).imageRendering);
        key("-"); note(sizes()[0]); key("0"); note(sizes()[0]);
        key("-"); note(sizes()[0]); note(getComputedStyle(picture).imageRendering);
        one("[data-zoom=reset]").click(); note(sizes()[0]);
        one("[data-zoom=in]").click(); note(sizes()[0]);
        const {x, y} = nodes[6]; click(x + 5, y + 5); note(selected);
        for (let turn = 0; turn < 40; turn++) one("[data-zoom=in]").click();
        note(zoom); for (let turn = 0; turn < 60; turn++) key("-"); note(zoom);
        """)
    #expect(
      found == [
        240, 480, 480, 960, "pixelated", 480, 240, 120, "auto", 240, 480, 6, 32, 0.25,
      ])
  }

  /// If a picture pixel covers 3 × 3 screen pixels, all of these have its colour.
  @Test func enlargedPixelsAreSquares() async throws {
    _ = try await notes(script: "")
    let html = String(decoding: try folder.read("report.html"), as: UTF8.self)
    let page = try folder.write(
      html.replacingOccurrences(
        of: "</body>",
        with: """
          <script>resize(whole(3));
          paper.style.cssText = "position:fixed;left:0;top:0;z-index:9;box-shadow:none";
          svg.remove(); document.body.append(paper);</script></body>
          """), to: "large.html")
    let shot = try await Browser.screenshot(
      of: page, width: 600, height: 450, to: folder.file("large.png"))
    var colors: Set<Color?> = []
    for y in stride(from: 0, to: 240, by: 3) {
      for x in stride(from: 0, to: 600, by: 3) {
        let square = (0..<9).map { shot.color(atX: x + $0 % 3, y: y + $0 / 3) }
        #expect(Set(square).count == 1, "\(x), \(y)")
        colors.insert(square[0])
      }
    }
    #expect(colors.count > 20)
  }

  @Test func missingCharactersAreListedAndMarked() async throws {
    let found = try await notes(
      script: """
        const button = one("button[data-missing]");
        note(button.textContent.includes("U+16A0") && button.textContent.includes("Text"));
        button.click(); note(selected);
        const mark = one("rect[data-missing]"), box = mark.getBoundingClientRect();
        const text = at(nodes[3].x, nodes[3].y);
        note(mark.classList.contains("found")); note(all("rect[data-missing]").length);
        // As high as the letters of the font, which extend slightly beyond the line.
        note(box.left > text.clientX + 20 && box.top >= text.clientY - 2
          && box.right <= text.clientX + nodes[3].width + 1
          && box.bottom <= text.clientY + nodes[3].height + 2 && box.width > 4);
        """)
    #expect(found == [true, 3, true, 1, true])
  }

  /// The script finds the same nearest carets as the layouts, in texts of several lines, directions
  /// and styles.
  @Test func thePointerFindsTheCaretsOfTheLayouts() async throws {
    let scene = """
      {"width": 200, "body": {"Column": {"spacing": 5, "content": [
        {"Text": ["Affine fjords, שלום עולם 123 and ", {"InlineBox": "a box", "padding": 6}, " ",
          {"Attachment": {"layout": {"Text": "new one", "padding": 4}}}, "!"]},
        {"Text": {"string": "مرحبا بالعالم office क्षत्रिय", "style": {"size": 21},
          "paragraphStyle": {"alignment": "center"}}, "margin": {"left": 20}},
        {"Row": [{"Text": {"string": "縦書き12の文 abc",
          "paragraphStyle": {"writingMode": "verticalRightToLeft"}}}], "frame": {"height": 70}},
        {"Text": ""}, {"Text": "日本語の文章です"}
      ]}}}
      """
    let texts = try Self.anatomy(of: scene)
    var generator = SeededGenerator()
    var points: [(point: Point, offset: Int)] = []
    while points.count < 300 {
      let text = try #require(texts.texts.randomElement(using: &generator))
      let box = text.frame
      guard box.width > 0, box.height > 0 else { continue }
      let point = Point(
        x: Double.random(in: box.minX..<box.maxX, using: &generator),
        y: Double.random(in: box.minY..<box.maxY, using: &generator))
      // Skipped under another text, and where the nearest caret changes within the rounding of
      // numbers on the page.
      let offsets = Set(
        [(0.0, 0.0), (0.05, 0), (-0.05, 0), (0, 0.05), (0, -0.05)].map { x, y in
          text.layout.offset(
            at: text.layout.axes.layout(
              Point(x: point.x - text.origin.x + x, y: point.y - text.origin.y + y)))
        })
      let front = texts.texts.last {
        point.x >= $0.frame.minX && point.x < $0.frame.maxX && point.y >= $0.frame.minY
          && point.y < $0.frame.maxY
      }
      guard front?.origin == text.origin, offsets.count == 1, let offset = offsets.first else {
        continue
      }
      points.append((point, offset))
    }
    let list = points.map { "[\($0.point.x),\($0.point.y)]" }.joined(separator: ",")
    let found = try await notes(
      scene, script: "for (const [x, y] of [\(list)]) note(caretAt({x, y})?.offset ?? -1);")
    for (point, answer) in zip(points, found) {
      #expect(answer == .number(Double(point.offset)), "\(point), seed \(generator.seed)")
    }
    #expect(found.count == points.count && Set(points.map(\.offset)).count > 20)
  }

  private static func anatomy(of scene: String) throws -> PageAnatomy {
    let scene = try Scene(json: scene)
    let environment = LayoutEnvironment(width: scene.width, scale: PixelScale(2))
    let typesetter = Typesetter(fonts: try .bundled())
    var page = DrawnPage(environment)
    try page.add(scene.layout, CellArranger(typesetter: typesetter))
    return PageAnatomy(page, fonts: typesetter.fonts)
  }

  @Test func theCaretStandsWhereThePointerIs() async throws {
    let found = try await notes(
      script: """
        const {x, y, width, height} = nodes[1];
        note(caretLine.hasAttribute("hidden"));
        move(x + width - 1, y + height / 2);
        note(caretLine.hasAttribute("hidden")); note(caretLine.dataset.offset);
        note(where.textContent.includes("caret 17, line 1"));
        const box = caretLine.getBoundingClientRect(), text = at(x, y);
        note(box.height > 12 && box.top >= text.clientY - 4
          && box.bottom <= text.clientY + height + 4);
        move(nodes[6].x + 3, nodes[6].y + 3); note(caretLine.hasAttribute("hidden"));
        """)
    #expect(found == [true, false, "17", true, true, true])
  }

  /// Strings of the input neither close elements nor run scripts.
  @Test func stringsOfTheInputAreText() async throws {
    let attack = #"</script><script>document.documentElement.dataset.taken=1</script><img src=x>"#
    let scene = """
      {"styles": {"a": {"families": ["\(attack)"]}}, "body": {"Column": [
        {"Text": {"string": "\(attack)\\u2028ᚠ", "style": "a"}},
        {"Text": [{"InlineBox": "link", "link": "\(attack)"}]}]}}
      """
    let found = try await notes(
      scene,
      script: """
        select(1);
        note(document.documentElement.dataset.ready); note(all("img").length);
        note(document.documentElement.dataset.taken ?? "no");
        note(one("#node .detail").textContent.includes("<script>"));
        """)
    #expect(found == ["yes", 1, "no", true])
  }
}

/// A number, a string or a Boolean that a script noted.
enum JSONAnswer: Decodable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, CustomTestStringConvertible
{
  case number(Double)
  case string(String)
  case bool(Bool)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }

  var testDescription: String {
    switch self {
    case .number(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .bool(let value): "\(value)"
    }
  }

  var text: String { if case .string(let text) = self { text } else { "" } }
}

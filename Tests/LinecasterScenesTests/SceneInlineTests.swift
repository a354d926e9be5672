import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterText
import Testing

@testable import LinecasterScenes

/// Inline boxes and attachments in texts of scenes.
@Suite struct SceneInlineTests {
  private func text(_ json: String) throws -> AttributedText {
    let scene = try Scene(json: #"{"body": {"Text": \#(json)}}"#)
    guard case .text(let paragraph) = scene.layout.content else {
      Issue.record("no text")
      return AttributedText()
    }
    return paragraph.text
  }

  @Test func saysWhatSwiftSays() throws {
    let read = try text(
      #"""
      ["See ", {"InlineBox": ["the ", {"Styled": "manual", "weight": "bold"}],
        "style": {"size": 20}, "padding": {"left": 4, "right": 2}, "border": 1,
        "decorationBreak": "clone", "verticalAlignment": {"raised": 3},
        "bidi": {"isolate": "rightToLeft"}, "background": "#FF0000", "corners": 5,
        "borderColor": {"light": "#000", "dark": "#FFF"}, "borderPattern": "dashed",
        "shadow": {"color": "black", "blur": 2}, "link": "/manual", "tag": "m"},
        {"Attachment": {"image": "a.png", "size": {"width": 8, "height": 9}, "mode": "fit",
          "baseline": 7, "verticalAlignment": "middle", "margin": 1, "corners": 2}}]
      """#)
    var box = InlineBox(
      style: TextStyle(size: 20), padding: Insets(left: 4, right: 2), border: Insets(all: 1),
      decorationBreak: .clone, verticalAlignment: .raised(3), bidi: .isolate(.rightToLeft),
      link: "/manual", tag: InlinePayload("m"))
    box.decoration = InlineDecoration(
      background: ThemeColor(Color(rgb: 0xFF0000)), corners: CornerRadii(all: 5),
      borderColor: ThemeColor(light: .black, dark: .white), borderPattern: .dashed,
      shadows: [Shadow(.black, blur: 2)])
    var words = AttributedText("the ", style: box.style)
    words.append("manual", style: TextStyle(size: 20, weight: .bold))
    var expected = AttributedText("See ")
    expected.append(words, in: box)
    expected.append(
      Attachment(
        AttachedImage(ImageReference("a.png"), mode: .fit, corners: CornerRadii(all: 2)),
        size: Size(width: 8, height: 9), baseline: 7, verticalAlignment: .middle,
        margin: Insets(all: 1)), style: TextStyle())
    #expect(read == expected)
  }

  @Test func boxesNest() throws {
    let read = try text(
      #"""
      [{"InlineBox": ["a", {"InlineBox": {"InlineBox": "b", "link": "c"}, "link": "b"}],
        "link": "a"}, "d"]
      """#
    )
    let layout = Typesetter(fonts: try .bundled()).prepare(Paragraph(read)).layout()
    #expect(layout.boxFragments.compactMap(\.box.link) == ["a", "b", "c"])
    #expect(read.string == "abd")
  }

  @Test func pairsSayWhatSwiftSays() throws {
    let read = try text(
      #"""
      {"string": ["x ", {"InlineBox": {"Ruby": ["漢", {"Styled": "字", "weight": "bold"}],
          "annotation": "かんじ", "style": {"size": 20}}, "link": "k"},
        {"Ruby": "東京", "annotation": [{"Styled": "Tō", "color": "#FF0000"}, "kyō"],
          "annotationStyle": {"weight": "bold"}, "position": "under",
          "alignment": "spaceBetween", "overhangs": false}],
       "style": {"size": 16}}
      """#)
    let (around, large) = (TextStyle(size: 16), TextStyle(size: 20))
    var kanji = AttributedText("漢", style: large)
    kanji.append("字", style: TextStyle(size: 20, weight: .bold))
    var linked = AttributedText("", style: around)
    linked.append(kanji, with: Ruby("かんじ", beside: large))
    let small = TextStyle(size: 8, weight: .bold)
    var red = small
    red.color = Color(rgb: 0xFF0000)
    var note = AttributedText("Tō", style: red)
    note.append("kyō", style: small)
    var expected = AttributedText("x ", style: around)
    expected.append(linked, in: InlineBox(style: around, link: "k"))
    expected.append(
      AttributedText("東京", style: around),
      with: Ruby(note, position: .under, alignment: .spaceBetween, overhangs: false))
    #expect(read == expected)
    let layout = Typesetter(fonts: try .bundled()).prepare(Paragraph(read)).layout()
    #expect(layout.annotationPlaces.count == 2)
  }

  @Test func tokensAndMarksSayWhatSwiftSays() throws {
    let scene = try Scene(
      json: #"""
        {"body": {"Text": {"string": "long", "style": {"size": 20, "caps": "smallCaps",
          "transform": "uppercase", "hyphenation": "none"},
          "paragraphStyle": {"maximumLines": 1, "truncation": "middle", "truncationUnit": "word",
            "hangingPunctuation": ["allowEnd", "first"], "justification": "kashida",
            "lastLineAlignment": "center", "wrapStyle": "balance", "autospaces": true,
            "spacingTrim": "trimStart"},
          "truncationToken": ["… ", {"InlineBox": "more", "style": {"weight": "bold"},
            "link": "app:more"}]}}}
        """#)
    var style = TextStyle(size: 20)
    style.caps = .smallCaps
    style.transform = .uppercase
    style.hyphenation = .none
    var lines = ParagraphStyle(
      lastLineAlignment: .center, justification: .kashida, wrapStyle: .balance, autospaces: true,
      spacingTrim: .trimStart, maximumLines: 1)
    lines.truncation = .middle
    lines.truncationUnit = .word
    lines.hangingPunctuation = [.first, .allowEnd]
    var paragraph = Paragraph(AttributedText("long", style: style), style: lines)
    var bold = style
    bold.weight = .bold
    var token = AttributedText("… ", style: style)
    token.append(AttributedText("more", style: bold), in: InlineBox(style: bold, link: "app:more"))
    paragraph.truncationToken = token
    #expect(scene.layout == Text(paragraph).node)
    // The link in the token is pressed at the end of the truncated text.
    paragraph.text.append(" and longer than the room", style: style)
    let cell = try CellArranger(typesetter: Typesetter(fonts: try .bundled())).arrange(
      Scene(Text(paragraph)).layout, in: LayoutEnvironment(width: 200))
    guard case .text(let layout, _) = cell.displayList.commands.first else {
      Issue.record("no text")
      return
    }
    #expect(layout.isTruncated && layout.boxFragments.map(\.box.link) == ["app:more"])
  }

  @Test func linesAndTabsSayWhatSwiftSays() throws {
    let scene = try Scene(
      json: #"""
        {"styles": {"wide": {"weight": "bold", "letterSpacing": "0.5em"}},
         "body": {"Text": {"string": ["Tea\t1,50\tp. 7\n", {"InlineBox": "a\tb", "tabSize": 3},
            {"InlineBox": "c\td", "tabDistance": 30.5}],
          "strutStyle": {"style": "wide", "size": 30},
          "style": {"size": 20, "hyphenCharacter": "⹀"},
          "tabStops": [90, {"position": 40, "alignment": {"decimal": ","}},
            {"position": 180, "alignment": "end", "leader": "."}],
          "paragraphStyle": {"initialLetter": {"size": 3, "sink": 2}, "firstLineIndent": -12,
            "indentedLines": ["others", "afterTerminators"], "textBoxTrim": ["end", "start"],
            "textBoxEdge": {"over": "capital"}, "tabDistance": 55,
            "hyphenationLimits": {"lettersOfWord": 6, "lettersAfter": 3, "linesInARow": 2}}}}}
        """#)
    var style = TextStyle(size: 20)
    style.hyphenCharacter = "⹀"
    var lines = ParagraphStyle(
      textBoxTrim: [.start, .end], textBoxEdge: TextBoxEdge(over: .capital), firstLineIndent: -12,
      indentedLines: [.afterTerminators, .others], tabDistance: 55)
    lines.initialLetter = InitialLetter(size: 3, sink: 2)
    lines.hyphenationLimits = HyphenationLimits(lettersOfWord: 6, lettersAfter: 3, linesInARow: 2)
    var text = AttributedText("Tea\t1,50\tp. 7\n", style: style)
    var box = InlineBox(style: style)
    box.tabSize = 3
    text.append(AttributedText("a\tb", style: style), in: box)
    (box.tabSize, box.tabDistance) = (nil, 30.5)
    text.append(AttributedText("c\td", style: style), in: box)
    var strut = style
    (strut.size, strut.weight, strut.letterSpacing) = (30, .bold, 15)
    var paragraph = Paragraph(text, style: lines, strutStyle: strut)
    paragraph.tabStops = [
      TabStop(40, .decimal(separator: ",")), TabStop(90), TabStop(180, .end, leader: "."),
    ]
    let expected = Text(paragraph).node
    #expect(scene.layout == expected)
    #expect(try Scene(expected).layout == expected)
  }

  @Test func layoutsInTextsSayWhatSwiftSays() throws {
    let read = try Scene(
      json: #"""
        {"colors": {"ink": {"light": "#111111", "dark": "#EEEEEE"}},
         "parts": {"dot": {"Box": {"color": "ink", "size": {"width": 4, "height": 5}}}},
         "body": {"Text": {"string": ["a", {"InlineBox": {"Attachment": {"layout":
            {"Row": [{"Part": "dot"}, {"Text": "new"}], "padding": 2}, "margin": 1}}},
            {"Attachment": {"layout": {"Part": "dot"}, "verticalAlignment": "middle"}}],
          "paragraphStyle": {"maximumLines": 1},
          "truncationToken": ["…", {"Attachment": {"layout": {"Text": "b"}}}]}}}
        """#)
    let ink = ThemeColor(light: Color(rgb: 0x111111), dark: Color(rgb: 0xEEEEEE))
    let dot = Box(ink, size: Size(width: 4, height: 5))
    let row = Row {
      dot
      Text("new")
    }.padding(2)
    let style = TextStyle()
    var inside = AttributedText("", style: style)
    inside.append(Attachment(row, margin: Insets(all: 1)), style: style)
    var text = AttributedText("a", style: style)
    text.append(inside, in: InlineBox(style: style))
    text.append(Attachment(dot, verticalAlignment: .middle), style: style)
    var paragraph = Paragraph(text, style: ParagraphStyle(maximumLines: 1))
    var token = AttributedText("…", style: style)
    token.append(Attachment(Text("b")), style: style)
    paragraph.truncationToken = token
    let expected = Text(paragraph).node
    #expect(read.layout == expected)
    #expect(try Scene(expected).layout == expected)
  }

  /// A layout in a text counts toward depth, nodes, text and shadows.
  @Test func layoutsInTextsCount() throws {
    func nested(_ count: Int, _ inner: String) -> String {
      String(repeating: #"{"Text": [{"Attachment": {"layout": "#, count: count) + inner
        + String(repeating: "}}]}", count: count)
    }
    func code(_ body: String) -> SceneError.Code? {
      do {
        _ = try Scene(json: #"{"body": \#(body)}"#)
        return nil
      } catch {
        return error.code
      }
    }
    let limit = LayoutNode.maximumDepth
    func rows(_ count: Int, _ inner: String) -> String {
      String(repeating: #"{"Row": ["#, count: count) + inner + String(repeating: "]}", count: count)
    }
    #expect(code(rows(limit - 5, nested(5, #"{"Spacer": {}}"#))) == nil)
    #expect(code(rows(limit - 5, nested(6, #"{"Spacer": {}}"#))) == .tooDeep)
    #expect(code(nested(5, rows(limit - 5, #"{"Spacer": {}}"#))) == nil)
    #expect(code(nested(5, rows(limit - 4, #"{"Spacer": {}}"#))) == .tooDeep)
    let shadow = Array(repeating: #"{"color": "black"}"#, count: 8).joined(separator: ",")
    let dot = #"{"Spacer": {}, "shadow": [\#(shadow)]}"#
    func many(_ count: Int) -> String {
      let part = #"{"Attachment": {"layout": \#(dot)}}"#
      return #"{"Text": [\#(Array(repeating: part, count: count).joined(separator: ","))]}"#
    }
    #expect(code(many(Scene.shadowLimit / 8)) == nil)
    #expect(code(many(Scene.shadowLimit / 8 + 1)) == .tooLarge)
  }

  /// Layouts in Swift that are deeper than JSON may nest are an error instead of unreadable text.
  @Test func layoutsTooDeepForJSONAreAnError() throws {
    func nested(_ count: Int) -> LayoutNode {
      (0..<count).reduce(Spacer().node) { inner, _ in
        var text = AttributedText("")
        text.append(
          AttributedText("a"), in: InlineBox(style: TextStyle(), link: "a"))
        text.append(Attachment(inner), style: TextStyle())
        return Text(Paragraph(text)).node
      }
    }
    let scene = try Scene(nested(100))
    #expect(try Scene(json: scene.json).layout == nested(100))
    let error = #expect(throws: SceneError.self) { try Scene(nested(250)) }
    #expect(error?.code == .tooDeep)
  }

  @Test func aPairHasNoLayoutsInIt() {
    var inside = AttributedText("")
    inside.append(Attachment(Spacer()), style: TextStyle())
    var text = AttributedText("")
    text.append(inside, with: Ruby(AttributedText("b")))
    let error = #expect(throws: SceneError.self) { try Scene(Text(Paragraph(text))) }
    #expect(error?.reason.contains("cannot be inside a Ruby") == true)
  }

  @Test(arguments: [
    (#"[{"Ruby": "a"}]"#, "'annotation' is missing"),
    (#"[{"Attachment": {"layout": {"Text": "a", "paddin": 1}}}]"#, "'padding'"),
    (#"[{"Attachment": {"layout": {"Spacer": {}}, "image": "a"}}]"#, "'image'"),
    (#"[{"Attachment": {"layout": "a"}}]"#, "a node"),
    (#"[{"Ruby": "a", "annotation": {"Attachment": {"layout": {"Spacer": {}}}}}]"#, "a Ruby"),
    (#"[{"Ruby": {"Attachment": {"layout": {"Spacer": {}}}}, "annotation": "a"}]"#, "a Ruby"),
    (#"{"string": "a", "truncationToken": 3}"#, "a string or a list"),
    (#"{"string": "a", "truncationTokn": "b"}"#, "'truncationToken'"),
    (#"{"string": "a", "paragraphStyle": {"hangingPunctuation": ["end"]}}"#, "'end'"),
    (#"{"string": "a", "paragraphStyle": {"hangingPunctuation": "first"}}"#, "a list"),
    (#"{"string": "a", "paragraphStyle": {"justification": "kashda"}}"#, "'kashida'"),
    (#"{"string": "a", "strutStyle": 3}"#, "a text style"),
    (#"{"string": "a", "strutStyle": {"siz": 3}}"#, "'size'"),
    (#"{"string": "a", "tabStops": 3}"#, "a list of tab stops"),
    (#"{"string": "a", "tabStops": ["3"]}"#, "a number or an object with 'position'"),
    (#"{"string": "a", "tabStops": [{"alignment": "end"}]}"#, "'position' is missing"),
    (#"{"string": "a", "tabStops": [{"position": 1, "alignment": "edn"}]}"#, "'end'"),
    (
      #"{"string": "a", "tabStops": [{"position": 1, "alignment": {"decimel": "."}}]}"#, "'decimal'"
    ),
    (#"{"string": "a", "tabStops": [{"position": 1, "leader": ".."}]}"#, "one character"),
    (#"{"string": "a", "tabStops": [{"position": 1, "leader": ""}]}"#, "one character"),
    (#"{"string": "a", "paragraphStyle": {"initialLetter": "3"}}"#, "an object with 'size'"),
    (#"{"string": "a", "paragraphStyle": {"initialLetter": {"sink": 3}}}"#, "'size' is missing"),
    (
      #"{"string": "a", "paragraphStyle": {"initialLetter": {"size": 3, "sink": 0}}}"#,
      "from 1 to 100"
    ),
    (#"{"string": "a", "paragraphStyle": {"indentedLines": ["other"]}}"#, "'others'"),
    (#"{"string": "a", "paragraphStyle": {"textBoxTrim": ["both"]}}"#, "'both'"),
    (
      #"{"string": "a", "paragraphStyle": {"textBoxTrim": ["start", "end", "both"]}}"#, "'both'"
    ),
    (#"{"string": "a", "paragraphStyle": {"textBoxEdge": {"under": "ex"}}}"#, "'ex'"),
    (#"{"string": "a", "paragraphStyle": {"tabDistance": "8"}}"#, "a number"),
    (
      #"{"string": "a", "paragraphStyle": {"hyphenationLimits": {"linesInARow": 1.5}}}"#,
      "a whole number from 0 to 1000"
    ),
    (#"{"string": "a", "style": {"hyphenCharacter": 3}}"#, "a text"),
    (#"[{"Ruby": "a", "annotation": "b", "positoin": "over"}]"#, "'position'"),
    (#"[{"Ruby": "a", "annotation": "b", "position": "left"}]"#, "'left'"),
    (#"[{"Ruby": {"Ruby": "a", "annotation": "b"}, "annotation": "c"}]"#, "inside another"),
    (#"[{"Ruby": "a", "annotation": {"Ruby": "a", "annotation": "b"}}]"#, "inside another"),
    (#"[{"InlineBox": "a", "paddin": 1}]"#, "'paddin'"),
    (#"[{"InlineBox": "a", "bidi": {"isolat": "leftToRight"}}]"#, "'isolate'"),
    (#"[{"InlineBox": "a", "verticalAlignment": "up"}]"#, "'up'"),
    (#"[{"InlineBox": "a", "tag": 4}]"#, "a text"),
    (#"[{"Attachment": {"image": "a.png"}}]"#, "'size' is missing"),
    (#"[{"Attachment": {"size": {"width": 1, "height": 1}}, "link": "a"}]"#, "'link'"),
    (#"{"string": "a", "paragraphStyle": {"writingMode": "up"}}"#, "'up'"),
  ])
  func faultsNameWhatIsWrong(json: String, words: String) {
    do {
      _ = try text(json)
      Issue.record("\(json) is read")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  /// Faults of tab stops are all reported, with their places.
  @Test func faultsOfTabStopsHavePlaces() {
    let json = #"""
      {"body": {"Text": {"string": "a", "tabStops": [1, {"position": 2, "leader": "ab"}, "c"]}}}
      """#
    let paths = Scene.faults(json: Array(json.utf8)).map(\.path)
    #expect(paths == ["body.Text.tabStops[1].leader", "body.Text.tabStops[2]"])
  }

  /// Too many tab stops, or a leader of thousands of combining marks, are faults.
  @Test func tabStopsAreLimited() {
    func isRead(_ stops: String) -> Bool {
      (try? Scene(json: #"{"body": {"Text": {"string": "a", "tabStops": [\#(stops)]}}}"#)) != nil
    }
    #expect(isRead((1...256).map { "\($0)" }.joined(separator: ",")))
    #expect(!isRead((1...257).map { "\($0)" }.joined(separator: ",")))
    let marks = { String(repeating: "\u{301}", count: $0) }
    #expect(isRead(#"{"position": 1, "leader": "a\#(marks(31))"}"#))
    #expect(!isRead(#"{"position": 1, "leader": "a\#(marks(32))"}"#))
    var paragraph = Paragraph("a")
    let leader = Character("a" + marks(32))
    paragraph.tabStops = [TabStop(3, leader: leader)]
    #expect(throws: SceneError.self) { try Scene(Text(paragraph)) }
  }

  /// Custom attachments of a program cannot be expressed in JSON, and are reported.
  @Test func whatHasNoWordsIsAFault() {
    struct Dot: AttachmentContent {
      func commands(in frame: Rect, theme: Theme) -> [DisplayCommand] { [] }
    }
    var dotted = AttributedText("a")
    dotted.append(Attachment(Dot(), size: .zero), style: TextStyle())
    var tagged = AttributedText("a")
    tagged.append(
      AttributedText("b"), in: InlineBox(style: TextStyle(), tag: InlinePayload(7)))
    for text in [dotted, tagged] {
      #expect(throws: SceneError.self) { try Scene(Text(Paragraph(text))) }
    }
  }

  @Test func shadowsOfBoxesCount() throws {
    let shadows = Array(repeating: #"{"color": "black"}"#, count: 16).joined(separator: ",")
    let box = #"{"InlineBox": "a", "shadow": [\#(shadows)]}"#
    func scene(_ count: Int) -> String {
      #"{"body": {"Text": [\#(Array(repeating: box, count: count).joined(separator: ","))]}}"#
    }
    _ = try Scene(json: scene(Scene.shadowLimit / 16))
    #expect(throws: SceneError.self) { try Scene(json: scene(Scene.shadowLimit / 16 + 1)) }
  }

  /// Vertical text takes the size of its columns and starts at their start.
  @Test(arguments: WritingMode.allCases)
  func verticalTextIsLaidOutAlongTheHeight(mode: WritingMode) throws {
    let json = #"""
      {"width": 200, "body": {"Column": [{"Text": {"string": "one two three four",
        "paragraphStyle": {"writingMode": "\#(mode)"}}, "frame": {"height": 60}}]}}
      """#
    let scene = try Scene(json: json)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let cell = try arranger.arrange(
      scene.layout, in: LayoutEnvironment(width: scene.width))
    guard case .text(let layout, let origin) = cell.displayList.commands.first else {
      Issue.record("no text")
      return
    }
    let size = layout.axes.pageSize
    #expect(layout.lines.count > 1 || mode == .horizontal)
    #expect(cell.size == Size(width: 200, height: 60))
    #expect(size.height <= 60 || mode == .horizontal)
    let first = layout.axes.page(layout.lines[0].frame).offset(x: origin.x, y: origin.y)
    switch mode {
    case .verticalRightToLeft, .sidewaysRightToLeft:
      #expect(first.maxX == 200 && first.minY == 0)
    case .sidewaysLeftToRight: #expect(first.minX == 0 && abs(first.maxY - 60) < 1e-9)
    case .verticalLeftToRight, .horizontal: #expect(first.minX == 0 && first.minY == 0)
    }
  }
}

import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterScenes
import LinecasterText
import Testing

/// Warnings about content outside a picture, and about names in braces.
@Suite struct PictureWarningsTests {
  private let painter: PicturePainter

  init() throws {
    painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "/nonexistent")
  }

  private func warnings(_ source: SceneSource) throws -> [SceneError] {
    try painter.picture(of: PictureRequest(source)).warnings
  }

  private func warnings(_ json: String) throws -> [SceneError] {
    try warnings(SceneSource(json: Array(json.utf8), named: "a.json"))
  }

  private static let boxes =
    #"{"Box": {"color": "black", "size": {"width": 20, "height": 40}}, "shrink": 0}"#

  /// Bodies in a picture of 100 × 100 points, and the warnings about nodes outside.
  @Test(arguments: [
    (#"{"Column": [\#(boxes), \#(boxes)]}"#, [String]()),
    (
      #"{"Column": [\#(boxes), \#(boxes), \#(boxes), \#(boxes)]}"#,
      ["body.Column[2]: this and 1 more nodes reach 60 points below"]
    ),
    (
      #"{"Column": {"distribution": "center", "content": [\#(boxes), \#(boxes), \#(boxes)]}}"#,
      [
        "body.Column.content[0]: this node reaches 10 points above",
        "body.Column.content[2]: this node reaches 10 points below",
      ]
    ),
    (
      #"{"Row": [\#(boxes), {"Box": {"color": "black", "size": {"width": 90, "height": 9}}, "#
        + #""shrink": 0}]}"#,
      ["body.Row[1]: this node reaches 10 points to the right of"]
    ),
    (
      #"{"Row": [{"Text": "incomprehensibilities"}]}"#,
      ["body.Row[0]: this node reaches"]
    ),
    (
      #"{"Row": {"alignment": "start", "content": [{"Text": "incomprehensibilities"}]}, "#
        + #""writingDirection": "rightToLeft"}"#,
      ["body.Row.content[0]: this node reaches"]
    ),
    // A single point is no visible fault, and neither is a node without paint.
    (#"{"Box": {"color": "black", "size": {"width": 20, "height": 101}}, "shrink": 0}"#, []),
    (#"{"Column": [{"Column": [], "frame": {"height": 150}, "shrink": 0}]}"#, []),
    // Nodes that are placed, moved or clipped on purpose.
    (
      #"{"Column": [\#(boxes), {"Column": [\#(boxes)], "position": "absolute", "#
        + #""inset": {"top": 80}}]}"#, []
    ),
    (#"{"Column": [{"Column": [\#(boxes)], "transform": {"translate": {"x": 0, "y": 90}}}]}"#, []),
    (#"{"Column": [{"Column": [\#(boxes), \#(boxes), \#(boxes)], "clipped": true}]}"#, []),
    // The root has the edges of the picture.
    (
      #"{"Column": [\#(boxes), \#(boxes), \#(boxes)], "clipped": true}"#,
      ["body.Column[2]: this node reaches 20 points below"]
    ),
    (
      #"{"Column": [{"Part": "many"}, {"Text": ""}]}"#,
      ["parts.many.Column[2]: this node reaches 20 points below"]
    ),
    (
      #"{"Column": [{"Column": [\#(boxes)], "zIndex": 1}, \#(boxes), \#(boxes)]}"#,
      ["body.Column[2]: this node reaches 20 points below"]
    ),
  ])
  func contentOutsideIsReported(body: String, expected: [String]) throws {
    let many = #"{"Column": [\#(Self.boxes), \#(Self.boxes), \#(Self.boxes)]}"#
    let found = try warnings(
      #"{"width": 100, "height": 100, "parts": {"many": \#(many)}, "body": \#(body)}"#)
    #expect(found.count == expected.count, "\(found)")
    for (fault, message) in zip(found, expected) {
      let (path, reason) = (message.prefix { $0 != ":" }, message.drop { $0 != ":" }.dropFirst(2))
      #expect(fault.code == .overflow && fault.path == path, "\(fault)")
      #expect(fault.reason.hasPrefix("overflow: \(reason)"), "\(fault)")
      #expect(fault.source == "a.json" && fault.line == 1)
    }
    // The remedy that messages about heights propose.
    let auto = try warnings(
      #"{"width": 100, "height": "auto", "parts": {"many": \#(many)}, "body": \#(body)}"#)
    #expect(!auto.contains { $0.reason.contains("\"height\"") }, "\(auto)")
  }

  @Test func overflowOfATemplateNamesTheRow() throws {
    let template = try SceneTemplate(
      json: #"""
        {"height": 50, "body": {"Column": [
          {"Repeat": "items", "content": {"Text": "{{item}}", "shrink": 0}}]}}
        """#, source: "card.json")
    let data = Array(#"{"items": ["a", "b", "c", "d"]}"#.utf8)
    let found = try warnings(SceneSource(template, data: data, named: "row.json"))
    #expect(found.count == 1)
    #expect(found.first?.source == "card.json" && found.first?.path == "body.Column[0].content")
    #expect(found.first?.reason.contains("this and 1 more nodes") == true, "\(found)")
    #expect(
      found.first?.reason.hasSuffix("the value comes from 'items[2]' at row.json:1:22") == true,
      "\(found)")
  }

  @Test func namesInBracesOfAPlainSceneAreReported() throws {
    let scene =
      #"{"parts": {"a": {"Text": "{{b}}"}}, "body": {"Column": [{"Part": "a"}, "#
      + #"{"Text": "a {{c}}"}]}}"#
    let found = try warnings(scene)
    #expect(found.map(\.code) == [.unexpandedName, .unexpandedName])
    #expect(found.map(\.path) == ["parts.a.Text", "body.Column[1].Text"])
    #expect(found.first?.reason.hasPrefix("'{{b}}' is drawn as it is") == true)
    for text in ["{{", "}} {{ }", "{ {a}}", "{{{{a"] {
      #expect(try warnings(#"{"body": {"Text": "\#(text)"}}"#).isEmpty, "\(text)")
    }
    #expect(try warnings(#"{"data": {}, "body": {"Text": "{{{{a}}"}}"#).isEmpty)
  }

  @Test func warningsOfAStrictRequestAreErrors() throws {
    for json in [
      #"{"height": 10, "body": {"Text": "a"}}"#, #"{"body": {"Text": "{{a}}"}}"#,
    ] {
      var request = PictureRequest(try SceneSource(json: Array(json.utf8)))
      request.options.isStrict = true
      let expected = try warnings(SceneSource(json: Array(json.utf8)))
      let error = #expect(throws: SceneError.self) { try painter.picture(of: request) }
      #expect(expected.count == 1 && error == expected.first)
    }
  }

  /// Percentages of the root's height refer to the picture, and those below to their parents.
  @Test(arguments: [
    (#""frame": {"width": "100%", "height": "100%"}"#, 126.0),
    (#""frame": {"height": "50%"}"#, 63.0), (#""minHeight": "100%""#, 126.0),
    (#""frame": {"height": "200%"}, "maxHeight": "100%""#, 126.0),
    (#""margin": 3, "frame": {"height": "50%"}"#, 63.0), (#""grow": 0"#, 126.0),
  ])
  func percentagesOfThePictureAreDefinite(frame: String, height: Double) throws {
    let inner = #"{"Spacer": {}, "frame": {"height": "50%"}, "tag": "inner"}"#
    let scene = try Scene(
      json: #"""
        {"width": 240, "height": 126, "body": {"Column": [
          {"Row": [\#(inner)], "frame": {"height": "50%"}, "tag": "half"},
          {"Row": [\#(inner)], "grow": 1}], \#(frame), "tag": "root"}}
        """#)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let arrangement = try arranger.arrange(
      scene.layout, in: LayoutEnvironment(width: 240))
    let heights = arrangement.regions.map { $0.frame.height }
    #expect(heights.count == 4 && heights.first == height, "\(heights)")
    #expect(abs(heights[1] - height / 2) <= 1 && abs(heights[2] - height / 4) <= 1)
    #expect(abs(heights[3] - height / 4) <= 1, "\(heights)")
  }
}

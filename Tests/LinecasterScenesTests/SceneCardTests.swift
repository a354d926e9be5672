import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterText
import Testing

@testable import LinecasterScenes

/// Properties for cards: automatic height, letter spacing relative to the size, and tabular digits.
@Suite struct SceneCardTests {
  private func arrangement(_ scene: Scene) throws -> CellArrangement {
    try CellArranger(typesetter: Typesetter(fonts: try .bundled())).arrange(
      scene.layout, in: LayoutEnvironment(width: scene.width))
  }

  /// The styles of the spans of a scene that is a text.
  private func styles(_ json: String) throws -> [TextStyle] {
    let node = try Scene(json: json).layout
    guard case .text(let paragraph) = node.content else { return [] }
    return paragraph.text.styledRanges.map(\.style)
  }

  @Test func aSceneHasAHeight() throws {
    let json = #"{"width": 300, "height": 200, "body": {"Column": [{"Text": "a"}, {"Spacer": {}}"#
    let scene = try Scene(json: json + #"]}}"#)
    #expect(scene.height == 200)
    #expect(try arrangement(scene).size == Size(width: 300, height: 200))
    let inset = try Scene(json: json + #"], "margin": 10}}"#)
    #expect(try arrangement(inset).size == Size(width: 300, height: 200))
    let own = try Scene(json: json + #"], "frame": {"height": 50}}}"#)
    #expect(try arrangement(own).size == Size(width: 300, height: 50))
    #expect(try Scene(json: scene.json) == scene)
  }

  @Test(arguments: ["0", "-1", "10001", "1e300", #""200""#, "null"])
  func refusesHeights(_ height: String) {
    let error = #expect(throws: SceneError.self) {
      try Scene(json: #"{"height": \#(height), "body": {"Spacer": {}}}"#)
    }
    #expect(error?.path == "height")
  }

  /// CSS computes relative spacing with the size of the element itself, and inherits the resulting
  /// length (CSS Fonts 4 §3.1, CSS Values 4 §6.1.1).
  @Test func spacingInSharesOfTheSize() throws {
    let styles = try styles(
      """
      {"styles": {"wide": {"letterSpacing": "0.1em", "size": 10},
        "big": {"style": "wide", "size": 40}, "plain": {"style": "wide", "letterSpacing": 3}},
       "body": {"Text": {"string": ["a", {"Styled": "b", "size": 80},
         {"Styled": "c", "style": "plain"},
         {"Styled": "d", "wordSpacing": "-.5em", "baselineShift": "+1em"}], "style": "big"}}}
      """)
    #expect(styles.map(\.letterSpacing) == [4, 4, 3, 4])
    #expect(styles.map(\.wordSpacing) == [0, 0, 0, -20])
    #expect(styles.map(\.baselineShift) == [0, 0, 0, 40])
  }

  @Test(arguments: ["em", "1 em", "0x1em", "nanem", "1emem", "1px", "--1em", "1e3em"])
  func refusesSpacing(_ spacing: String) {
    #expect(throws: SceneError.self) {
      try Scene(
        json: #"{"body": {"Text": {"string": "a", "style": {"letterSpacing": "\#(spacing)"}}}}"#)
    }
  }

  @Test func numeralsAreFeaturesOfTheFont() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    func width(_ text: String, _ style: TextStyle) -> Double {
      typesetter.prepare(Paragraph(text, style: style)).layout(width: .infinity).size.width
    }
    let written = try styles(
      """
      {"body": {"Text": {"string": ["a", {"Styled": "b", "numerals": "tabular"},
        {"Styled": "c", "numerals": ["proportional", "oldstyle"]}]}}}
      """)
    #expect(written.map(\.numerals) == [[], [.tabular], [.proportional, .oldstyle]])
    #expect(width("1111", written[1]) == width("0000", written[1]))
    #expect(width("1111", written[2]) < width("0000", written[2]))
    var featured = TextStyle()
    featured.features = [FontFeature("pnum"), FontFeature("onum")]
    #expect(width("0123456789", written[2]) == width("0123456789", featured))
    // Explicit features take precedence.
    var both = written[1]
    both.features = [FontFeature("tnum", 0), FontFeature("pnum")]
    #expect(width("1111", both) < width("0000", both))
  }

  @Test func coloursHaveAShortFormWithOpacity() throws {
    let json = ##"{"background": "#1238", "body": {"Spacer": {}}}"##
    #expect(try Scene(json: json).background.light == Color(hex: "#11223388"))
  }
}

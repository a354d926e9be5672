import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterText
import Testing

@testable import LinecasterScenes

/// Sizes and places in JSON equal those of the modifiers in Swift.
@Suite struct SceneMirrorTests {
  private static let rows: [(json: String, layout: LayoutNode)] = [
    (#""minWidth": 3"#, Spacer().frame(minWidth: 3)),
    (#""maxWidth": "50%""#, Spacer().frame(maxWidth: .percent(50))),
    (#""minHeight": "minContent""#, Spacer().frame(minHeight: .minContent)),
    (#""maxHeight": 4, "minWidth": 1"#, Spacer().frame(minWidth: 1, maxHeight: 4)),
    (#""frame": {"width": "50%"}"#, Spacer().width(.percent(50))),
    (#""frame": {"width": 5, "height": "fitContent"}"#, Spacer().width(5).height(.fitContent)),
    (#""frame": {"width": 5, "height": 6}"#, Spacer().frame(width: 5, height: 6)),
    (#""basis": "25%""#, Spacer().basis(.percent(25))),
    (#""aspectRatio": 1.5"#, Spacer().aspectRatio(1.5)),
    (#""grow": 2, "shrink": 0"#, Spacer().grow(2).shrink(0)),
    (#""alignment": "center""#, Spacer().alignment(.center)),
    (
      #""padding": {"start": 1, "top": 2, "end": "5%", "bottom": 4}"#,
      Spacer().padding(leading: 1, top: 2, trailing: .percent(5), bottom: 4)
    ),
    (
      #""margin": {"start": "auto", "end": 4}"#,
      Spacer().margin(leading: .auto, trailing: 4)
    ),
    (
      #""position": "absolute", "inset": {"start": 1, "top": 2, "end": 3, "bottom": "10%"}"#,
      Spacer().absolute(leading: 1, top: 2, trailing: 3, bottom: .percent(10))
    ),
    (#""position": "absolute", "inset": {"top": 2}"#, Spacer().absolute(top: 2)),
    (#""inset": {"start": 1}"#, Spacer().inset(leading: 1)),
    (#""wrap": "wrap""#, Spacer().wrap()),
    (#""writingDirection": "rightToLeft""#, Spacer().writingDirection(.rightToLeft)),
    (#""zIndex": -3"#, Spacer().zIndex(-3)),
    (#""blend": "colorDodge""#, Spacer().blend(.colorDodge)),
    (#""filter": {"blur": 3}"#, Spacer().filter(.blur(3))),
    (
      #""filter": [{"sepia": 1}, {"hueRotate": 30}]"#,
      Spacer().filter(.sepia(1)).filter(.hueRotate(30))
    ),
    (#""backdropFilter": {"blur": 3}"#, Spacer().backdropFilter(.blur(3))),
    (#""transform": {"rotate": 30}"#, Spacer().transform(.rotate(30))),
    (
      #""transform": [{"translate": {"x": 3}}, {"scale": 2}, {"scale": {"y": 3}}, "#
        + #"{"skew": {"x": 4}}]"#,
      Spacer().transform(.translate(x: 3, y: 0)).transform(.scale(x: 2, y: 2))
        .transform(.scale(x: 1, y: 3)).transform(.skew(x: 4, y: 0))
    ),
    (
      #""transform": {"matrix": [1, 2, 3, 4, 5, 6]}, "transformOrigin": {"x": 0}"#,
      Spacer().transform(.matrix(DisplayTransform(a: 1, b: 2, c: 3, d: 4, x: 5, y: 6)))
        .modified { $0.decoration.effects.transformOrigin = Point(x: 0, y: 0.5) }
    ),
    (#""mask": "black""#, Spacer().mask(.paint(.color(.black)))),
    (
      #""background": [{"image": "a.png", "mode": "fill"}, "black", "white"]"#,
      Spacer().background(.white).background(
        layers: [.image(ImageReference("a.png"), .fill), .paint(.color(.black))])
    ),
    (
      #""background": [{"conic": {"angle": 3, "stops": []}}, null]"#,
      Spacer().background(layers: [.paint(.conic(ConicGradient(angle: 3, stops: [])))])
    ),
    (#""textFit": {"largest": 60}"#, Spacer().fitted(TextFit(largest: 60))),
    (#""textPaint": "white""#, Spacer().textPaint(.color(.white))),
    (
      #""textStroke": {"color": "black", "width": 2, "isBehind": true}"#,
      Spacer().textStroke(.black, width: 2, isBehind: true)
    ),
  ]

  @Test(arguments: rows.indices)
  func modifiersSayWhatJSONSays(row: Int) throws {
    let (json, layout) = Self.rows[row]
    let scene = try Scene(json: #"{"body": {"Spacer": {}, \#(json)}}"#)
    #expect(scene.layout == layout, "\(json)")
    // Writing and reading the layout gives the same again.
    #expect(try Scene(Column { layout }).layout == Column { layout }.node, "\(json)")
  }

  @Test func overlaysAreWrittenAsWhatTheyAreMadeOf() throws {
    let overlay = Overlay(alignment: .center, distribution: .flexEnd) {
      Image(ImageReference("a.png"), size: Size(width: 30, height: 20))
      Box(.black, size: Size(width: 4, height: 4))
    }
    #expect(try Scene(overlay).layout == overlay.node)
  }

  @Test func contentThatDrawsItselfIsNotWritten() throws {
    struct Dot: LeafContent {
      func measure(
        in constraint: BoxConstraint, _ context: LeafContext
      ) -> BoxMeasurement { BoxMeasurement(size: .zero) }
      func draw(to list: inout DisplayList, _ context: LeafContext) {}
    }
    let error = #expect(throws: SceneError.self) { try Scene(Leaf(Dot())) }
    #expect(error?.code == .wrongValue)
  }
}

/// The colours of text in scenes, with and without theme colours of their own.
@Suite struct SceneTextColorTests {
  private func colors(_ json: String, _ theme: Theme) throws -> [Color] {
    let scene = try Scene(json: json)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let environment = LayoutEnvironment(width: 200, theme: theme)
    return try arranger.arrange(scene.layout, in: environment).displayList.commands
      .flatMap { command -> [Color] in
        guard case .text(let layout, _) = command else { return [] }
        return layout.glyphRuns.map(\.color)
      }
  }

  @Test func textWithoutAColourCanBeReadInBothThemes() throws {
    let json = #"{"body": {"Text": "a"}}"#
    #expect(try colors(json, .light) == [.black])
    #expect(try colors(json, .dark) == [ThemeColor.text.dark])
  }

  @Test func aNodeWithAThemeKeepsItsColours() throws {
    let json = #"""
      {"parts": {"word": {"Text": "a"}}, "body": {"Column": [
        {"Part": "word"}, {"Part": "word", "theme": "light"}, {"Part": "word", "theme": "dark"},
        {"Text": "b", "theme": "light"}, {"Text": "c", "theme": "dark"}]}}
      """#
    let (black, pale) = (Color.black, ThemeColor.text.dark)
    #expect(try colors(json, .light) == [black, black, pale, black, pale])
    #expect(try colors(json, .dark) == [pale, black, pale, black, pale])
  }

  @Test func aColourForEachThemeIsReadAndWritten() throws {
    let json = ##"""
      {"body": {"Text": {"string": "a", "style": {"color": {"light": "#112233", "dark": "white"}}}}}
      """##
    let color = ThemeColor(light: Color(rgb: 0x112233), dark: .white)
    let text = Text("a", style: TextStyle(color: color))
    #expect(try Scene(json: json).layout == text.node)
    #expect(try Scene(text).layout == text.node)
    for theme in Theme.allCases {
      #expect(try colors(json, theme) == [color.color(in: theme)])
    }
    // Equal colours for both themes are written as one, even if no theme has that text colour.
    let black = Text("a", style: TextStyle(color: .black))
    #expect(try Scene(black).layout == black.node)
    #expect(try Scene(black).json.contains(##""color": "#000000""##))
    #expect(throws: SceneError.self) {
      try Scene(
        json: ##"{"body": {"Text": {"string": "a", "style": {"color": {"light": "red"}}}}}"##)
    }
  }
}

import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterRaster
import LinecasterScenes
import LinecasterTestSupport
import LinecasterText
import Testing

/// A scene with extreme numbers gives an image or a typed error.
@Suite struct HostileSceneTests {
  /// The limit of images drawn here: larger ones are allowed but need much memory and time.
  private static let sideLimit = 1000.0

  @Test(arguments: [UInt64(1), 2])
  func numbersWithoutSenseEndNothing(salt: UInt64) throws {
    var scenes = HostileScenes(salt: salt)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let rasterizer = DisplayRasterizer()
    var drawn = 0
    for _ in 0..<60 {
      let json = scenes.next()
      do {
        let scene = try Scene(json: json)
        let list = try arranger.arrange(
          scene.layout, in: LayoutEnvironment(width: scene.width)
        ).displayList
        #expect(list.size.height >= 0, "\(json)")
        guard list.size.height < Self.sideLimit, list.size.width < Self.sideLimit else { continue }
        _ = try rasterizer.rasterize(list)
        drawn += 1
      } catch let error as SceneError {
        Issue.record("\(error): \(json)")
      } catch is ArrangementError {
      } catch is RasterError {
      }
    }
    #expect(drawn > 5)
  }

  /// Scenes that once trapped: letter spacing with a font size close to zero.
  @Test(arguments: [
    #"{"string": "a", "style": {"letterSpacing": 1, "size": 1e-320}}"#,
    #"{"string": [{"Styled": "a b ", "size": 1e-15}, {"Styled": "WWW", "size": 300}], "#
      + #""paragraphStyle": {"alignment": "justify"}}"#,
  ])
  func lettersOfNextToNothingAreDrawn(text: String) throws {
    let scene = try Scene(json: #"{"body": {"Text": \#(text)}}"#)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let arrangement = try arranger.arrange(
      scene.layout, in: LayoutEnvironment(width: scene.width))
    #expect(try DisplayRasterizer().rasterize(arrangement.displayList).width > 0)
  }
}

/// Scenes with senseless numbers.
struct HostileScenes {
  private var generator: SeededGenerator

  init(salt: UInt64) {
    generator = SeededGenerator(salt: salt)
  }

  /// Numbers around zero, beyond any image, and those whose sums and products overflow.
  private static let numbers = [
    "0", "-1", "0.5", "3", "40", "1e-320", "1e-300", "-1e-300", "1e-15", "1e9", "-1e9", "1e18",
    "-1e18", "1e300",
    "-1e300", "1.7e308", "-1.7e308",
  ]

  private mutating func number() -> String {
    Self.numbers.randomElement(using: &generator) ?? "0"
  }

  /// Returns a scene of a few nodes, most of them with several such numbers.
  mutating func next() -> String {
    let texts = (0..<2).map { _ in text() }.joined(separator: ", ")
    let box =
      ##"{"Box": {"color": "#36F", "size": {"width": \##(number()), "height": 9}}"##
      + "\(modifiers())}"
    let row = #"{"Row": {"spacing": \#(number()), "content": [\#(texts), \#(box)]}\#(modifiers())}"#
    let image =
      #"{"Image": {"image": "a.png", "size": {"width": 9, "height": \#(number())}}"#
      + "\(modifiers())}"
    return #"{"width": 200, "body": {"Column": [\#(row), \#(image)]\#(modifiers())}}"#
  }

  private mutating func text() -> String {
    let style = ["size", "letterSpacing", "wordSpacing", "baselineShift"].map { member($0) }
    let paragraph =
      ["paragraphSpacing", "firstLineIndent", "tabSize"].map { member($0) }
      + [#""lineHeight": {"multiple": \#(number())}"#]
    return #"{"Text": {"string": "Office नमस्ते\tשלום 😀", "#
      + #""style": {\#(some(style).joined(separator: ", "))}, "#
      + #""paragraphStyle": {\#(some(paragraph).joined(separator: ", "))}}\#(modifiers())}"#
  }

  private mutating func member(_ name: String) -> String { #""\#(name)": \#(number())"# }

  /// Returns up to two of these members.
  private mutating func some(_ members: [String]) -> ArraySlice<String> {
    members.shuffled(using: &generator).prefix(Int(generator.next() % 3))
  }

  /// Returns members to append to others.
  private mutating func modifiers() -> String {
    let plain = [
      "padding", "margin", "minWidth", "maxHeight", "basis", "grow", "shrink", "aspectRatio",
      "cornerRadius", "opacity", "rowGap", "columnGap", "inset",
    ].map { member($0) }
    return (some(plain) + some(looks())).map { ", " + $0 }.joined()
  }

  private mutating func looks() -> [String] {
    let shadow =
      ##"{"color": "#00000080", "blur": \##(number()), "spread": \##(number()), "##
      + #""offset": {"x": \#(number())}}"#
    let stops = ##""stops": ["#F00", {"color": "#00F", "place": \##(number())}]"##
    return [
      ##""border": {"color": "#F00", "width": \##(number()), "pattern": "dashed"}"##,
      #""shadow": \#(shadow)"#, #""textShadow": \#(shadow)"#,
      #""background": {"linear": {"angle": \#(number()), \#(stops)}}"#,
      #""frame": {"width": \#(number()), "height": \#(number())}"#,
      #""corners": {"topLeft": \#(number()), "bottomRight": \#(number())}"#,
      #""position": "absolute""#, #""clipped": true"#,
      #""borderWidth": {"top": \#(number()), "start": \#(number())}"#,
    ]
  }
}

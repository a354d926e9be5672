import Foundation
import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes
import LinecasterTestSupport
import LinecasterText
import Testing

@Suite struct SceneTests {
  private let card = """
    {
      "width": 240,
      "background": "page",
      "style": {"color": "ink"},
      "colors": {
        "page": {"light": "#FFFFFF", "dark": "#15191E"},
        "ink": {"light": "#1B1F24", "dark": "#E8EBEE"},
        "accent": "#4361EE"
      },
      "styles": {
        "title": {"size": 20, "weight": "bold"}, "loud": {"style": "title", "color": "accent"}
      },
      "parts": {"line": {"Box": {"color": "accent", "size": {"width": 40, "height": 2}}}},
      "body": {
        "Column": {
          "spacing": 6,
          "content": [
            {"Row": {"alignment": "center", "content": [
              {"Box": {"color": "ink", "size": {"width": 24, "height": 24}, "cornerRadius": 12}},
              {"Text": {"string": "नमस्ते", "style": "title"}, "grow": 1}
            ]}},
            {"Part": "line"},
            {"Text": [
              "Shaped, ",
              {"Styled": "measured", "slant": "italic", "decorations": ["underline"]}, " and ",
              {"Styled": ["painted ", {"Styled": "مرحبا", "weight": 700}], "style": "loud"}
            ]},
            {"Image": {"image": "a.png", "size": {"width": 30, "height": 20}}, "cornerRadius": 4}
          ]
        },
        "padding": {"horizontal": 12, "top": 8},
        "background": "page"
      }
    }
    """

  /// The same card in Swift.
  private func card(_ ink: Color, _ page: Color) -> LayoutNode {
    let accent = Color(rgb: 0x4361EE)
    let body = TextStyle(color: ink)
    let title = TextStyle(size: 20, weight: .bold, color: ink)
    return Column(spacing: 6) {
      Row(alignment: .center) {
        Box(ink, size: Size(width: 24, height: 24), cornerRadius: 12)
        Text("नमस्ते", style: title).grow()
      }
      Box(accent, size: Size(width: 40, height: 2))
      Text(
        Paragraph(
          AttributedText(style: body) {
            "Shaped, "
            Styled("measured") {
              $0.slant = .italic
              $0.decorations = [TextDecoration(.underline)]
            }
            " and "
            Styled({
              $0.size = 20
              $0.weight = .bold
              $0.color = accent
            }) {
              "painted "
              Styled("مرحبا") { $0.weight = .bold }
            }
          }))
      Image(ImageReference("a.png"), size: Size(width: 30, height: 20)).cornerRadius(4)
    }
    .padding(Insets(top: 8, left: 12, right: 12))
    .background(page)
  }

  @Test func aSceneIsTheLayoutOfItsNames() throws {
    let scene = try Scene(json: card)
    #expect(scene.width == 240 && scene.theme == .light)
    let light = card(Color(rgb: 0x1B1F24), .white)
    let dark = card(Color(rgb: 0xE8EBEE), Color(rgb: 0x15191E))
    #expect(scene.layout(in: .light) == light)
    #expect(scene.layout(in: .dark) == dark)
    #expect(scene.background(in: .dark) == Color(rgb: 0x15191E))
    #expect(scene.body(in: LayoutEnvironment(width: 100, theme: .dark)) == dark)
  }

  @Test func aSceneMaySayHowLettersAreDrawn() throws {
    #expect(try Scene(json: card).rendering == .automatic)
    for rendering in TextRendering.allCases {
      let json = #"{"rendering": "\#(rendering.rawValue)", "body": {"Text": "a"}}"#
      let scene = try Scene(json: json)
      #expect(scene.rendering == rendering)
      let again = try JSONDecoder().decode(Scene.self, from: JSONEncoder().encode(scene))
      #expect(again.rendering == rendering)
    }
    let error = #expect(throws: SceneError.self) {
      try Scene(json: #"{"rendering": "soft", "body": {"Text": "a"}}"#)
    }
    #expect(error?.description.contains("rendering") == true)
  }

  @Test(arguments: Theme.allCases)
  func aSceneInSwiftAndInJSONGiveTheSameBytes(theme: Theme) throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let environment = LayoutEnvironment(width: 240, scale: PixelScale(1.5), theme: theme)
    func draw(_ layout: LayoutNode) throws -> Bitmap {
      try DisplayRasterizer().rasterize(
        arranger.arrange(layout, in: environment).displayList, scale: environment.scale)
    }
    let swift =
      theme == .light
      ? card(Color(rgb: 0x1B1F24), .white) : card(Color(rgb: 0xE8EBEE), Color(rgb: 0x15191E))
    let image = try draw(Scene(json: card).layout(in: theme))
    #expect(try image == draw(swift))
    #expect(image.pixels.contains { $0 != image.pixels[0] })
  }

  @Test func whatASceneDoesNotSayIsPlain() throws {
    let scene = try Scene(json: #"{"body": {"Spacer": {}}}"#)
    #expect(scene.width == 360 && scene.theme == .light)
    #expect(scene.background(in: .light) == .white && scene.background(in: .dark) == .black)
    #expect(try Scene(json: #"{"theme": "dark", "body": {"Spacer": {}}}"#).theme == .dark)
  }

  @Test func widthsHaveLimits() throws {
    for (width, isFine) in [
      ("1", true), ("10000", true), ("0.99", false), ("10000.5", false), ("-1", false),
    ] {
      let scene = try? Scene(json: #"{"width": \#(width), "body": {"Spacer": {}}}"#)
      #expect((scene != nil) == isFine, "\(width)")
      if isFine { #expect(scene?.width == Double(width)) }
    }
  }

  @Test func aSceneIsWrittenAsItWasRead() throws {
    let scene = try Scene(json: card)
    let again = try Scene(json: scene.json)
    #expect(again == scene && again.hashValue == scene.hashValue)
    #expect(again.json == scene.json)
    #expect(scene.json.contains(#""background": "page""#))
    #expect(
      try Scene(json: #"{"body": {"Text": "a"}}"#) != Scene(json: #"{"body": {"Text": "b"}}"#))
  }

  @Test func themesChangeBelowANode() throws {
    let scene = try Scene(
      json: """
        {"colors": {"ink": {"light": "#111111", "dark": "#EEEEEE"}}, "style": {"color": "ink"},
         "parts": {"word": {"Text": "a"}},
         "body": {"Row": [{"Part": "word"}, {"Part": "word", "theme": "dark"}]}}
        """)
    guard case .stack(let words) = scene.layout(in: .light).content else {
      Issue.record("no row")
      return
    }
    #expect(words[0] == Text("a", style: TextStyle(color: Color(rgb: 0x111111))).node)
    #expect(words[1] == Text("a", style: TextStyle(color: Color(rgb: 0xEEEEEE))).node)
  }

  @Test func filesAreReadAndNamed() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("scene-\(UUID().uuidString).json").path
    #expect(throws: SceneError.self) { try Scene(path: path) }
    try Data("\u{FEFF}{\"body\": {\"Spacer\": {}}}".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try Scene(path: path).layout(in: .light) == Spacer().node)
    let error = #expect(throws: SceneError.self) { try Scene(path: path + "x") }
    #expect(error?.code == .unreadable && error?.source == path + "x")
  }

  @Test func edgesThatAreLeftOutAreAsInSwift() throws {
    let scene = try Scene(
      json: #"{"body": {"Spacer": {}, "inset": {"bottom": 4}, "margin": {"top": "auto"}}}"#)
    let style = scene.layout(in: .light).style
    let auto = BoxLength.auto
    #expect(style.inset == BoxEdges(left: auto, top: auto, right: auto, bottom: .points(4)))
    #expect(style.margin == BoxEdges(top: auto))
    #expect(try Scene(scene.layout(in: .light)).json.contains("\"bottom\": 4"))
    #expect(try !Scene(scene.layout(in: .light)).json.contains("left"))
  }

  @Test func aSceneBringsFontsAlong() throws {
    let folder = URL(fileURLWithPath: FontFixtures.variable).deletingLastPathComponent().path
    let scene = try Scene(
      json: """
        {"fonts": [{"family": "Brand", "file": "Variable.ttf"},
          {"family": "Brand", "file": "Layers.ttf"}], "body": {"Spacer": {}}}
        """)
    let fonts = try scene.fonts(before: .bundled(), folder: folder)
    #expect(try fonts.familyNames == ["Brand"] + FontCollection.bundled().familyNames)
    #expect(fonts.descriptions.prefix(2).map(\.family) == ["Brand", "Brand"])
    #expect(try Scene(json: scene.json) == scene)
    let plain = try Scene(json: #"{"body": {"Spacer": {}}}"#)
    #expect(try plain.fonts(before: .bundled(), folder: "nowhere") == .bundled())
    let error = #expect(throws: FontError.self) {
      try scene.fonts(before: .bundled(), folder: "/nowhere")
    }
    #expect(error?.source == "/nowhere/Variable.ttf")
  }
}

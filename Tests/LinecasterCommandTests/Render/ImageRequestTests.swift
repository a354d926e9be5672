import Foundation
import Linecaster
import Testing

@Suite struct SceneCommandTests {
  private let folder: TemporaryFolder
  private let scene: String

  private static let text = """
    {"width": 120, "background": "page",
     "colors": {"page": {"light": "#FFEEDD", "dark": "#112233"}},
     "body": {"Column": {"spacing": 2, "content": [
       {"Text": {"string": "Office शब्द", "style": {"color": "#D6336C"}}},
       {"Box": {"color": "#4361EE", "size": {"width": 20, "height": 10}}}
     ]}, "padding": 8}}
    """

  init() throws {
    folder = try TemporaryFolder()
    scene = try folder.write(Self.text, to: "card.json")
  }

  private func render(_ options: String...) async throws -> LinecasterRun {
    try await LinecasterRun(["render", scene, "-o", folder.file("out.png")] + options)
  }

  private func image() throws -> Bitmap {
    try ImageDecoder().decode(Array(folder.read("out.png")))
  }

  @Test func aSceneIsTheImageOfTheSameLayoutInSwift() async throws {
    let run = try await render("--scale", "2")
    #expect(run.status == 0 && run.errors.isEmpty && run.output.isEmpty, "\(run.errors)")
    let layout = Column(spacing: 2) {
      Text("Office शब्द", style: TextStyle(color: Color(rgb: 0xD6336C)))
      Box(Color(rgb: 0x4361EE), size: Size(width: 20, height: 10))
    }.padding(8)
    let environment = LayoutEnvironment(width: 120, scale: PixelScale(2))
    let list = try CellArranger(typesetter: Typesetter(fonts: .bundled()))
      .arrange(layout, in: environment).displayList
    let expected = try DisplayRasterizer().rasterize(
      list, scale: PixelScale(2), background: Color(rgb: 0xFFEEDD))
    #expect(try image() == expected)
  }

  @Test func themeAndWidthCanBeAskedFor() async throws {
    #expect(try await render("--theme", "dark", "--width", "200").status == 0)
    #expect(try image().width == 200)
    #expect(try image().color(atX: 199, y: 0) == Color(rgb: 0x112233))
  }

  @Test func standardInputAndOutputWork() async throws {
    #expect(try await render().status == 0)
    let whole = try image()
    let run = try await LinecasterRun(["render", "-", "--out", "-", "--stats"], input: scene)
    #expect(run.status == 0)
    #expect(try ImageDecoder().decode(run.bytes) == whole)
    #expect(run.errors.contains("time: rasterize"))
  }

  @Test func faultsHaveLineAndColumn() async throws {
    let bad = try folder.write("{\"body\":\n {\"Txt\": \"a\"}}", to: "bad.json")
    let run = try await LinecasterRun(["render", bad, "-o", folder.file("out.png")])
    #expect(
      run.errors
        == "linecaster: \(bad):2:3: body.Txt: 'Txt' is not a layout; did you mean 'Text'?\n")
    #expect(run.status == 1)
    #expect(try !folder.names.contains("out.png"))
  }

  @Test func jsonThatIsNoSceneIsAFault() async throws {
    for text in ["[]", "", "Hello"] {
      let bad = try folder.write(text, to: "bad.json")
      let run = try await LinecasterRun(["render", bad, "-o", folder.file("out.png")])
      #expect(run.status == 1 && run.errors.hasPrefix("linecaster: \(bad):1:1: "))
    }
  }

  @Test func theKindCanBeSaid() async throws {
    let run = try await render("--input", "text")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try image().width == 360)
    #expect(try await render("--input", "feed").errors.contains("card.json:1: not JSON"))
  }

  private static let imageless =
    #"{"width": 99, "body": {"Image": {"image": "none.png", "size": {"width": 90, "height": 60}}}}"#

  /// A text replaces a missing image, whose place in the scene is reported.
  @Test func imagesThatFailAreToldAndDrawnWithout() async throws {
    let card = try folder.write(Self.imageless, to: "image.json")
    let run = try await LinecasterRun(["render", card, "-o", folder.file("out.png")])
    #expect(run.status == 0, "\(run.errors)")
    let place = "warning: \(card):1:43: body.Image.image: "
    #expect(run.errors.contains(place) && run.errors.contains("none.png: cannot be read: "))
    let drawn = try image()
    #expect((drawn.width, drawn.height) == (99, 60))
    // The placeholder box, with dark letters on it.
    #expect(Array(drawn.pixels[0..<3]) == [0xEB, 0xD3, 0xD3])
    let darkest = stride(from: 0, to: drawn.pixels.count, by: 4).map { drawn.pixels[$0 + 1] }.min()
    #expect(try #require(darkest) < 0x80)
  }

  @Test func imagesThatFailAreErrorsWhereThatIsWanted() async throws {
    let card = try folder.write(Self.imageless, to: "image.json")
    _ = try folder.write("no image", to: "none.png")
    for command in ["render", "inspect"] {
      let output = folder.file(command == "render" ? "strict.png" : "strict.html")
      let run = try await LinecasterRun([command, card, "-o", output, "--strict"])
      #expect(run.status == 1)
      #expect(run.errors.contains("\(card):1:43: body.Image.image: "))
      #expect(run.errors.contains("none.png: is not of a supported format"))
      #expect(!FileManager.default.fileExists(atPath: output))
    }
    let text = try folder.write("![](none.png)", to: "a.md")
    let lenient = try await LinecasterRun(["render", text, "-o", folder.file("out.png")])
    #expect(lenient.status == 0 && lenient.errors.contains("warning: \(text): "))
    let strict = try await LinecasterRun(["render", text, "-o", folder.file("out.png"), "--strict"])
    #expect(strict.status == 1 && strict.errors.contains("none.png"))
  }

  /// Broken pixels of a file with a valid header are reported when it is drawn.
  @Test func imagesThatBreakWhileTheyAreDrawnAreToldToo() async throws {
    let png = try PNGEncoder().encode(try Bitmap(width: 40, height: 40, background: .black))
    try Data(png.prefix(60)).write(to: URL(fileURLWithPath: folder.file("none.png")))
    let card = try folder.write(Self.imageless, to: "image.json")
    let run = try await LinecasterRun(["render", card, "-o", folder.file("out.png")])
    #expect(run.status == 0 && run.errors.contains("warning: \(card):1:43: body.Image.image: "))
    let strict = try await LinecasterRun(["render", card, "-o", folder.file("out.png"), "--strict"])
    #expect(strict.status == 1 && strict.errors.contains("none.png"))
  }

  @Test func missingCharactersAreTold() async throws {
    for (name, text) in [
      ("a.json", #"{"body": {"Text": "a ᚠ"}}"#), ("a.txt", "a ᚠ"),
      ("a.jsonl", #"{"id": 1, "author": "A", "time": "", "body": "ᚠ"}"#),
    ] {
      let file = try folder.write(text, to: name)
      let run = try await LinecasterRun(["render", file, "-o", folder.file("out.png")])
      #expect(run.status == 0)
      #expect(
        run.errors == "linecaster: warning: no font has U+16A0 "
          + "(RUNIC LETTER FEHU FEOH FE F); boxes are drawn instead\n")
    }
  }

  @Test func optionsOfOtherKindsAreRefused() async throws {
    #expect(try await render("--rows", "3").status == 64)
    #expect(try await render("--size", "3").status == 64)
    #expect(try await render("--updates", "3").status == 64)
    #expect(try await render("--dump", "-").status == 64)
    #expect(try folder.names == ["card.json"])
  }
}

@Suite struct MarkupCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func height(_ text: String, _ name: String) async throws -> Int {
    let file = try folder.write(text, to: name)
    let run = try await LinecasterRun(["render", file, "-o", folder.file("out.png")])
    #expect(run.status == 0, "\(run.errors)")
    return try ImageDecoder().decode(Array(folder.read("out.png"))).height
  }

  @Test func marksShapeTheImage() async throws {
    let plain = try await height("Title", "a.txt")
    #expect(try await height("# Title", "a.txt") > plain)
    #expect(try await height("- a\n- b\n\n> c", "a.txt") > 2 * plain)
  }

  @Test func lineEndsStayInTextsAndAreSpacesInMarkdown() async throws {
    let one = try await height("a b", "a.txt")
    #expect(try await height("a\nb", "a.md") == one)
    #expect(try await height("a\nb", "a.txt") > one)
  }

  @Test func imagesStandBetweenParagraphs() async throws {
    let image = try Bitmap(width: 30, height: 50, background: .black)
    try PNGEncoder().write(image, to: folder.file("dot.png"))
    let without = try await height("a", "a.txt")
    #expect(try await height("a\n\n![dot](dot.png)", "a.txt") == without + 50 + 12)
    let file = try folder.write("![dot](../dot.png)", to: "b.txt")
    let run = try await LinecasterRun(["render", file, "-o", folder.file("b.png"), "--strict"])
    #expect(run.status == 1 && run.errors.contains("not a path inside the folder"))
  }
}

import Foundation
import Linecaster
import LinecasterTestSupport
import Testing

@Suite struct GlyphsCommandTests {
  private let folder: TemporaryFolder
  private let font: String

  init() throws {
    folder = try TemporaryFolder()
    font = try #require(
      try FontCollection.bundled().face(family: "Noto Sans", weight: .regular, slant: .upright)
    ).data.source
  }

  private static let bar = "M239,760 L312,760 L312,-241 L239,-241 Z"

  @Test func showsAText() async throws {
    let run = try await LinecasterRun(["glyphs", "--font", font, "| |"])
    #expect(run.errors == "" && run.status == 0)
    #expect(
      run.output == """
        {"glyphs":[{"d":"\(Self.bar)","x":0,"y":0},{"d":"\(Self.bar)","x":811,"y":0}],"id":"| |"}

        """)
  }

  @Test func scalesToASize() async throws {
    let run = try await LinecasterRun(["glyphs", "--font", font, "--size", "500", "|"])
    #expect(run.output.contains(#""d":"M119.5,380 L156,380 L156,-120.5 L119.5,-120.5 Z""#))
  }

  @Test func drawsAnImage() async throws {
    let image = folder.file("text.svg")
    let run = try await LinecasterRun(["glyphs", "--font", font, "a|", "--svg", image])
    #expect(run.status == 0)
    let svg = String(decoding: try folder.read("text.svg"), as: UTF8.self)
    #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" width="#))
    #expect(svg.contains(#"<path transform="translate(561.0 0.0) scale(1 -1)" d="\#(Self.bar)"/>"#))
    #expect(svg.hasSuffix("</svg>\n"))
  }

  @Test func namesMissingCharacters() async throws {
    let run = try await LinecasterRun(["glyphs", "--font", font, "漢a漢\u{1F600}"])
    #expect(run.status == 1)
    #expect(run.errors == "linecaster: \(font): has no U+6F22, U+1F600\n")
    #expect(run.output.hasSuffix("}\n"))
  }

  @Test func namesAxesThatAFontDoesNotHave() async throws {
    let run = try await LinecasterRun(["glyphs", "--font", font, "|", "--variation", "wght=700"])
    #expect(run.status == 1 && run.output.hasSuffix("}\n"))
    #expect(run.errors == "linecaster: \(font): has no axis 'wght'; it is not a variable font\n")
    let variable = try await LinecasterRun([
      "glyphs", "--font", FontFixtures.variable, "l", "--variation", "wght=700;GRAD=1",
    ])
    #expect(variable.status == 1)
    #expect(variable.errors.contains("has no axis 'GRAD'; its axes are wght, wdth"))
  }

  @Test func badLinesAreNamedAndTheRestRuns() async throws {
    let name = URL(fileURLWithPath: font).lastPathComponent
    let fonts = URL(fileURLWithPath: font).deletingLastPathComponent().path
    let cases = try folder.write(
      """
      nope

      {"id": "no font", "text": "a"}
      {"id": "number", "font": 5, "text": "a"}
      {"id": "good", "font": "\(name)", "text": "|"}
      {"id": "outside", "font": "../x.ttf", "text": "a"}
      {"id": "axis", "font": "\(name)", "text": "a", "variation": "bold"}
      {"font": "\(name)", "text": "a"}
      [1]
      """, to: "cases.jsonl")
    let run = try await LinecasterRun(["glyphs", cases, "--fonts", fonts])
    let axis = "'bold' is not an axis value; write, for example, wght=700"
    let outside = "field 'font' is not a path inside the folder of fonts"
    #expect(
      run.output == """
        {"error":"not JSON","id":null}
        {"error":"missing field 'font'","id":"no font"}
        {"error":"field 'font' is not text","id":"number"}
        {"glyphs":[{"d":"\(Self.bar)","x":0,"y":0}],"id":"good"}
        {"error":"\(outside)","id":"outside"}
        {"error":"\(axis)","id":"axis"}
        {"error":"missing field 'id'","id":null}
        {"error":"not an object","id":null}

        """)
    #expect(
      run.errors == """
        linecaster: \(cases):1: not JSON
        linecaster: \(cases):3: missing field 'font'
        linecaster: \(cases):4: field 'font' is not text
        linecaster: \(cases):6: \(outside)
        linecaster: \(cases):7: \(axis)
        linecaster: \(cases):8: missing field 'id'
        linecaster: \(cases):9: not an object

        """)
    #expect(run.status == 1)
  }

  @Test func fontsThatCannotBeReadAreNamed() async throws {
    let none = folder.file("none.ttf")
    let text = try await LinecasterRun(["glyphs", "--font", none, "a"])
    #expect(text.errors == "linecaster: \(none): cannot be read: No such file or directory\n")
    #expect(text.status == 1 && text.output == "")
    let cases = try folder.write(#"{"id": "x", "font": "none.ttf", "text": "a"}"#, to: "cases")
    let run = try await LinecasterRun(["glyphs", "-", "--fonts", folder.path], input: cases)
    #expect(run.errors.hasPrefix("linecaster: standard input:1: \(none): cannot be read"))
    #expect(run.status == 1)
  }

  @Test(arguments: [
    ["glyphs", "a"], ["glyphs", "a", "--font", "f", "--fonts", "d"],
    ["glyphs", "a", "--font", "f", "--size", "0"], ["glyphs", "a", "--font", "f", "--size", "nan"],
    ["glyphs", "a", "--font", "f", "--index", "-1"],
    ["glyphs", "a", "--fonts", "d", "--svg", "x.svg"],
  ])
  func wrongCommandLinesEndWith64(arguments: [String]) async throws {
    let run = try await LinecasterRun(arguments)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("Error: "))
  }
}

import Foundation
import Linecaster
import Testing

@Suite struct InspectCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  static let scene = """
    {"width": 240, "body": {"Column": {"spacing": 6, "content": [
      {"Text": {"string": "Office <b> & 'quotes'", "style": {"size": 20, "weight": "bold"}}},
      {"Row": [{"Text": "नमस्ते ᚠ"}, {"Spacer": {}}, {"Text": "שלום 😀"}]},
      {"Box": {"color": "#4361EE", "size": {"width": 60, "height": 12}}}
    ]}, "padding": 12, "background": "#F1F3F5"}}
    """

  private func report(_ name: String, _ text: String, _ options: String...) async throws -> String {
    let file = try folder.write(text, to: name)
    let run = try await LinecasterRun(
      ["inspect", file, "-o", folder.file("report.html")] + options)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "")
    return String(decoding: try folder.read("report.html"), as: UTF8.self)
  }

  @Test func thePageHasEverythingAndAsksForNothing() async throws {
    let page = try await report("card.json", Self.scene)
    for part in [
      "data:image/png;base64,", "data-layer=\"boxes\"", "data-layer=\"fallback\"",
      "NotoSans-Bold.ttf", "NotoSansDevanagari", "NotoColorEmoji", "U+16A0", "break lines",
      "rasterize", "Office &lt;b&gt; &amp; &#39;quotes&#39;", "default-src 'none'",
    ] { #expect(page.contains(part), "\(part)") }
    // The page loads neither other files nor anything from the network.
    for part in [" href=", "url(", "@import", "fetch(", "http:", "https:", "src=\"http"] {
      #expect(!page.contains(part), "\(part)")
    }
  }

  @Test func feedsAndTextsAreLookedAtToo() async throws {
    #expect(try await report("feed.jsonl", Feed.mixed, "--rows", "2").contains("ليلى"))
    #expect(try await report("a.md", "# Hi\n\n- a").contains("NotoSans-Bold.ttf"))
  }

  /// A page of a long text stays small enough for browsers, and reports the omitted part.
  @Test func pagesAreBounded() async throws {
    let text = String(repeating: "Word after word. ", count: 2_500)
    let page = try await report("a.txt", text, "--scale", "0.5")
    #expect(page.utf8.count < 12 << 20, "\(page.utf8.count)")
    #expect(page.contains("Carets of 1 texts are left out"))
    #expect(page.contains("<small>the first of "))
  }

  @Test func faultsAreThoseOfRendering() async throws {
    let file = try folder.write("{}", to: "bad.json")
    let run = try await LinecasterRun(["inspect", file, "-o", folder.file("report.html")])
    #expect(run.status == 1)
    #expect(run.errors == "linecaster: \(file):1:1: 'body' is missing\n")
    #expect(try folder.names == ["bad.json"])
  }
}

import Foundation
import Linecaster
import LinecasterTestSupport
import Testing

/// The page in headless Chromium, if it is installed.
///
/// Starting it takes seconds, so one screenshot shows the page four times.
@Suite(
  .enabled(
    if: try TestTools.has("Chromium", Browser.path != nil), "no Chromium to look at pages with"),
  .serialized)
struct InspectBrowserTests {
  private let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    let scene = try folder.write(InspectCommandTests.scene, to: "card.json")
    let run = try await LinecasterRun(["inspect", scene, "-o", folder.file("report.html")])
    #expect(run.status == 0, "\(run.errors)")
  }

  /// The page with a script at its end that clicks as a user would.
  private func page(clicking script: String, _ name: String) throws -> String {
    let text = String(decoding: try folder.read("report.html"), as: UTF8.self)
    return try folder.write(
      text.replacingOccurrences(of: "</body>", with: "<script>\(script)</script></body>"), to: name)
  }

  @Test func checkboxesAndNodesAreClicked() async throws {
    let clicked = try page(
      clicking: """
        document.querySelector('input[data-layer="clusters"]').click();
        document.querySelectorAll("#tree .item")[3].click();
        document.documentElement.dataset.hash = location.hash;
        """, "clicked.html")
    let dom = try await Browser.dom(of: clicked, fragment: "boxes,fallback")
    #expect(dom.contains("data-ready=\"yes\""))
    #expect(dom.contains("data-hash=\"#boxes,clusters,fallback\""))
    for layer in ["boxes", "clusters", "fallback"] {
      #expect(dom.contains("class=\"layer \(layer) on\""), "\(layer)")
    }
    #expect(dom.matches(of: /class="layer \w+ on"/).count == 3)
    #expect(dom.matches(of: /aria-selected="true"/).count == 1)
    #expect(dom.matches(of: /class="pick" hidden/).isEmpty)
  }

  @Test func aCheckboxChangesTheImageAndChangesItBack() async throws {
    let click = "document.querySelector('input[data-layer=\"boxes\"]').click();"
    _ = try page(clicking: click, "once.html")
    _ = try page(clicking: click + click, "twice.html")
    let frames = ["report.html", "once.html", "twice.html", "report.html#boxes"]
    let sheet = try folder.write(
      "<!doctype html><body style=\"margin:0\">"
        + frames.map {
          "<iframe src=\"\($0)\" style=\"display:block;border:0;width:1100px;height:500px\">"
            + "</iframe>"
        }.joined(), to: "sheet.html")
    let shot = try await Browser.screenshot(
      of: sheet, width: 1100, height: 2000, to: folder.file("shot.png"))
    // The half with the image, without the panels.
    let stages = frames.indices.map { frame in
      (80..<500).flatMap { y in (0..<600).map { shot.color(atX: $0, y: 500 * frame + y) } }
    }
    let changed = zip(stages[0], stages[1]).count { $0 != $1 }
    #expect(changed > 500 && changed < stages[0].count / 2)
    #expect(stages[2] == stages[0])
    #expect(stages[3] == stages[1])
    // Text, an emoji and the box of the scene; a page that failed has a handful of colours.
    #expect(Set(stages[0]).count > 60 && stages[0].contains(Color(rgb: 0x4361EE)))
  }
}

/// Headless Chromium.
enum Browser {
  /// The path of the browser; `nil` if it is not installed.
  static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .first(where: FileManager.default.isExecutableFile)

  /// The error of a browser that fails.
  struct Failure: Error {
    let status: Int32
  }

  /// The page as HTML after its script has run.
  static func dom(of page: String, fragment: String = "") async throws -> String {
    let options = ["--dump-dom", "--window-size=1400,1000"]
    return String(decoding: try await run(options, page, fragment), as: UTF8.self)
  }

  /// A screenshot of the page in a window of the given size.
  static func screenshot(
    of page: String, width: Int, height: Int, to path: String
  ) async throws -> Bitmap {
    _ = try await run(["--screenshot=\(path)", "--window-size=\(width),\(height)"], page, "")
    return try ImageDecoder().decode(path: path)
  }

  private static func run(
    _ options: [String], _ page: String, _ fragment: String
  ) async throws -> Data {
    let folder = try TemporaryFolder()
    let output = try folder.write("", to: "output")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "")
    process.arguments =
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000",
        "--force-color-profile=srgb", "--hide-scrollbars", "--user-data-dir=\(folder.path)/profile",
      ] + options + ["file://\(page)" + (fragment.isEmpty ? "" : "#\(fragment)")]
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 300)
    while process.isRunning, Date() < deadline { try await Task.sleep(for: .milliseconds(20)) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(status: process.terminationStatus)
    }
    return try folder.read("output")
  }
}

import Foundation
import Linecaster
import Testing

@testable import LinecasterCommand

@Suite(.timeLimit(.minutes(60))) struct FileWatchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func scene(_ height: Int, _ more: String = "") -> String {
    #"{"width": 10, "body": {"Row": [\#(more)], "frame": {"height": \#(height)}}}"#
  }

  private func writeImage(_ color: Color) throws {
    let png = try PNGEncoder().encode(Bitmap(width: 2, height: 2, background: color))
    try Data(png).write(to: URL(fileURLWithPath: folder.file("dot.png")), options: .atomic)
  }

  /// Waits until the image satisfies `isRight`.
  private func wait(
    for process: Process, until isRight: (Bitmap) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for _ in 0..<3000 {
      let bytes = (try? folder.read("out.png")) ?? Data()
      if let bitmap = try? ImageDecoder().decode(Array(bytes)), isRight(bitmap) { return }
      try #require(process.isRunning, sourceLocation: sourceLocation)
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("no such image in a minute", sourceLocation: sourceLocation)
  }

  @Test func changesAreDrawnFaultsAreToldAndAnInterruptEndsIt() async throws {
    let file = try folder.write(scene(5), to: "a.json")
    let out = folder.file("out.png")
    let run = try await LinecasterRun(["render", file, "-o", out, "--watch"]) { process in
      try await wait(for: process) { $0.height == 5 }
      _ = try folder.write(scene(6), to: "a.json")
      try await wait(for: process) { $0.height == 6 }
      _ = try folder.write(#"{"body": {"Row": [], "paddin": 1}}"#, to: "a.json")
      try await Task.sleep(for: .seconds(1))
      #expect(process.isRunning)
      // The file is replaced by renaming, as editors do, and an image changes too.
      try writeImage(.black)
      let dot = #"{"Image": {"image": "dot.png", "size": {"width": 10, "height": 7}}}"#
      let other = try folder.write(scene(7, dot), to: "b.json")
      #expect(rename(other, file) == 0)
      try await wait(for: process) { $0.height == 7 && $0.color(atX: 1, y: 1) == .black }
      try writeImage(Color(rgb: 0xFF0000))
      try await wait(for: process) { $0.color(atX: 1, y: 1) == Color(rgb: 0xFF0000) }
      kill(process.processIdentifier, SIGINT)
    }
    #expect(run.status == 0 && run.output == "")
    let lines = run.errors.split(separator: "\n")
    // Intermediate writes may be seen, and no fault is reported twice.
    let fault = "a.json:1:22: body.paddin: 'paddin' is not a modifier"
    #expect(lines.count { $0.contains(fault) } == 1)
    let drawn = lines.filter { $0.contains(/out.png: 10 × \d pixels in \d+ ms$/) }
    // The last of four pictures may be written but not yet reported when the command ends.
    #expect(drawn.count == lines.count - 1 && (3...8).contains(drawn.count), "\(run.errors)")
    #expect(try folder.names == ["a.json", "dot.png", "out.png"])
  }

  @Test func fontsOfScenesAreWatched() async throws {
    let fonts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fonts")
    let font = URL(fileURLWithPath: folder.file("own.ttf"))
    let put = { (file: String) in
      let data = try Data(contentsOf: fonts.appendingPathComponent(file))
      try data.write(to: font, options: .atomic)
    }
    try put("NotoSans/NotoSans-Regular.ttf")
    let file = try folder.write(
      """
      {"width": 60, "fonts": [{"family": "Own", "file": "own.ttf"}],
       "body": {"Text": {"string": "iiii", "style": {"families": ["Own"], "size": 20}}}}
      """, to: "a.json")
    let run = try await LinecasterRun(
      ["render", file, "-o", folder.file("out.png"), "--watch"]
    ) { process in
      var first: Bitmap?
      try await wait(for: process) { bitmap in
        first = bitmap
        return true
      }
      try put("NotoSansMono/NotoSansMono-Regular.ttf")
      try await wait(for: process) { $0 != first }
      // A picture is reported after it is written and before the next one: two reports are certain.
      try put("NotoSans/NotoSans-Regular.ttf")
      try await wait(for: process) { $0 == first }
      kill(process.processIdentifier, SIGINT)
    }
    let lines = run.errors.split(separator: "\n")
    #expect(run.status == 0 && (2...3).contains(lines.count), "\(run.errors)")
    #expect(lines.allSatisfy { $0.contains("out.png: 60 × 27 pixels") }, "\(run.errors)")
  }

  @Test func onlyFilesAreWatched() async throws {
    for arguments in [["-", "-o", folder.file("a.png")], [folder.file("a.json"), "-o", "-"]] {
      let run = try await LinecasterRun(["render"] + arguments + ["--watch"])
      #expect(run.status == 64 && run.errors.contains("--watch needs files"))
    }
  }

  @Test func imagesOfLayoutsAreFound() throws {
    let scene = try Scene(
      json: """
        {"body": {"Row": [{"Image": {"image": "a.png"}}, {"Column": [{"Text": [
          "a", {"InlineBox": {"Attachment": {"size": {"width": 1, "height": 1}, "image": "b.png"}}}
        ]}]}]}}
        """)
    #expect(Set(scene.layout.images.map(\.name)) == ["a.png", "b.png"])
  }
}

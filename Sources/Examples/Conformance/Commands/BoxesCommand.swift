import ArgumentParser
import Foundation
import Linecaster
import LinecasterBase
import LinecasterCommandSupport

/// Lays out flexbox, grid and block trees in the format of the conformance data.
struct BoxesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boxes",
    abstract: "Lay out trees of boxes: flexbox, grids and blocks.",
    discussion: """
      Reads JSON objects with name and root, one per line, and prints one each: name, and as boxes \
      [x, y, width, height] for every node in pre-order, relative to its parent. Fields of a \
      case:

        defaults ("css" or "yoga"), direction ("ltr" or "rtl"), available ([width, height] of \
      the block around the root, null for indefinite), rounding (1 for the pixel grid)

      A node has style (the properties of CSS in camelCase: numbers, "50%" or keywords), and \
      children or measure (widths of words: {"kind": "words", "words": [30, 20], \
      "line": 10, "ascent": 8}; of kind "columns", their lines are vertical). Tracks of grids are \
      lists of sizes, "2fr", {"minmax": [30, "auto"]}, {"fitContent": 90} and {"repeat": 3, \
      "tracks": [20]}, where "auto-fill" and "auto-fit" are valid too.

      Example:

        echo '{"name": "a", "root": {"style": {"width": 90}, "children": [{"style": \
      {"flexGrow": 1}}]}}' | linecaster-conformance boxes -

      Exit status: 0 on success, 1 if a case is invalid (the other cases are still laid out), 64 \
      if the command line is wrong.
      """)

  @Argument(help: "The file of cases, or - for standard input.")
  var cases = "-"

  @Option(help: "Also draw each case to an SVG file in this folder, which is created if missing.")
  var svg: String?

  func run() throws {
    let lines = try CaseLines(path: cases)
    var images = try svg.map(BoxImages.init)
    try lines.report { line in
      let run = BoxesCaseRun(line)
      try StandardStream.output.write(run.record.line())
      if let result = run.result { try images?.draw(result.run, result.frames) }
      return run.record.error
    }
  }
}

/// A case from a line of a file, laid out.
struct BoxesCaseRun {
  let record: BoxesRecord
  /// The tree and its frames; `nil` if the case is invalid.
  let result: (run: BoxCaseRun, frames: BoxFrames)?

  /// The maximum length of a line in a case file, in bytes.
  private static let lengthLimit = 256 << 20

  init(_ line: Data) {
    do {
      let test: BoxCase = try CaseLines.decode(line, limit: Self.lengthLimit)
      let run = try BoxCaseRun(test)
      let frames = try run.frames()
      record = BoxesRecord(name: test.name, boxes: run.boxes(frames).map(\.numbers))
      result = (run, frames)
    } catch {
      let named: BoxCase.Name? = try? CaseLines.decode(line, limit: Self.lengthLimit)
      record = BoxesRecord(name: named?.name, error: "\(error)")
      result = nil
    }
  }
}

/// The output for a case: its boxes, or its error.
struct BoxesRecord: CaseRecord {
  /// The name of the case; `nil` if it could not be read.
  let name: String?
  /// The left, top, width and height of each node in pre-order.
  var boxes: [[Double]]?
  /// The error of the case.
  var error: String?

  private enum CodingKeys: String, CodingKey {
    case name, boxes, error
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // `name` is written even if it is null.
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(boxes, forKey: .boxes)
    try container.encodeIfPresent(error, forKey: .error)
  }
}

/// A folder with an image of each case.
struct BoxImages {
  private let folder: URL
  /// The number of uses of each file name, because cases may share a name.
  private var uses: [String: Int] = [:]

  /// Creates the folder if it does not exist.
  ///
  /// - Throws: `CommandFailure` that names the folder.
  init(_ path: String) throws(CommandFailure) {
    folder = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        description: "\(path): cannot be created: \(SystemFailure.reason(error))")
    }
  }

  /// Writes the image of a case.
  ///
  /// - Throws: `CommandFailure` that names the file.
  mutating func draw(_ run: BoxCaseRun, _ frames: BoxFrames) throws(CommandFailure) {
    let file = folder.appendingPathComponent(fileName(for: run.test.name))
    let image = BoxImage(name: run.test.name, frames: frames)
    do {
      try Data(image.svg.utf8).write(to: file, options: .atomic)
    } catch {
      throw CommandFailure(
        description: "\(file.path): cannot be written: \(SystemFailure.reason(error))")
    }
  }

  /// The file name for a case; characters with a meaning in paths become `-`.
  private mutating func fileName(for name: String) -> String {
    let stem = String(
      name.prefix(Self.longestStem).map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
    uses[stem, default: 0] += 1
    let count = uses[stem, default: 1]
    return count == 1 ? "\(stem).svg" : "\(stem)~\(count).svg"
  }

  /// The maximum characters of a file name; four bytes each fit into the limit of 255.
  private static let longestStem = 60
}

/// An SVG 2 drawing of the boxes of a tree.
struct BoxImage {
  /// The title.
  let name: String
  let frames: BoxFrames

  private static let margin = 12.0
  /// The height of the title.
  private static let header = 16.0

  /// The image: children in front of their parents, each box with its number in pre-order.
  var svg: String {
    let boxes = (0..<frames.count).map { frames.absoluteFrame(of: BoxID(index: $0)) }
    let shown = boxes.filter { $0 != .zero }
    let left = min(0, shown.map(\.minX).min() ?? 0) - Self.margin
    let top = min(0, shown.map(\.minY).min() ?? 0) - Self.margin - Self.header
    let width = max(0, shown.map(\.maxX).max() ?? 0) + Self.margin - left
    let height = max(0, shown.map(\.maxY).max() ?? 0) + Self.margin - top
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="\#(left) \#(top) \#(width) \#(height)" font-family="sans-serif">"#,
      "<title>\(HTMLText.escaped(name))</title>",
      #"<rect x="\#(left)" y="\#(top)" width="100%" height="100%" fill="white"/>"#,
      #"<text x="\#(left + 4)" y="\#(top + 12)" font-size="10">\#(HTMLText.escaped(name))</text>"#,
    ]
    for (index, box) in boxes.enumerated() where box != .zero { lines += element(index, box) }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func element(_ index: Int, _ box: Rect) -> [String] {
    let size = "\(Self.short(box.width)) × \(Self.short(box.height))"
    return [
      #"<rect x="\#(box.minX)" y="\#(box.minY)" width="\#(box.width)" height="\#(box.height)" "#
        + #"fill="steelblue" fill-opacity="0.15" stroke="navy" stroke-width="0.5">"#
        + "<title>\(index): \(size)</title></rect>",
      #"<text x="\#(box.minX + 1.5)" y="\#(box.minY + 6)" font-size="6">\#(index)</text>"#,
    ]
  }

  private static func short(_ length: Double) -> String { "\((length * 100).rounded() / 100)" }
}

import Foundation
import LinecasterImages
import LinecasterRaster
import Synchronization

/// The pictures that differ, and the page that shows them beside the blessed ones.
///
/// The page holds its pictures itself, so that it can be looked at wherever it is copied to.
struct SnapshotPage {
  private let blessed: URL
  private let current: URL

  /// Tests of many threads add to one page.
  private static let lock = Mutex(())

  init(of folder: URL) {
    blessed = folder
    current = folder.appendingPathComponent("current")
  }

  /// Adds a picture in place of an earlier one of its name.
  func add(_ png: Data, _ name: String) throws {
    try Self.lock.withLock { _ in
      try FileManager.default.createDirectory(at: current, withIntermediateDirectories: true)
      try png.write(to: file(name, in: current), options: .atomic)
      try write()
    }
  }

  /// Removes a picture, which is fine again, and the page with the last one.
  func remove(_ name: String) throws {
    try Self.lock.withLock { _ in
      let path = file(name, in: current)
      guard FileManager.default.fileExists(atPath: path.path) else { return }
      try FileManager.default.removeItem(at: path)
      try write()
    }
  }

  /// The names of the pictures in a folder, in order; none where there is no folder.
  static func pictures(in folder: URL) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".png") }.map { String($0.dropLast(4)) }.sorted()
  }

  private func file(_ name: String, in folder: URL) -> URL {
    folder.appendingPathComponent("\(name).png")
  }

  private func write() throws {
    let names = try Self.pictures(in: current)
    guard !names.isEmpty else { return try FileManager.default.removeItem(at: current) }
    let page = try Self.head + names.map(section).joined()
    try Data(page.utf8).write(
      to: current.appendingPathComponent("index.html"), options: .atomic)
  }

  /// A picture before and after, and the difference.
  private func section(_ name: String) throws -> String {
    let after = try Data(contentsOf: file(name, in: current))
    guard let before = FileManager.default.contents(atPath: file(name, in: blessed).path) else {
      return Self.section(name, "no such picture is blessed", [("after", after)])
    }
    let pictures = try [before, after].map { try PNGDecoder().decode([UInt8]($0)) }
    let difference = PictureDifference(pictures[0], pictures[1])
    let shown = try Data(PNGEncoder(compression: .small).encode(difference.picture()))
    return Self.section(
      name, "\(difference)", [("before", before), ("after", after), ("difference", shown)])
  }

  private static func section(
    _ name: String, _ remark: String, _ figures: [(caption: String, png: Data)]
  ) -> String {
    let shown = figures.map {
      """
      <figure><img alt="\($0.caption)" src="data:image/png;base64,\($0.png.base64EncodedString())">
      <figcaption>\($0.caption)</figcaption></figure>

      """
    }
    return """
      <section><h2>\(escaped(name))</h2><p>\(escaped(remark))</p>
      <div>\(shown.joined())</div></section>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }

  private static let head = """
    <!DOCTYPE html>
    <html lang="en"><meta charset="utf-8"><title>Pictures that differ</title>
    <style>
    body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #f4f4f6; }
    div { display: flex; flex-wrap: wrap; gap: 1.5em; }
    figure { margin: 0; }
    figcaption { color: #666; }
    img { image-rendering: pixelated; zoom: 2; border: 0.5px solid #bbb;
      background: repeating-conic-gradient(#ddd 0% 25%, #fff 0% 50%) 0 0 / 12px 12px; }
    </style>
    <h1>Pictures that differ</h1>
    <p>Differences are shown four times as bright as they are.
    <code>SNAPSHOTS=accept</code> accepts the pictures as they are now.</p>

    """
}

import Foundation
import LinecasterBase
import LinecasterFiles
import Synchronization

/// The different images of all suites, in one folder each, and the page that shows them.
///
/// The page embeds its images, so it can be copied anywhere.
struct SnapshotPage {
  private let folder: URL
  /// The instruction for accepting images.
  private let hint: String

  /// Tests on several threads add to one page.
  private static let lock = Mutex(())

  init(in folder: URL, hint: String) {
    self.folder = folder
    self.hint = hint
  }

  /// Adds an image, replacing an earlier one of its name; without a previous version it counts as
  /// new. The next written page contains it.
  func add(
    _ name: String, remark: String, before: Data?, after: Data, _ difference: ImageDifference?
  ) throws {
    let shown = try difference.map {
      Data(try PNGEncoder(compression: .small).encode($0.image()))
    }
    try Self.lock.withLock { _ in
      try removeFolder(name)
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
      try before?.write(to: file("before", of: name))
      try after.write(to: file("after", of: name))
      try shown?.write(to: file("difference", of: name))
      try Data(remark.utf8).write(to: self.remark(of: name))
    }
  }

  /// Removes an image that no longer differs.
  ///
  /// - Returns: Whether the image existed.
  func remove(_ name: String) throws -> Bool {
    try Self.lock.withLock { _ in
      let isThere = FileManager.default.fileExists(atPath: file("after", of: name).path)
      if isThere { try removeFolder(name) }
      return isThere
    }
  }

  /// Writes the page of all images; removes the folder if there are no images.
  func write() throws {
    try Self.lock.withLock { _ in
      guard FileManager.default.fileExists(atPath: folder.path) else { return }
      let suffix = "/after.png"
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
      guard !names.isEmpty else { return try FileManager.default.removeItem(at: folder) }
      let page = try head + names.map(section).joined()
      try Data(page.utf8).write(
        to: folder.appendingPathComponent("index.html"), options: .atomic)
    }
  }

  private func removeFolder(_ name: String) throws {
    let path = folder.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: path.path) else { return }
    try FileManager.default.removeItem(at: path)
  }

  private func file(_ caption: String, of name: String) -> URL {
    folder.appendingPathComponent("\(name)/\(caption).png")
  }

  private func remark(of name: String) -> URL {
    folder.appendingPathComponent("\(name)/difference.txt")
  }

  /// Returns the section of an image: before, after and difference.
  private func section(_ name: String) throws -> String {
    let remark = try String(contentsOf: remark(of: name), encoding: .utf8)
    let figures = ["before", "after", "difference"].compactMap { caption in
      FileManager.default.contents(atPath: file(caption, of: name).path).map { (caption, $0) }
    }
    return Self.section(name, remark, figures)
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
      <section><h2>\(HTMLText.escaped(name))</h2><p>\(HTMLText.escaped(remark))</p>
      <div>\(shown.joined())</div></section>

      """
  }

  private var head: String {
    """
    <!DOCTYPE html>
    <html lang="en"><meta charset="utf-8"><title>Images that differ</title>
    <style>
    body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #f4f4f6; }
    div { display: flex; flex-wrap: wrap; gap: 1.5em; }
    figure { margin: 0; }
    figcaption { color: #666; }
    img { image-rendering: pixelated; border: 1px solid #bbb;
      background: repeating-conic-gradient(#ddd 0% 25%, #fff 0% 50%) 0 0 / 12px 12px; }
    </style>
    <h1>Images that differ</h1>
    <p>Differences are shown four times as bright.
    <code>\(HTMLText.escaped(hint))</code> accepts the images as they are now.</p>

    """
  }
}

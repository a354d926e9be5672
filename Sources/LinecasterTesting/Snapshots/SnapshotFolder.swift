public import Foundation
public import LinecasterBase
import LinecasterFiles
public import LinecasterRaster
import Synchronization

/// The accepted images of a suite, as PNG files in a folder under version control.
///
///     let folder = SnapshotFolder("Cards")
///     let outcome = try folder.compare(bitmap, "a card of a person")
///     #expect(outcome.passes, "\(outcome)")
///
/// An image that differs is written to a folder of current images, with a page `index.html` for all
/// suites, which shows it before and after, and the difference. With `SNAPSHOTS=accept` in the
/// environment, the image replaces the accepted one instead.
public struct SnapshotFolder: Sendable {
  /// The maximum size of an accepted image, in bytes. Images should be small because they stay in
  /// the version history.
  public let maximumBytes: Int

  private let folder: URL
  /// The name of the suite on the page.
  private let label: String
  private let page: SnapshotPage
  private let accepts: Bool

  /// Creates the folder of a suite.
  ///
  /// - Parameters:
  ///   - folder: The folder of the accepted images, which is created with the first image.
  ///   - label: The name of the suite on the page of images that differ.
  ///   - current: The folder for images that differ.
  ///   - maximumBytes: The maximum size of an accepted image, in bytes.
  ///   - hint: The instruction on the page for accepting images.
  ///   - accepts: Whether to accept images as they are now; by default, if the environment has
  ///     `SNAPSHOTS=accept`.
  public init(
    _ folder: URL, label: String, current: URL, maximumBytes: Int = 20 * 1024,
    hint: String = "SNAPSHOTS=accept",
    accepts: Bool = ProcessInfo.processInfo.environment["SNAPSHOTS"] == "accept"
  ) {
    self.folder = folder
    self.label = label
    self.maximumBytes = maximumBytes
    page = SnapshotPage(in: current, hint: hint)
    self.accepts = accepts
  }

  /// Creates the folder `Snapshots/NAME` of the test target that contains a source file. The target
  /// is the nearest enclosing folder with a name ending in `Tests`. Images that differ are written
  /// to the folder `current` beside the target.
  public init(_ name: String, ofTargetOf file: String = #filePath) {
    var target = URL(fileURLWithPath: file).deletingLastPathComponent()
    while target.path != "/", !target.lastPathComponent.hasSuffix("Tests") {
      target.deleteLastPathComponent()
    }
    self.init(
      target.appendingPathComponent("Snapshots/\(name)"),
      label: "\(target.lastPathComponent)/\(name)",
      current: target.deletingLastPathComponent().appendingPathComponent("current"))
  }

  /// Compares an image with the accepted image of the same name, pixel by pixel, and updates the
  /// page.
  ///
  /// Thread-safe for images with different names.
  ///
  /// - Throws: The errors of reading, writing or decoding files.
  /// - Complexity: O(pixels).
  public func compare(_ image: Bitmap, _ name: String) throws -> SnapshotOutcome {
    let (outcome, changesPage) = try judged(image, name)
    if changesPage { try page.write() }
    return outcome
  }

  /// Compares an image like `compare(_:_:)`, without updating the page until `writePage()`; for
  /// many images at once.
  func judge(_ image: Bitmap, _ name: String) throws -> SnapshotOutcome {
    try judged(image, name).outcome
  }

  private func judged(
    _ image: Bitmap, _ name: String
  ) throws -> (outcome: SnapshotOutcome, changesPage: Bool) {
    let before = FileManager.default.contents(atPath: file(name).path)
    let blessed = try before.map { try ImageDecoder().decode([UInt8]($0)) }
    let isSame = blessed == image
    if isSame, let before, before.count <= maximumBytes {
      return (.same, try page.remove(entry(name)))
    }
    let bytes = try PNGEncoder(compression: .small).encode(image)
    guard bytes.count <= maximumBytes else {
      return (.tooLarge(bytes.count, limit: maximumBytes), false)
    }
    guard accepts else {
      if isSame { return (.tooLarge(before?.count ?? 0, limit: maximumBytes), false) }
      let difference = blessed.map { ImageDifference($0, image) }
      let outcome = difference.map { SnapshotOutcome.different($0) } ?? .new
      try page.add(
        entry(name), remark: outcome.reason, before: before, after: Data(bytes), difference)
      return (outcome, true)
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: file(name), options: .atomic)
    return (.accepted, try page.remove(entry(name)))
  }

  /// Updates the page of different images.
  func writePage() throws { try page.write() }

  /// Returns the names of accepted images that no test uses, sorted. In accepting mode, these
  /// images are removed.
  ///
  /// - Parameter names: The names of all images in tests.
  /// - Complexity: O(files · log files).
  public func orphans(besides names: [String]) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let blessed = files.filter { $0.hasSuffix(".png") }.map { String($0.dropLast(4)) }
    let wanted = Set(names)
    let orphans = blessed.filter { !wanted.contains($0) }.sorted()
    guard accepts else { return orphans }
    for name in orphans { try FileManager.default.removeItem(at: file(name)) }
    return []
  }

  private func file(_ name: String) -> URL { folder.appendingPathComponent("\(name).png") }

  private func entry(_ name: String) -> String { "\(label)/\(name)" }
}

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

/// The result of comparing an image with the accepted one.
public enum SnapshotOutcome: Hashable, Sendable {
  /// The pixels equal those of the accepted image.
  case same
  /// The image was stored as the accepted image.
  case accepted
  /// There is no accepted image with this name.
  case new
  /// The pixels differ from those of the accepted image.
  case different(ImageDifference)
  /// The file of the image has more bytes than `limit`, the maximum size of accepted images.
  case tooLarge(Int, limit: Int)

  /// Whether a test with this outcome passes.
  public var passes: Bool { self == .same || self == .accepted }

  /// The problem, without a remedy.
  public var reason: String {
    switch self {
    case .same: "the same"
    case .accepted: "accepted"
    case .new: "no accepted image has this name"
    case .different(let difference): "\(difference)"
    case .tooLarge(let bytes, let limit): "\(bytes) bytes; the limit is \(limit)"
    }
  }
}

extension SnapshotOutcome: CustomStringConvertible {
  /// The problem, and the remedy for a test.
  public var description: String {
    switch self {
    case .same, .accepted, .tooLarge: reason
    case .new, .different:
      "\(reason): see the page of differing images; SNAPSHOTS=accept accepts it"
    }
  }
}

/// The difference between two images, by channel.
///
///     let difference = ImageDifference(before, after)
///     if difference.pixelCount > 0 { print(difference) }
public struct ImageDifference: Hashable, Sendable {
  /// The number of different pixels, including those that only one image has.
  public private(set) var pixelCount = 0
  /// The maximum difference of a channel, from 0 to 255.
  public private(set) var maximum = 0
  /// The sum of the differences of all channels.
  private(set) var total = 0
  /// The number of compared pixels.
  let area: Int

  /// The mean difference of a channel, 0 to 255.
  var mean: Double { area == 0 ? 0 : Double(total) / Double(area * 4) }

  private let width: Int
  private var levels: [UInt8]

  /// Compares two images. A pixel that only one image has counts as a difference of 255.
  ///
  /// - Complexity: O(pixels).
  public init(_ before: Bitmap, _ after: Bitmap) {
    width = max(before.width, after.width)
    area = width * max(before.height, after.height)
    levels = [UInt8](repeating: 255, count: area * 4)
    let shared = (min(before.width, after.width), min(before.height, after.height))
    pixelCount = area - shared.0 * shared.1
    maximum = pixelCount > 0 ? 255 : 0
    total = pixelCount * 4 * 255
    for y in 0..<shared.1 {
      for x in 0..<shared.0 {
        compare(
          before.pixels, (y * before.width + x) * 4, after.pixels, (y * after.width + x) * 4,
          at: (y * width + x) * 4)
      }
    }
  }

  private mutating func compare(
    _ before: [UInt8], _ start: Int, _ after: [UInt8], _ otherStart: Int, at place: Int
  ) {
    var farthest = 0
    for channel in 0..<4 {
      let distance = abs(Int(before[start + channel]) - Int(after[otherStart + channel]))
      levels[place + channel] = UInt8(distance)
      farthest = max(farthest, distance)
      total += distance
    }
    pixelCount += farthest > 0 ? 1 : 0
    maximum = max(maximum, farthest)
  }

  /// Returns the differences as an image on black, four times as bright. A difference of alpha
  /// alone is grey.
  ///
  /// - Throws: `RasterError` if the image is too large.
  /// - Complexity: O(pixels).
  public func image() throws(RasterError) -> Bitmap {
    var pixels = [UInt8](repeating: 255, count: levels.count)
    for start in stride(from: 0, to: levels.count, by: 4) {
      for channel in 0..<3 {
        let level = max(Int(levels[start + channel]), Int(levels[start + 3]))
        pixels[start + channel] = UInt8(min(255, level * 4))
      }
    }
    return try Bitmap(
      width: width, height: width == 0 ? 0 : area / width, pixels: pixels)
  }
}

extension ImageDifference: CustomStringConvertible {
  /// The number of different pixels, with the maximum and mean difference.
  public var description: String {
    let hundredths = Int(saturating: (mean * 100).rounded())
    let fraction = hundredths % 100
    let mean = "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    return "\(pixelCount) of \(area) pixels differ, "
      + "by \(mean) of 255 on average and \(maximum) at most"
  }
}

public import Foundation
import LinecasterFiles
public import LinecasterRaster

/// The blessed images of a suite, as PNG files in a folder that is kept with the code.
///
///     let folder = SnapshotFolder("Cards")
///     let outcome = try folder.compare(bitmap, "a card of a person")
///     #expect(outcome.isFine, "\(outcome)")
///
/// An image that differs goes to a folder of current ones, where the page `index.html` shows those
/// of all suites: before, after and the difference. With `SNAPSHOTS=accept` in the environment it
/// takes the place of the blessed one instead.
public struct SnapshotFolder: Sendable {
  /// The most bytes of a blessed image: they stay in the history for good.
  public let maximumBytes: Int

  private let folder: URL
  /// What the suite is called on the page.
  private let label: String
  private let page: SnapshotPage
  private let accepts: Bool

  /// Makes the folder of a suite.
  ///
  /// - Parameters:
  ///   - folder: Where the images are; it comes into being with the first of them.
  ///   - label: What the suite is called on the page of images that differ.
  ///   - current: Where images that differ go.
  ///   - maximumBytes: The most bytes of a blessed image.
  ///   - hint: What the page says of how images are accepted.
  ///   - accepts: Whether images are blessed as they are now; by default where the environment has
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

  /// Makes the folder `Snapshots/NAME` of the test target that a source file belongs to: that of
  /// the nearest folder around it whose name ends with `Tests`. Images that differ go to the folder
  /// `current` beside the target.
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

  /// Compares an image with the blessed one of its name, pixel by pixel, and shows on the page what
  /// came of it.
  ///
  /// Any number of threads may compare images of different names.
  ///
  /// - Throws: What reading, writing or decoding files throws.
  public func compare(_ image: Bitmap, _ name: String) throws -> SnapshotOutcome {
    let (outcome, changesPage) = try judged(image, name)
    if changesPage { try page.write() }
    return outcome
  }

  /// Compares an image as `compare(_:_:)` does, and leaves the page as it is until `writePage()`:
  /// for many images at once.
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

  /// Shows on the page what differs.
  func writePage() throws { try page.write() }

  /// The blessed images that no test asks for, in order; they are removed where images are
  /// accepted.
  ///
  /// - Parameter names: The names of all images that tests ask for.
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

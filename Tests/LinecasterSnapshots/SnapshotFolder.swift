package import Foundation
import LinecasterImages
package import LinecasterRaster

/// The blessed images of a suite, as PNG files beside it.
///
/// An image that differs goes to `Tests/current`, where the one page `index.html` shows those of
/// all suites: before, after and the difference. With `SNAPSHOTS=accept` in the environment it
/// takes the place of the blessed one instead.
package struct SnapshotFolder: Sendable {
  /// The most bytes of a blessed image: they stay in the history for good.
  package static let maximumBytes = 20 * 1024

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
  ///   - accepts: Whether images are blessed as they are now.
  package init(
    _ folder: URL, label: String, current: URL,
    accepts: Bool = ProcessInfo.processInfo.environment["SNAPSHOTS"] == "accept"
  ) {
    self.folder = folder
    self.label = label
    page = SnapshotPage(in: current)
    self.accepts = accepts
  }

  /// Makes the folder `Snapshots/NAME` of the test target that a source file belongs to.
  package init(_ name: String, ofTargetOf file: String = #filePath) {
    var target = URL(fileURLWithPath: file).deletingLastPathComponent()
    while target.path != "/", !target.lastPathComponent.hasSuffix("Tests") {
      target.deleteLastPathComponent()
    }
    self.init(
      target.appendingPathComponent("Snapshots/\(name)"),
      label: "\(target.lastPathComponent)/\(name)",
      current: target.deletingLastPathComponent().appendingPathComponent("current"))
  }

  /// Compares an image with the blessed one of its name, pixel by pixel.
  ///
  /// - Throws: What reading, writing or decoding files throws.
  package func compare(_ image: Bitmap, _ name: String) throws -> SnapshotOutcome {
    let before = FileManager.default.contents(atPath: file(name).path)
    let blessed = try before.map { try ImageDecoder().decode([UInt8]($0)) }
    let isSame = blessed == image
    if isSame, let before, before.count <= Self.maximumBytes {
      try page.remove(entry(name))
      return .same
    }
    let bytes = try PNGEncoder(compression: .small).encode(image)
    guard bytes.count <= Self.maximumBytes else { return .tooLarge(bytes.count) }
    guard accepts else {
      if isSame { return .tooLarge(before?.count ?? 0) }
      try page.add(entry(name), before: before, after: Data(bytes))
      return blessed.map { .different(ImageDifference($0, image)) } ?? .new
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: file(name), options: .atomic)
    try page.remove(entry(name))
    return .accepted
  }

  /// The blessed images that no test asks for, in order; they are removed where images are
  /// accepted.
  ///
  /// - Parameter names: The names of all images that tests ask for.
  package func orphans(besides names: [String]) throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let blessed = files.filter { $0.hasSuffix(".png") }.map { String($0.dropLast(4)) }
    let orphans = blessed.filter { !names.contains($0) }.sorted()
    guard accepts else { return orphans }
    for name in orphans { try FileManager.default.removeItem(at: file(name)) }
    return []
  }

  private func file(_ name: String) -> URL { folder.appendingPathComponent("\(name).png") }

  private func entry(_ name: String) -> String { "\(label)/\(name)" }
}

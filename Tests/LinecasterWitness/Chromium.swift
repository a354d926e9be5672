import Dispatch
package import Foundation
import LinecasterBase
import LinecasterFiles
package import LinecasterRaster

/// A headless browser as a second witness.
package struct Chromium {
  /// The error of a browser, in its own words if it has any.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The timeout of the browser, in seconds.
  private static let patience = 300
  /// The minimum side of a window, in CSS pixels: smaller windows clip the image.
  private static let leastSide = 800

  private let program: String

  /// Whether the environment asks for new images: `CHROMIUM=record`.
  package static var isRecording: Bool {
    ProcessInfo.processInfo.environment["CHROMIUM"] == "record"
  }

  /// Finds the installed browser; nil without one.
  package init?() {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let program = folders.map { "\($0)/chromium" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let program else { return nil }
    self.program = program
  }

  /// Draws a page.
  ///
  /// - Parameters:
  ///   - page: HTML, which may refer to files of this machine.
  ///   - width: The width of the image in CSS pixels.
  ///   - scale: Device pixels a CSS pixel.
  package func draw(_ page: String, width: Int, height: Int, scale: Double) throws -> Bitmap {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-chromium-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("page.html")
    let image = folder.appendingPathComponent("page.png")
    try Data(page.utf8).write(to: source)
    let window = [width, height].map { "\(max($0, Self.leastSide) + 100)" }
    try run([
      "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
      "--allow-file-access-from-files", "--force-color-profile=srgb",
      "--force-device-scale-factor=\(scale)", "--window-size=\(window.joined(separator: ","))",
      // Fonts of a page are loaded after it.
      "--virtual-time-budget=10000", "--user-data-dir=\(folder.path)/profile",
      "--screenshot=\(image.path)",
      source.absoluteString,
    ])
    let pixels = [width, height].map { Int(saturating: (Double($0) * scale).rounded(.up)) }
    return try ImageDecoder().decode(path: image.path)
      .cropped(x: 0, y: 0, width: pixels[0], height: pixels[1])
  }

  /// Returns a page as HTML after its scripts have run.
  ///
  /// - Parameters:
  ///   - page: A file of HTML.
  ///   - fragment: The part of its address after `#`.
  package func document(of page: URL, fragment: String = "") throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-chromium-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appendingPathComponent("document.html")
    try Data().write(to: output)
    try run(
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
        "--virtual-time-budget=3000", "--user-data-dir=\(folder.path)/profile",
        page.absoluteString + (fragment.isEmpty ? "" : "#\(fragment)"),
      ], output: try FileHandle(forWritingTo: output))
    return String(decoding: try Data(contentsOf: output), as: UTF8.self)
  }

  private func run(_ arguments: [String], output: FileHandle = .nullDevice) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    guard ended.wait(timeout: .now() + .seconds(Self.patience)) == .success else {
      process.terminate()
      throw Failure(description: "\(program) takes more than \(Self.patience) s")
    }
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(program) ends with \(process.terminationStatus)")
    }
  }
}

import Dispatch
import Foundation
import LinecasterDisplay
import LinecasterGeometry
import LinecasterImages

@testable import LinecasterRaster

/// A browser that draws pages without a screen, as a second witness.
struct Chromium {
  /// What went wrong, in the browser's words where it has some.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The seconds after which the browser counts as hung.
  private static let patience = 60
  /// The smallest window, in CSS pixels: parts of the image are left out in smaller ones.
  private static let leastSide = 800

  private let program: String

  /// The browser that is installed; nil without one.
  init?() {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let program = folders.map { "\($0)/chromium" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let program else { return nil }
    self.program = program
  }

  /// Draws a page.
  ///
  /// - Parameters:
  ///   - page: HTML, which may name files of this machine.
  ///   - width: The width of the image in CSS pixels.
  ///   - scale: Device pixels a CSS pixel.
  func draw(_ page: String, width: Int, height: Int, scale: Double) throws -> Bitmap {
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

  private func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
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

/// Images by Chromium, kept beside the tests.
///
/// `CHROMIUM=record` in the environment draws them again with the Chromium that is installed.
enum ChromiumRecordings {
  /// Device pixels a CSS pixel of the scenes.
  static let scales = [1, 1.5]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Recorded").standardizedFileURL

  /// Whether the environment asks for new images.
  static var isRecording: Bool { ProcessInfo.processInfo.environment["CHROMIUM"] == "record" }

  /// The names of the images that there are, in order.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  static func name(_ scene: CanvasScene, scale: Double) -> String {
    "\(scene.name)-\(scale == 1 ? "1" : "\(scale)").png"
  }

  static func name(_ sheet: EmojiSheet) -> String { "emoji-\(sheet.size).png" }

  static func image(_ name: String) throws -> Bitmap {
    try ImageDecoder().decode(path: folder.appendingPathComponent(name).path)
  }

  /// Draws everything again.
  static func record(with browser: Chromium) throws {
    for scale in scales { try recordScenes(with: browser, scale: scale) }
    for sheet in EmojiSheet.sizes.map(EmojiSheet.init) {
      let image = try browser.draw(
        sheet.html(), width: sheet.width, height: sheet.height, scale: 1)
      try write(image, name(sheet))
    }
  }

  /// Draws all scenes on one page, and cuts it up.
  private static func recordScenes(with browser: Chromium, scale: Double) throws {
    let size = CanvasScene.size
    let lists = CanvasScene.all.enumerated().map { (Double($0) * size.height, $1.list) }
    let page = try browser.draw(
      DisplayPage(images: SceneImages()).html(lists), width: Int(saturating: size.width),
      height: Int(saturating: size.height) * lists.count, scale: scale)
    let pixels = PixelScale(scale)
    let (width, height) = (pixels.pixels(size.width), pixels.pixels(size.height))
    for (index, scene) in CanvasScene.all.enumerated() {
      let image = page.cropped(x: 0, y: index * height, width: width, height: height)
      try write(image, name(scene, scale: scale))
    }
  }

  private static func write(_ image: Bitmap, _ name: String) throws {
    try PNGEncoder(compression: .small)
      .write(image, to: folder.appendingPathComponent(name).path)
  }
}

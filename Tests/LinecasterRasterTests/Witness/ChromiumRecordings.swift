import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterFiles
import LinecasterWitness

@testable import LinecasterRaster

/// Recorded images of Chromium, beside the tests.
///
/// `CHROMIUM=record` in the environment records them again with the installed Chromium.
enum ChromiumRecordings {
  /// The device pixels of a CSS pixel in the scenes.
  static let scales = [1, 1.5]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Recorded").standardizedFileURL

  /// The names of the existing images, in order.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  static func name(_ scene: CanvasScene, scale: Double) -> String {
    "\(scene.name)-\(text(scale)).png"
  }

  static func name(_ sheet: LineSheet, scale: Double) -> String {
    "lines-\(sheet.name)-\(text(scale)).png"
  }

  static func nameOfBorders(scale: Double) -> String { "borders-placed-\(text(scale)).png" }

  private static func text(_ scale: Double) -> String {
    scale == scale.rounded() ? "\(Int(saturating: scale))" : "\(scale)"
  }

  static func name(_ sheet: EmojiSheet) -> String { "emoji-\(sheet.size).png" }

  static func name(_ sheet: InkSheet) -> String { "ink-\(sheet.testDescription).png" }

  static func name(_ sheet: PaintSheet) -> String { "paints-\(sheet.testDescription).png" }

  static func image(_ name: String) throws -> Bitmap {
    try ImageDecoder().decode(path: folder.appendingPathComponent(name).path)
  }

  /// Records all images again.
  static func record(with browser: Chromium) throws {
    for scale in scales { try recordScenes(with: browser, scale: scale) }
    for scale in BorderSheet.scales {
      let (list, size) = (BorderSheet.list, BorderSheet.list.size)
      let image = try browser.draw(
        DisplayPage(images: SceneImages()).html([(0, list)]), width: Int(saturating: size.width),
        height: Int(saturating: size.height), scale: scale)
      try write(image, nameOfBorders(scale: scale))
    }
    for sheet in LineSheet.all {
      for scale in sheet.scales {
        let image = try browser.draw(
          sheet.html(), width: Int(saturating: sheet.size.width),
          height: Int(saturating: sheet.size.height), scale: scale)
        try write(image, name(sheet, scale: scale))
      }
    }
    for sheet in InkSheet.all {
      let image = try browser.draw(
        sheet.html(), width: InkSheet.width, height: InkSheet.height, scale: 1)
      try write(image, name(sheet))
    }
    for sheet in PaintSheet.all {
      let image = try browser.draw(
        sheet.html(), width: sheet.width, height: PaintSheet.side, scale: 1)
      try write(image, name(sheet))
    }
    for sheet in EmojiSheet.sizes.map(EmojiSheet.init) {
      let image = try browser.draw(
        sheet.html(), width: sheet.width, height: sheet.height, scale: 1)
      try write(image, name(sheet))
    }
  }

  /// Draws all scenes on one page, and cuts the image up.
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

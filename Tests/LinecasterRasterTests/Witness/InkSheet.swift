import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterText
import Testing

@testable import LinecasterRaster

/// One line of text in one colour on another, in the browser's default rendering at scale 1.
struct InkSheet: Sendable, CustomTestStringConvertible {
  enum Script: String, CaseIterable {
    case latin, devanagari

    var text: String {
      switch self {
      case .latin: "The quick brown fox jumps over the lazy dog 0123456789"
      case .devanagari: "हिन्दी में लिखा हुआ एक वाक्य जो काफ़ी लंबा है"
      }
    }

    var family: String { self == .latin ? "Noto Sans" : "Noto Sans Devanagari" }
  }

  let script: Script
  /// The em in pixels.
  let size: Int
  let isDark: Bool

  static let all = Script.allCases.flatMap { script in
    [12, 16, 24].flatMap { size in
      [false, true].map { InkSheet(script: script, size: size, isDark: $0) }
    }
  }
  static let width = 760
  static let height = 56

  var testDescription: String { "\(script.rawValue)-\(size)-\(isDark ? "dark" : "light")" }
  private var background: Color { isDark ? .black : .white }
  private var color: Color { isDark ? .white : .black }

  /// The line drawn by this rasterizer.
  func draw(_ rendering: GlyphRendering) throws -> Bitmap {
    let style = TextStyle(families: [script.family], size: Double(size), color: color)
    let layout = Typesetter(fonts: try .bundled()).prepare(Paragraph(script.text, style: style))
      .layout()
    var list = DisplayList(size: Size(width: Double(Self.width), height: Double(Self.height)))
    list.append(.text(layout, origin: Point(x: 8, y: 8)))
    return try DisplayRasterizer(rendering: rendering).rasterize(list, background: background)
  }

  /// The line with the same font as a page of HTML.
  func html() throws -> String {
    let face = try #require(
      try FontCollection.bundled().face(
        family: script.family, weight: .regular, slant: .upright))
    let address = URL(fileURLWithPath: face.data.source).absoluteString
    let (ground, ink) = isDark ? ("#000", "#fff") : ("#fff", "#000")
    return """
      <!DOCTYPE html><meta charset="utf-8"><title>Ink</title><style>
      @font-face{font-family:Sheet;src:url("\(address)")}
      body{margin:0;background:\(ground)}
      div{font:\(size)px/40px Sheet;color:\(ink);white-space:nowrap;padding:8px}
      </style><div>\(script.text)</div>
      """
  }
}

/// The weight and the sharpness of text in a picture.
struct InkMeasure {
  /// The sum of distances from the background, in whole pixels of full ink.
  let ink: Double
  /// The sum of squared differences between each pixel and the one below it.
  let verticalEnergy: Double

  init(_ bitmap: Bitmap) {
    let ground = Int(bitmap.pixels[1])
    let levels = (0..<bitmap.width * bitmap.height).map {
      abs(Int(bitmap.pixels[$0 * 4 + 1]) - ground)
    }
    ink = Double(levels.reduce(0, +)) / 255
    verticalEnergy = zip(levels, levels.dropFirst(bitmap.width)).reduce(0.0) { sum, pair in
      let difference = Double(pair.0 - pair.1) / 255
      return sum + difference * difference
    }
  }
}

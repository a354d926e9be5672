import Foundation

/// Small fonts made for tests; the scripts beside them say what is in them.
package enum FontFixtures {
  /// The path of a variable font whose letter l is a box; see `make_variable.py`.
  package static var variable: String {
    path("Variable.ttf")
  }

  /// The path of a font whose letter A has coloured layers; see `make_layers.py`.
  package static var layers: String { path("Layers.ttf") }

  /// The path of a font whose letter A is a paint; see `make_layers.py`.
  package static var paint: String { path("Paint.ttf") }

  /// The path of a font whose letter A is an image in two sizes; see `make_images.py`.
  package static var strikes: String { path("Strikes.ttf") }

  /// The path of a font whose letter A is a drawing in SVG; see `make_images.py`.
  package static var drawing: String { path("Drawing.ttf") }

  private static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(name)").path
  }

  /// The Chinese, Japanese and Korean collection of Debian's fonts-noto-cjk; nil where it is not
  /// installed.
  package static var chineseJapaneseKorean: String? {
    let path = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}

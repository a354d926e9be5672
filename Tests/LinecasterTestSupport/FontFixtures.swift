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

  /// The path of the bundled collection file for Chinese, Japanese and Korean: ten faces.
  package static var chineseJapaneseKorean: String {
    folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fonts/CJK/NotoSansCJK/NotoSansCJK-Regular.ttc").path
  }

  private static func path(_ name: String) -> String {
    folder.appendingPathComponent("Fixtures/\(name)").path
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
}

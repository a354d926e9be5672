import Foundation

/// Small fonts made for tests, described by the scripts beside them.
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

  /// The path of a font whose characters from U+E000 on each have another kind of paint; see
  /// `Paints/make_paints.py`.
  package static var paints: String { path("Paints/Paints.ttf") }

  /// The path of a font whose paints vary with its axis; see `Paints/make_paints.py`.
  package static var variablePaints: String { path("Paints/PaintsVariable.ttf") }

  /// The path of a font with paints that are not trees; see `Paints/make_paints.py`.
  package static var brokenPaints: String { path("Paints/PaintsBroken.ttf") }

  /// The path of a font of three emoji; see `Paints/README.md`.
  package static var emojiPaints: String { path("Paints/NotoColorPaints.ttf") }

  /// The path of a compressed font, or of the font that it contains; see
  /// `Compressed/make_compressed.py`.
  package static func compressed(_ name: String) -> String { path("Compressed/\(name)") }

  /// The path of the pictures that HarfBuzz draws of a group of paints.
  package static func paintPictures(_ group: String) -> String { path("Paints/\(group).png") }

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

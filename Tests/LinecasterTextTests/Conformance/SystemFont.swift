import Foundation
import LinecasterFonts

/// A font that a Debian package installs.
struct SystemFont: CustomStringConvertible, Sendable {
  let description: String
  private let path: String

  init(_ name: String, _ path: String) {
    description = name
    self.path = "/usr/share/fonts/\(path)"
  }

  /// Whether its package is installed.
  var isInstalled: Bool { FileManager.default.fileExists(atPath: path) }

  /// Its first face.
  func face() throws -> FontFace { try FontFace(path: path) }

  static let roboto = SystemFont(
    "Roboto", "truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf")
  static let amiri = SystemFont("Amiri", "opentype/fonts-hosny-amiri/Amiri-Regular.ttf")
  static let nastaliq = SystemFont(
    "Noto Nastaliq Urdu", "truetype/noto/NotoNastaliqUrdu-Regular.ttf")
  static let cjk = SystemFont("Noto Sans CJK", "opentype/noto/NotoSansCJK-Regular.ttc")
  static let thai = SystemFont("Noto Sans Thai", "truetype/noto/NotoSansThai-Regular.ttf")
}

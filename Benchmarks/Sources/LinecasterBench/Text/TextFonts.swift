import Foundation
import Linecaster

/// The fonts that text is measured with.
enum TextFonts {
  /// The seven files that all peers are measured with, in the order of fallback.
  private static let shared = [
    "truetype/noto/NotoSans-Regular.ttf", "truetype/noto/NotoSansArabic-Regular.ttf",
    "truetype/noto/NotoSansHebrew-Regular.ttf", "truetype/noto/NotoSansDevanagari-Regular.ttf",
    "truetype/noto/NotoSansThai-Regular.ttf", "opentype/noto/NotoSansCJK-Regular.ttc",
    "truetype/noto/NotoColorEmoji.ttf",
  ]

  /// Where Debian has fonts.
  private static let folder = "/usr/share/fonts/"

  /// Whether all files of the peers are installed.
  private static let areShared = shared.allSatisfy {
    FileManager.default.isReadableFile(atPath: folder + $0)
  }

  /// The files of the peers where all are installed, so that ratios compare the same work; the
  /// bundled fonts elsewhere.
  static func collection() throws(FontError) -> FontCollection {
    areShared ? try FontCollection(paths: shared.map { folder + $0 }) : try .bundled()
  }
}

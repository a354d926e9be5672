import Foundation
import Synchronization
public import LinecasterFonts
public import LinecasterGeometry

extension FontCollection {
  /// The families of this folder in the order of fallback, with the files of each.
  ///
  /// Colour emoji come before the Chinese, Japanese and Korean face, which has outlines of some.
  static let bundledFiles = [
    "NotoSans/NotoSans-Regular.ttf", "NotoSans/NotoSans-Bold.ttf",
    "NotoSans/NotoSans-Italic.ttf", "NotoSans/NotoSans-BoldItalic.ttf",
    "NotoSansArabic/NotoSansArabic-Regular.ttf", "NotoSansArabic/NotoSansArabic-Bold.ttf",
    "NotoSansHebrew/NotoSansHebrew-Regular.ttf", "NotoSansHebrew/NotoSansHebrew-Bold.ttf",
    "NotoSansDevanagari/NotoSansDevanagari-Regular.ttf",
    "NotoSansDevanagari/NotoSansDevanagari-Bold.ttf",
    "NotoSansBengali/NotoSansBengali-Regular.ttf", "NotoSansBengali/NotoSansBengali-Bold.ttf",
    "NotoSansTamil/NotoSansTamil-Regular.ttf", "NotoSansTamil/NotoSansTamil-Bold.ttf",
    "NotoSansThai/NotoSansThai-Regular.ttf", "NotoSansThai/NotoSansThai-Bold.ttf",
    "NotoSansKhmer/NotoSansKhmer-Regular.ttf", "NotoSansKhmer/NotoSansKhmer-Bold.ttf",
    "NotoSansGeorgian/NotoSansGeorgian-Regular.ttf", "NotoSansGeorgian/NotoSansGeorgian-Bold.ttf",
    "NotoSansArmenian/NotoSansArmenian-Regular.ttf", "NotoSansArmenian/NotoSansArmenian-Bold.ttf",
    "NotoSansEthiopic/NotoSansEthiopic-Regular.ttf", "NotoSansEthiopic/NotoSansEthiopic-Bold.ttf",
    "NotoColorEmoji/NotoColorEmoji.ttf",
    "DroidSansFallback/DroidSansFallbackFull.ttf",
    "NotoSansMono/NotoSansMono-Regular.ttf", "NotoSansMono/NotoSansMono-Bold.ttf",
    "NanumGothic/NanumGothic.ttf",
  ]

  /// The fonts that come with the package, opened once a process.
  ///
  /// They are looked for in the folder that the environment variable `LINECASTER_FONTS` names, in
  /// the resource folder beside the program, and in the package's sources, in this order. The file
  /// system is not searched and fontconfig is not asked.
  ///
  /// - Throws: `FontError` naming the folder or file that is missing or broken.
  public static func bundled() throws(FontError) -> FontCollection {
    if let opened = opened.withLock({ $0 }) { return opened }
    let folder = try bundledFolder()
    let collection = try FontCollection(paths: bundledFiles.map { "\(folder)/\($0)" })
    return opened.withLock { shared in
      let first = shared ?? collection
      shared = first
      return first
    }
  }

  private static let opened = Mutex<FontCollection?>(nil)

  /// The first candidate folder that has the first bundled file.
  private static func bundledFolder() throws(FontError) -> String {
    let candidates = folderCandidates()
    let sample = bundledFiles[0]
    let found = candidates.first { FileManager.default.fileExists(atPath: "\($0)/\(sample)") }
    if let found { return found }
    throw FontError(
      code: .unreadable, source: "bundled fonts",
      reason: "none of these folders has \(sample): \(candidates.joined(separator: ", "))")
  }

  private static func folderCandidates() -> [String] {
    let bundle = "linecaster_LinecasterBundledFonts.resources"
    let beside = Bundle.main.bundleURL.appendingPathComponent(bundle).path
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let named = ProcessInfo.processInfo.environment["LINECASTER_FONTS"]
    return (named.map { [$0] } ?? []) + [beside, sources]
  }
}

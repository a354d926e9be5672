import Foundation
import Synchronization
public import LinecasterFonts
public import LinecasterGeometry

extension FontCollection {
  /// The families that come with the package in the order of fallback.
  ///
  /// Mathematics and symbols come before the faces with Chinese characters, whose arrows and signs
  /// are as wide as these; Mongolian and Yi, which have their punctuation, come after them. Colour
  /// emoji come before, since the Chinese faces have outlines of some; the monospaced face, whose
  /// symbols are small, is late.
  static let bundledFamilies = [
    BundledFamily(
      .latin, "NotoSans", ["Regular", "Bold", "Italic", "BoldItalic"]),
    BundledFamily(.latin, "NotoSansArabic"), BundledFamily(.latin, "NotoSansHebrew"),
    BundledFamily(.latin, "NotoSansDevanagari"), BundledFamily(.latin, "NotoSansBengali"),
    BundledFamily(.latin, "NotoSansTamil"), BundledFamily(.latin, "NotoSansThai"),
    BundledFamily(.latin, "NotoSansKhmer"), BundledFamily(.latin, "NotoSansGeorgian"),
    BundledFamily(.latin, "NotoSansArmenian"), BundledFamily(.latin, "NotoSansEthiopic"),
    BundledFamily(.world, "NotoSansTelugu"), BundledFamily(.world, "NotoSansGujarati"),
    BundledFamily(.world, "NotoSansKannada"), BundledFamily(.world, "NotoSansMalayalam"),
    BundledFamily(.world, "NotoSansOriya"), BundledFamily(.world, "NotoSansGurmukhi"),
    BundledFamily(.world, "NotoSansSinhala"), BundledFamily(.world, "NotoSansMyanmar"),
    BundledFamily(.world, "NotoSansLao"), BundledFamily(.world, "NotoSerifTibetan"),
    BundledFamily(.world, "NotoSansThaana"), BundledFamily(.world, "NotoSansSyriac", ["Regular"]),
    BundledFamily(.world, "NotoSansNKo", ["Regular"]), BundledFamily(.world, "NotoSansJavanese"),
    BundledFamily(.world, "NotoSansCanadianAboriginal"),
    BundledFamily(.world, "NotoSansMeeteiMayek"), BundledFamily(.world, "NotoSansOlChiki"),
    BundledFamily(.world, "NotoSansChakma", ["Regular"]),
    BundledFamily(.world, "NotoSansTifinagh", ["Regular"]), BundledFamily(.world, "NotoSansAdlam"),
    BundledFamily(.world, "NotoSansCherokee"), BundledFamily(.world, "NotoSansVai", ["Regular"]),
    BundledFamily(.world, "NotoNastaliqUrdu", languages: ["ur", "ks", "pnb"]),
    BundledFamily(.world, "NotoSansMath", ["Regular"]),
    BundledFamily(.latin, "NotoColorEmoji", [nil]), BundledFamily(.world, "NotoSansSymbols"),
    BundledFamily(.world, "NotoSansSymbols2", ["Regular"]),
    BundledFamily(.cjk, "NotoSansCJK", type: "ttc", faces: 5),
    BundledFamily(.world, "NotoSansMongolian", ["Regular"]),
    BundledFamily(.world, "NotoSansYi", ["Regular"]), BundledFamily(.latin, "NotoSansMono"),
  ]

  /// The fonts that come with the package, opened once a process: those of this module, and, in
  /// programs that depend on `LinecasterWorldFonts`, as all of `Linecaster` do, or on
  /// `LinecasterCJKFonts`, those of these.
  ///
  /// They are looked for in the folder that the environment variable `LINECASTER_FONTS` names, in
  /// the resource folder beside the program, and in the package's sources, in this order. The file
  /// system is not searched and fontconfig is not asked.
  ///
  /// - Throws: `FontError` naming the folder or file that is missing or broken.
  public static func bundled() throws(FontError) -> FontCollection {
    if let opened = opened.withLock({ $0 }) { return opened }
    let folders = try bundledFolders()
    var entries: [FontEntry] = []
    for family in bundledFamilies {
      guard let folder = folders[family.part] else { continue }
      for file in family.files {
        let data = try FontData(path: "\(folder)/\(file)")
        for index in 0..<family.faces {
          entries.append(
            FontEntry(try FontFace(data: data, index: index), handOf: family.languages))
        }
      }
    }
    let collection = try FontCollection(entries: entries)
    return opened.withLock { shared in
      let first = shared ?? collection
      shared = first
      return first
    }
  }

  private static let opened = Mutex<FontCollection?>(nil)

  /// The folders of the parts that are there, beside each other.
  private static func bundledFolders() throws(FontError) -> [BundledFamily.Part: String] {
    let candidates = folderCandidates()
    let sample = bundledFamilies[0].files[0]
    let found = candidates.first {
      FileManager.default.fileExists(atPath: "\($0[.latin] ?? "")/\(sample)")
    }
    if let found {
      return found.filter { $0.key == .latin || FontFinder.isFolder($0.value) }
    }
    let names = candidates.compactMap { $0[.latin] }.joined(separator: ", ")
    throw FontError(
      code: .unreadable, source: "bundled fonts",
      reason: "none of these folders has \(sample): \(names)")
  }

  private static func folderCandidates() -> [[BundledFamily.Part: String]] {
    let program = Bundle.main.bundleURL
    let beside = { (target: String) in
      program.appendingPathComponent("linecaster_\(target).resources").path
    }
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let named = ProcessInfo.processInfo.environment["LINECASTER_FONTS"]
    let bundles = [
      BundledFamily.Part.latin: beside("LinecasterBundledFonts"),
      .world: beside("LinecasterWorldFonts"), .cjk: beside("LinecasterCJKFonts"),
    ]
    let folders = [named, sources].map { folder in
      folder.map { [BundledFamily.Part.latin: $0, .world: "\($0)/World", .cjk: "\($0)/CJK"] }
    }
    return [folders[0], bundles, folders[1]].compactMap { $0 }
  }
}

/// A family of fonts that comes with the package.
struct BundledFamily {
  /// What a program takes as a whole or not at all.
  enum Part {
    /// Latin, Greek, Cyrillic and the scripts that most programs meet.
    case latin
    /// The other scripts of the world, mathematics and symbols.
    case world
    /// Chinese, Japanese and Korean.
    case cjk
  }

  let part: Part
  /// The files, each in the folder of the family.
  let files: [String]
  /// How many faces of each file are taken, from its beginning.
  let faces: Int
  /// The languages whose hand the letters are in, where others write them differently.
  let languages: [String]

  init(
    _ part: Part, _ folder: String, _ styles: [String?] = ["Regular", "Bold"],
    type: String = "ttf", faces: Int = 1, languages: [String] = []
  ) {
    self.part = part
    files = styles.map { "\(folder)/\(folder)\($0.map { "-" + $0 } ?? "").\(type)" }
    self.faces = faces
    self.languages = languages
  }
}

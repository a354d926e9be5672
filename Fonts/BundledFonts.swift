public import LinecasterBase
public import LinecasterFonts
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
  /// They are looked for in the folder that the environment variable `LINECASTER_FONTS` names, and
  /// in the resource folders beside the program; in builds for debugging in the package's sources
  /// too. The file system is not searched and fontconfig is not asked. A catalog made beforehand
  /// says what is in the files, which are opened when something is first drawn with them.
  ///
  /// - Throws: `FontError` naming the folder or file that is missing, or broken and not as the
  ///   catalog says.
  public static func bundled() throws(FontError) -> FontCollection {
    if let opened = opened.withLock({ $0 }) { return opened }
    let folders = try bundledFolders()
    let catalogs = folders.compactMapValues { folder in
      FontCatalog(file: "\(folder)/\(bundledCatalogName)", in: folder)
    }
    var entries: [FontEntry] = []
    for family in bundledFamilies {
      guard let folder = folders[family.part] else { continue }
      for file in family.files {
        let path = "\(folder)/\(file)"
        let known = catalogs[family.part]?.entries(ofFile: path, handOf: family.languages) ?? []
        entries += known.isEmpty ? try openedEntries(path, of: family) : known
      }
    }
    let collection = try FontCollection(entries: entries)
    return opened.withLock { shared in
      let first = shared ?? collection
      shared = first
      return first
    }
  }

  /// Opens the faces of a file.
  private static func openedEntries(
    _ path: String, of family: BundledFamily
  ) throws(FontError) -> [FontEntry] {
    let data = try FontData(path: path)
    var entries: [FontEntry] = []
    for index in 0..<family.faces {
      entries.append(FontEntry(try FontFace(data: data, index: index), handOf: family.languages))
    }
    return entries
  }

  /// The file in the folder of each part that says what is in the others.
  static let bundledCatalogName = "bundled.catalog"

  /// The catalog of a part, made of its files in a folder.
  static func bundledCatalog(
    of part: BundledFamily.Part, in folder: String
  ) throws(FontError) -> FontCatalog {
    let families = bundledFamilies.filter { $0.part == part }
    return try FontCatalog(
      files: families.flatMap { family in family.files.map { ($0, family.faces) } }, in: folder)
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
    var candidates: [[BundledFamily.Part: String]] = []
    if let named = ProcessInfo.processInfo.environment["LINECASTER_FONTS"] {
      candidates.append(together(in: named))
    }
    if let program = ProgramFolder.path {
      let beside = { (target: String) in "\(program)/linecaster_\(target).resources" }
      candidates.append([
        .latin: beside("LinecasterBundledFonts"), .world: beside("LinecasterWorldFonts"),
        .cjk: beside("LinecasterCJKFonts"),
      ])
    }
    #if DEBUG
      // Tests are run by a program of the toolchain. What is shipped does not look here: that its
      // fonts are not beside it would be seen only where there are no sources.
      candidates.append(together(in: sources))
    #endif
    return candidates
  }

  /// The folder of this file.
  static var sources: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
  }

  /// The folders of all parts in one folder.
  private static func together(in folder: String) -> [BundledFamily.Part: String] {
    Dictionary(
      uniqueKeysWithValues: BundledFamily.Part.allCases.map { ($0, $0.folder(in: folder)) })
  }
}

/// A family of fonts that comes with the package.
struct BundledFamily {
  /// What a program takes as a whole or not at all.
  enum Part: CaseIterable {
    /// Latin, Greek, Cyrillic and the scripts that most programs meet.
    case latin
    /// The other scripts of the world, mathematics and symbols.
    case world
    /// Chinese, Japanese and Korean.
    case cjk

    /// Its folder, where all parts are in one.
    func folder(in all: String) -> String {
      switch self {
      case .latin: all
      case .world: "\(all)/World"
      case .cjk: "\(all)/CJK"
      }
    }
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

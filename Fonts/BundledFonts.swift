public import LinecasterBase
public import LinecasterFonts
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FontCollection {
  /// The bundled families, in fallback order.
  ///
  /// Mathematics and symbols come before the Chinese faces, whose arrows and signs are full-width.
  /// Mongolian and Yi contain the same punctuation and come after them. Colour emoji come before
  /// the Chinese faces because these have outlines for some emoji. The monospaced face has small
  /// symbols and comes late.
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

  /// Returns the bundled fonts, opened once per process.
  ///
  /// These are the fonts of this module and, if the program depends on `LinecasterWorldFonts` (a
  /// dependency of `Linecaster`) or `LinecasterCJKFonts`, also the fonts of these modules.
  ///
  /// Fonts are searched in the folder that the environment variable `LINECASTER_FONTS` names, in
  /// the resource folders beside the program, in `../share/linecaster/fonts` and `linecaster-fonts`
  /// beside the file with this code and, in debug builds, in the sources of the package.
  /// The search neither scans the file system nor uses fontconfig. A precompiled catalog describes
  /// the files; each file is opened when text is first drawn with it.
  ///
  /// - Throws: `FontError` naming the folder or file that is missing or broken, or that differs
  ///   from its description in the catalog.
  /// - Complexity: O(font files) on the first call, then O(1).
  public static func bundled() throws(FontError) -> FontCollection {
    if let opened = opened.withLock({ $0 }) { return opened }
    let collection = try bundled(in: bundledFolders(among: folderCandidates()))
    return opened.withLock { shared in
      let first = shared ?? collection
      shared = first
      return first
    }
  }

  /// Opens the bundled fonts in a folder that is arranged as `Fonts/` of the package.
  ///
  /// - Throws: As `bundled()`.
  /// - Complexity: O(font files), on each call.
  package static func bundled(in folder: String) throws(FontError) -> FontCollection {
    try bundled(in: bundledFolders(among: [together(in: folder)]))
  }

  private static func bundled(
    in folders: [BundledFamily.Part: String]
  ) throws(FontError) -> FontCollection {
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
    return try FontCollection(entries: entries)
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

  /// The file name of the catalog in each part's folder.
  static let bundledCatalogName = "bundled.catalog"

  /// Makes the catalog of a part from its files in a folder.
  static func bundledCatalog(
    of part: BundledFamily.Part, in folder: String
  ) throws(FontError) -> FontCatalog {
    let families = bundledFamilies.filter { $0.part == part }
    return try FontCatalog(
      files: families.flatMap { family in family.files.map { ($0, family.faces) } }, in: folder)
  }

  private static let opened = Mutex<FontCollection?>(nil)

  /// Returns the folders of the available parts, found beside each other.
  private static func bundledFolders(
    among candidates: [[BundledFamily.Part: String]]
  ) throws(FontError) -> [BundledFamily.Part: String] {
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
    // The C library is installed with its fonts.
    if let library = ProgramFolder.ofImage {
      candidates.append(together(in: "\(library)/../share/linecaster/fonts"))
      candidates.append(together(in: "\(library)/linecaster-fonts"))
    }
    #if DEBUG
      // Tests run in a program of the toolchain. Release builds do not look here: missing fonts
      // would show up only on machines without the sources.
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

/// A bundled font family.
struct BundledFamily {
  /// The unit in which programs include bundled fonts.
  enum Part: CaseIterable {
    /// Latin, Greek, Cyrillic and the scripts that most programs need.
    case latin
    /// The other scripts of the world, mathematics and symbols.
    case world
    /// Chinese, Japanese and Korean.
    case cjk

    /// Returns the part's folder inside a folder of all parts.
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
  /// The number of faces to use from the start of each file.
  let faces: Int
  /// The languages whose style of letters the family has, if other languages write them
  /// differently.
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

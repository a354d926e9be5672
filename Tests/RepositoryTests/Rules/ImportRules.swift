/// The module graph: which of the package's own modules each target may import.
enum ImportRules {
  private static let text: Set = ["LinecasterGeometry", "LinecasterFonts", "LinecasterText"]
  private static let display = text.union(["LinecasterDisplay"])
  private static let libraries = display.union([
    "LinecasterBundledFonts", "LinecasterFlexbox", "LinecasterDiff", "LinecasterRaster",
    "LinecasterImages", "LinecasterCaches", "LinecasterCells", "LinecasterList",
    "LinecasterScenes", "LinecasterMarkup",
  ])

  /// A row for every Swift target of `Sources/` and for `Fonts/`.
  static let allowed: [String: Set<String>] = [
    "LinecasterGeometry": [],
    "LinecasterCaches": [],
    "LinecasterDiff": [],
    "LinecasterFlexbox": ["LinecasterGeometry"],
    "LinecasterFlexboxCases": ["LinecasterFlexbox", "LinecasterGeometry"],
    "LinecasterFonts": ["LinecasterGeometry"],
    "LinecasterBundledFonts": ["LinecasterFonts"],
    "LinecasterSystemFonts": ["LinecasterFonts"],
    "LinecasterText": ["LinecasterGeometry", "LinecasterFonts", "LinecasterCaches"],
    "LinecasterDisplay": text,
    "LinecasterRaster": display.union(["LinecasterCaches"]),
    "LinecasterImages": display.union(["LinecasterCaches", "LinecasterRaster"]),
    "LinecasterCells": display.union(["LinecasterCaches", "LinecasterFlexbox"]),
    "LinecasterList": display.union([
      "LinecasterCaches", "LinecasterRaster", "LinecasterCells", "LinecasterDiff",
    ]),
    "LinecasterMarkup": display.union(["LinecasterFlexbox", "LinecasterCells"]),
    "LinecasterScenes": display.union(["LinecasterFlexbox", "LinecasterCells"]),
    "Linecaster": libraries,
    "LinecasterFeed": libraries,
    "LinecasterCommand": libraries.union([
      "Linecaster", "LinecasterFeed", "LinecasterFlexboxCases", "LinecasterSystemFonts",
    ]),
    "QuickStart": ["Linecaster"],
    "TextAlone": text.union(["LinecasterBundledFonts"]),
    "Figures": display.union([
      "LinecasterBundledFonts", "LinecasterRaster", "LinecasterImages", "LinecasterFlexbox",
      "LinecasterDiff",
    ]),
  ]

  static let cModules: Set = [
    "CHarfBuzz", "CFreeType", "CICU", "CUnicode", "CFontconfig", "CPNG", "CJPEG", "CImages",
    "CWebP",
  ]

  /// Modules without C: strict memory safety, and useful where no C library is.
  static let pureModules: Set = [
    "LinecasterGeometry", "LinecasterCaches", "LinecasterDiff", "LinecasterFlexbox",
    "LinecasterFlexboxCases", "LinecasterDisplay", "LinecasterCells", "LinecasterList",
    "LinecasterScenes", "LinecasterMarkup", "LinecasterFeed",
  ]

  static func wrongImports(_ files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      guard let row = allowed[file.module] else {
        return [Offence(path: file.path, reason: "\(file.module) has no row in ImportRules")]
      }
      return imports(file).filter { $0.name.hasPrefix("Linecaster") && !row.contains($0.name) }
        .map { offence(file, $0, "\(file.module) must not import \($0.name)") }
    }
  }

  static func wrongCImports(_ files: [SourceFile]) -> [Offence] {
    files.flatMap { file in
      imports(file).filter { cModules.contains($0.name) }.compactMap { found in
        if pureModules.contains(file.module) {
          return offence(file, found, "\(file.module) must do without C")
        }
        if found.modifiers.contains("public") {
          return offence(file, found, "\(found.name) would be part of the public interface")
        }
        return file.isInCInterop ? nil : offence(file, found, "\(found.name) outside of CInterop/")
      }
    }
  }

  static func imports(_ file: SourceFile) -> [SwiftDeclaration] {
    file.declarations.filter { $0.kind == .import }
  }

  private static func offence(
    _ file: SourceFile, _ found: SwiftDeclaration, _ reason: String
  ) -> Offence {
    Offence(path: file.path, line: found.line, reason: reason)
  }
}

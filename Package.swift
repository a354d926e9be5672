// swift-tools-version: 6.2
import PackageDescription

// The module graph, one row a target, arrows pointing upwards only. `.ci/graph` draws it, and
// `Tests/RepositoryTests` fails where a target imports what its row does not list.

typealias Modules = [Target.Dependency]

/// Every Swift target: existential types are spelled, imports are internal unless said otherwise.
let common: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["LINECASTER_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// Targets that import C, and what is built on their headers. In all others every unsafe expression
/// must be spelled `unsafe`.
let unchecked: Set = [
  "LinecasterFonts", "LinecasterText", "LinecasterRaster", "LinecasterFiles", "LinecasterSDL",
  "LinecasterC", "LinecasterCTests", "LinecasterCommandSupport", "LinecasterCommand",
  "LinecasterConformance", "Conformance", "QuickStart", "FirstWindow", "Messenger", "SeedsWindow",
  "Transcript", "BudgetWork", "LinecasterFontsTests",
  "LinecasterTextTests", "LinecasterRasterTests", "LinecasterFilesTests", "LinecasterSDLTests",
  "TraitTests", "LinecasterFeedTests", "LinecasterCommandTests", "FiguresTests",
]

func swiftSettings(of target: String) -> [SwiftSetting] {
  common + (unchecked.contains(target) ? [] : [.strictMemorySafety()])
}

/// In strict builds an expression may take the compiler some tenths of a second, counted in steps.
let counted: [SwiftSetting] =
  Context.environment["LINECASTER_STRICT"] == nil
  ? [] : [.unsafeFlags(["-Xfrontend", "-solver-scope-threshold=20000"])]

/// The folders of families of Noto, and the catalog of what is in them.
func noto(_ families: [String]) -> [Resource] {
  families.map { .copy("Noto\($0)") } + [.copy("bundled.catalog")]
}

/// The folders of `Fonts/`, copied whole beside programs that use `LinecasterBundledFonts`.
let bundledFontFamilies = [
  "Sans", "SansMono", "SansArabic", "SansHebrew", "SansDevanagari", "SansBengali", "SansTamil",
  "SansThai", "SansKhmer", "SansGeorgian", "SansArmenian", "SansEthiopic", "ColorEmoji",
]

/// The folders of `Fonts/World/`, a target of its own, since users cannot choose what one copies.
/// `Fonts/CJK/` is larger than all the others together.
let worldFontFamilies = [
  "SansTelugu", "SansGujarati", "SansKannada", "SansMalayalam", "SansOriya", "SansGurmukhi",
  "SansSinhala", "SansMyanmar", "SansLao", "SerifTibetan", "SansThaana", "SansSyriac", "SansNKo",
  "SansJavanese", "SansCanadianAboriginal", "SansMeeteiMayek", "SansOlChiki", "SansChakma",
  "SansTifinagh", "SansAdlam", "SansCherokee", "SansVai", "SansYi", "SansMongolian",
  "NastaliqUrdu", "SansMath", "SansSymbols", "SansSymbols2",
]

// Modules by layer. Targets list all modules below them: SwiftPM compiles a target again only after
// a change of the modules it lists, and a stale one may crash.
let fontModules: Modules = ["LinecasterBase", "LinecasterFonts"]
let textModules: Modules = fontModules + ["LinecasterText"]
let displayModules: Modules = textModules + ["LinecasterDisplay"]
let rasterModules: Modules = displayModules + ["LinecasterRaster"]
let fileModules: Modules = rasterModules + ["LinecasterFiles"]
let cellModules: Modules = displayModules + ["LinecasterBoxLayout", "LinecasterCells"]
let listModules: Modules = cellModules + ["LinecasterDiff", "LinecasterRaster", "LinecasterList"]
let surfaceModules: Modules = listModules + ["LinecasterSurface"]
let belowScenes: Modules = ["LinecasterRaster", "LinecasterFiles", "LinecasterBundledFonts"]
let sceneModules: Modules = cellModules + belowScenes + ["LinecasterScenes"]
let belowTranscripts: Modules = sceneModules + ["LinecasterDiff", "LinecasterList"]
/// The modules that `Linecaster` exports.
let umbrella: Modules = belowTranscripts + ["LinecasterTranscript"]
let everything: Modules = umbrella + ["Linecaster"]
let windows: Modules = everything + ["LinecasterSurface", "LinecasterSDL"]
let belowTesting: Modules =
  surfaceModules + ["LinecasterFiles", "LinecasterBundledFonts", "LinecasterScenes"]
let surfaceTesting: Modules = belowTesting + ["LinecasterTesting"]
let moreFonts: Modules = ["LinecasterWorldFonts", "LinecasterCJKFonts"]
let allFonts: Modules = ["LinecasterBundledFonts"] + moreFonts
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

/// A library, and the modules that it exports beside its own.
func library(_ name: String, _ exports: Modules = []) -> Product {
  let names = exports.map { if case .byNameItem(let name, _) = $0 { name } else { "" } }
  return .library(name: name, targets: [name] + names)
}

func module(
  _ name: String, _ dependencies: Modules = [], path: String? = nil,
  exclude: [String] = [], resources: [Resource] = [], linkerSettings: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude, resources: resources,
    swiftSettings: swiftSettings(of: name), linkerSettings: linkerSettings)
}

func program(
  _ name: String, _ dependencies: Modules, path: String? = nil, exclude: [String] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path ?? "Sources/Examples/\(name)",
    exclude: exclude, swiftSettings: swiftSettings(of: name))
}

/// Recorded results, in folders that are no resources.
let recorded = [
  "LinecasterTextTests": ["Recorded"], "LinecasterRasterTests": ["Recorded", "Snapshots"],
  "LinecasterCellsTests": ["Snapshots"], "LinecasterSurfaceTests": ["Snapshots"],
  "SeedsTests": ["Snapshots"], "LinecasterCommandTests": ["Snapshots"],
]

func tests(_ name: String, _ dependencies: Modules = [], settings: [SwiftSetting] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["LinecasterTestSupport"],
    exclude: recorded[name] ?? [], swiftSettings: swiftSettings(of: name) + settings)
}

/// A module that tests share.
func support(_ name: String, _ dependencies: Modules, exclude: [String] = []) -> Target {
  module(name, dependencies, path: "Tests/\(name)", exclude: exclude)
}

/// A dependency that a trait adds.
func when(_ trait: String, _ name: String) -> Target.Dependency {
  .target(name: name, condition: .when(traits: [trait]))
}

let package = Package(
  name: "linecaster",
  products: [
    library("Linecaster", umbrella),
    library("LinecasterText", fontModules + ["LinecasterBundledFonts"]),
    library("LinecasterRaster", displayModules + ["LinecasterBundledFonts"]),
    library("LinecasterScenes", cellModules + belowScenes),
    library("LinecasterWorldFonts"), library("LinecasterCJKFonts"), library("LinecasterDiff"),
    library("LinecasterBoxLayout"), library("LinecasterSurface"), library("LinecasterSDL"),
    library("LinecasterTesting"), library("LinecasterFeed"),
    .executable(name: "linecaster", targets: ["LinecasterCommand"]),
    .executable(name: "linecaster-conformance", targets: ["Conformance"]),
  ],
  traits: [
    .default(enabledTraits: ["JPEG", "WebP"]),
    .trait(name: "JPEG", description: "Read and write JPEG images, by libjpeg-turbo."),
    .trait(name: "WebP", description: "Read and write WebP images, by libwebp."),
    .trait(name: "AVIF", description: "Write AVIF images, by libavif."),
    .trait(name: "SystemFonts", description: "Use the machine's fonts, found by fontconfig."),
    .trait(name: "SDL", description: "Show lists in windows of SDL 2."),
    .trait(name: "QR", description: "Draw QR codes, by libqrencode."),
    .trait(name: "SVG", description: "Draw SVG images, by librsvg."),
    .trait(name: "WOFF", description: "Read WOFF and WOFF2 fonts, by zlib and libwoff2."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // C libraries: a module map and a shim that says why each wrapper exists. None has the name of
    // a pkg-config file: SwiftPM would look for it, and warn, in packages that use a product
    // without C as well. Headers are in their usual places, and those that are missing say so.
    .systemLibrary(name: "CHarfBuzz"), .systemLibrary(name: "CHarfBuzzSubset"),
    .systemLibrary(name: "CDeflate"), .systemLibrary(name: "CLittleCMS"),
    .systemLibrary(name: "CWebP"), .systemLibrary(name: "CAVIF"), .systemLibrary(name: "CSVG"),
    .systemLibrary(name: "CFontconfig"), .systemLibrary(name: "CSDL2"),
    .systemLibrary(name: "CQRCode"), .target(name: "CFreeType"), .target(name: "CProgram"),
    // The header of the C interface, which Swift implements.
    .target(name: "CLinecaster"),
    // Swift never sees the headers of ICU, since Foundation on Linux carries its own, nor those of
    // libpng and libjpeg, which report errors by longjmp: it must not cross Swift frames.
    .target(name: "CUnicode", linkerSettings: [.linkedLibrary("icuuc")]),
    .target(
      name: "CImages", cSettings: [.define("LINECASTER_JPEG", .when(traits: ["JPEG"]))],
      linkerSettings: [
        .linkedLibrary("png16"), .linkedLibrary("jpeg", .when(traits: ["JPEG"])),
      ]),
    // libwoff2 is C++; empty without the trait.
    .target(
      name: "CWOFF", cxxSettings: [.define("LINECASTER_WOFF", .when(traits: ["WOFF"]))],
      linkerSettings: [
        .linkedLibrary("woff2dec", .when(traits: ["WOFF"])),
        .linkedLibrary("z", .when(traits: ["WOFF"])),
      ]),

    // Values, caches and what stops work. Rounding is in the C library of mathematics.
    module("LinecasterBase", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    module("LinecasterDiff"),
    module("LinecasterBoxLayout", ["LinecasterBase"]),

    // Fonts and text.
    module(
      "LinecasterFonts",
      [
        "LinecasterBase", "CHarfBuzz", "CProgram", when("SystemFonts", "CFontconfig"),
        when("WOFF", "CWOFF"),
      ]),
    module(
      "LinecasterBundledFonts", fontModules, path: "Fonts", exclude: ["README.md", "World", "CJK"],
      resources: noto(bundledFontFamilies)),
    module("LinecasterWorldFonts", path: "Fonts/World", resources: noto(worldFontFamilies)),
    module("LinecasterCJKFonts", path: "Fonts/CJK", resources: noto(["SansCJK"])),
    module("LinecasterText", fontModules + ["CHarfBuzz", "CUnicode"]),

    // Pixels and files.
    module("LinecasterDisplay", textModules),
    module("LinecasterRaster", displayModules + ["CFreeType"]),
    module(
      "LinecasterFiles",
      rasterModules + [
        "CDeflate", "CImages", "CLittleCMS", "CProgram", "CHarfBuzzSubset", when("WebP", "CWebP"),
        when("AVIF", "CAVIF"), when("QR", "CQRCode"), when("SVG", "CSVG"),
      ]),

    // Cells, lists and windows.
    module("LinecasterCells", displayModules + ["LinecasterBoxLayout"]),
    module("LinecasterList", cellModules + ["LinecasterRaster", "LinecasterDiff"]),
    module("LinecasterSurface", listModules),
    // Empty without the trait.
    module("LinecasterSDL", surfaceModules + [when("SDL", "CSDL2")]),

    // Scenes, and what is made of them.
    module("LinecasterScenes", cellModules + belowScenes),
    module("LinecasterTranscript", belowTranscripts),
    module("LinecasterTesting", belowTesting + [arguments]),
    module("Linecaster", umbrella + ["LinecasterWorldFonts"]),
    module(
      "LinecasterC",
      sceneModules + ["LinecasterDiff", "LinecasterList", "LinecasterSurface", "CLinecaster"]),

    // Programs.
    module("LinecasterCommandSupport", sceneModules + [arguments]),
    program(
      "LinecasterCommand",
      everything + [
        "LinecasterFeed", "LinecasterCommandSupport", "LinecasterCJKFonts", arguments,
      ], path: "Sources/LinecasterCommand", exclude: ["Demo"]),
    // The schemas of conformance data, and commands that lay their cases out.
    module(
      "LinecasterConformance", everything + ["LinecasterCommandSupport", arguments],
      path: "Sources/Examples/Conformance", exclude: ["Program"]),
    program(
      "Conformance", ["LinecasterConformance", "LinecasterCommandSupport", arguments],
      path: "Sources/Examples/Conformance/Program"),
    // The feed of the command, which is also an example of a cell.
    module(
      "LinecasterFeed", listModules + ["LinecasterFiles", "LinecasterScenes"],
      path: "Sources/Examples/Feed"),

    // Examples.
    program("QuickStart", everything),
    program("FirstWindow", windows),
    program("Messenger", windows + ["LinecasterCJKFonts"]),
    program("Transcript", windows + ["LinecasterCJKFonts"]),
    module("Seeds", surfaceModules, path: "Sources/Examples/Seeds"),
    program("SeedsWindow", windows + ["Seeds"]),
    program("Previews", everything + ["LinecasterSurface", "LinecasterTesting", "Seeds"]),
    program("TextAlone", textModules + ["LinecasterBundledFonts"]),
    program("Figures", fileModules + allFonts + ["LinecasterBoxLayout", "LinecasterDiff"]),

    // What tests share.
    support("LinecasterTestSupport", ["LinecasterDiff", "LinecasterBase"], exclude: ["Fixtures"]),
    support(
      "LinecasterListSupport", ["LinecasterList", "LinecasterDiff", "LinecasterTestSupport"]),
    // A browser as a second witness.
    support("LinecasterWitness", fileModules),
    // The locale data of ICU, whose headers Swift never sees.
    .target(
      name: "CExemplars", path: "Tests/CExemplars",
      linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .target(name: "CMutexAnnotations", path: "Tests/CMutexAnnotations"),
    module(
      "LinecasterFuzzTargets", umbrella + moreFonts + ["LinecasterConformance", "LinecasterFeed"],
      path: "Tests/Fuzz/Targets"),
    // Pictures that must come out the same everywhere, for tests and for an optimized program.
    program(
      "PictureDigests",
      umbrella + moreFonts + ["LinecasterFeed", "LinecasterTestSupport", arguments],
      path: "Tests/PictureDigests", exclude: ["digests.txt"]),

    // Work whose instructions are counted.
    program(
      "BudgetWork", everything + ["LinecasterCJKFonts", "LinecasterFeed"], path: "Tests/Budgets"),

    // Tests mirror the sources.
    tests("LinecasterBaseTests", ["LinecasterBase"]),
    tests("LinecasterDiffTests", ["LinecasterDiff"]),
    tests(
      "LinecasterBoxLayoutTests",
      ["LinecasterBase", "LinecasterBoxLayout", "LinecasterConformance"]),
    tests("LinecasterFontsTests", fontModules + allFonts),
    tests(
      "LinecasterTextTests",
      textModules + allFonts + ["LinecasterConformance", "CHarfBuzz", "CExemplars"]),
    tests(
      "LinecasterRasterTests",
      fileModules + allFonts + ["LinecasterTesting", "LinecasterWitness", "CHarfBuzz"]),
    tests("LinecasterFilesTests", fileModules + allFonts + ["LinecasterWitness"]),
    tests(
      "LinecasterCellsTests",
      cellModules + allFonts + ["LinecasterRaster", "LinecasterFiles", "LinecasterTesting"]),
    tests(
      "LinecasterListTests", listModules + allFonts + ["LinecasterListSupport"], settings: counted),
    tests("LinecasterSurfaceTests", surfaceTesting),
    // Empty without the trait.
    tests(
      "LinecasterSDLTests",
      surfaceModules + ["LinecasterBundledFonts", "LinecasterSDL", when("SDL", "CSDL2")]),
    // Those of the traits that it is built with.
    tests("TraitTests", fileModules + [when("AVIF", "CAVIF")]),
    tests(
      "LinecasterScenesTests",
      sceneModules + moreFonts + ["LinecasterWitness", "LinecasterConformance"]),
    tests(
      "LinecasterCTests",
      sceneModules + [
        "LinecasterDiff", "LinecasterList", "LinecasterSurface", "CLinecaster", "LinecasterC",
      ]),
    tests("LinecasterTranscriptTests", umbrella + ["LinecasterListSupport"]),
    tests("LinecasterTestingTests", surfaceTesting + ["LinecasterWitness", arguments]),
    tests("SeedsTests", surfaceTesting + ["Seeds", arguments]),
    tests(
      "StressTests",
      listModules + allFonts + ["LinecasterFiles", "LinecasterListSupport", "CMutexAnnotations"]),
    tests("LinecasterFeedTests", everything + moreFonts + ["LinecasterFeed"]),
    tests(
      "LinecasterCommandTests",
      umbrella + moreFonts + [
        "Linecaster", "LinecasterCommand", "LinecasterCommandSupport", "LinecasterConformance",
        "Conformance", "LinecasterTesting",
      ]),
    tests(
      "FiguresTests",
      umbrella + moreFonts + [
        "Figures", "LinecasterSurface", "LinecasterTesting", "LinecasterFeed", "Seeds",
        "LinecasterWitness",
      ]),
    tests("FuzzTests", ["LinecasterFuzzTargets"]),
    tests("PictureDigestsTests", ["PictureDigests", "LinecasterBase", "LinecasterRaster"]),
    tests("RepositoryTests"),
  ],
  swiftLanguageModes: [.v6]
)

// The Makefile's tests run optimized code with its assertions, in half the time.
if Context.environment["LINECASTER_OPTIMIZED"] != nil {
  for target in package.targets
  where target.type == .regular && target.path?.hasPrefix("Sources/Examples/") != true {
    target.swiftSettings?.append(
      .unsafeFlags(
        [
          "-O", "-whole-module-optimization", "-disable-batch-mode", "-num-threads", "2",
          "-assert-config", "Debug",
        ], .when(configuration: .debug)))
  }
}

// The test targets to build, such as "StressTests TraitTests"; all of them by default.
if let names = Context.environment["LINECASTER_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { $0.type == .test && !names.contains(Substring($0.name)) }
}

// Links with `-sanitize=fuzzer` only, so it is there where `.ci/fuzz` asks for it.
if Context.environment["LINECASTER_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "LinecasterFuzz", dependencies: ["LinecasterFuzzTargets"],
      path: "Tests/Fuzz/Program", swiftSettings: common))
}

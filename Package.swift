// swift-tools-version: 6.2
import PackageDescription

// The module graph, one row a target, arrows pointing upwards only. `.ci/graph` draws it, and
// `Tests/RepositoryTests` fails where a target imports what its row does not list.

/// Every Swift target: existential types are spelled, imports are internal unless said otherwise.
let common: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["LINECASTER_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// Targets that import no C: every unsafe expression must be spelled `unsafe`.
let pure = common + [.strictMemorySafety()]

/// In strict builds an expression may take the compiler some tenths of a second, counted in steps.
let counted: [SwiftSetting] =
  Context.environment["LINECASTER_STRICT"] == nil
  ? [] : [.unsafeFlags(["-Xfrontend", "-solver-scope-threshold=20000"])]

/// The folders of families, and the catalog of what is in them.
func fonts(_ families: [String]) -> [Resource] {
  (families + ["bundled.catalog"]).map { .copy($0) }
}

/// The folders of `Fonts/`, copied whole beside programs that use `LinecasterBundledFonts`.
let bundledFontFamilies = [
  "NotoSans", "NotoSansMono", "NotoSansArabic", "NotoSansHebrew", "NotoSansDevanagari",
  "NotoSansBengali", "NotoSansTamil", "NotoSansThai", "NotoSansKhmer", "NotoSansGeorgian",
  "NotoSansArmenian", "NotoSansEthiopic", "NotoColorEmoji",
]

/// The folders of `Fonts/World/`, a target of its own, since users cannot choose what one copies.
let worldFontFamilies = [
  "NotoSansTelugu", "NotoSansGujarati", "NotoSansKannada", "NotoSansMalayalam", "NotoSansOriya",
  "NotoSansGurmukhi", "NotoSansSinhala", "NotoSansMyanmar", "NotoSansLao", "NotoSerifTibetan",
  "NotoSansThaana", "NotoSansSyriac", "NotoSansNKo", "NotoSansJavanese",
  "NotoSansCanadianAboriginal", "NotoSansMeeteiMayek", "NotoSansOlChiki", "NotoSansChakma",
  "NotoSansTifinagh", "NotoSansAdlam", "NotoSansCherokee", "NotoSansVai", "NotoSansYi",
  "NotoSansMongolian", "NotoNastaliqUrdu", "NotoSansMath", "NotoSansSymbols", "NotoSansSymbols2",
]

/// The folder of `Fonts/CJK/`, larger than all the others together.
let cjkFontFamilies = ["NotoSansCJK"]

// Modules by layer. Targets list all modules below them: SwiftPM compiles a target again only after
// a change of the modules it lists, and a stale one may crash.
let fontModules: [Target.Dependency] = ["LinecasterBase", "LinecasterFonts"]
let textModules: [Target.Dependency] = fontModules + ["LinecasterText"]
let displayModules: [Target.Dependency] = textModules + ["LinecasterDisplay"]
let rasterModules: [Target.Dependency] = displayModules + ["LinecasterRaster"]
let fileModules: [Target.Dependency] = rasterModules + ["LinecasterFiles"]
let cellModules: [Target.Dependency] =
  displayModules + ["LinecasterBoxLayout", "LinecasterCells"]
let listModules: [Target.Dependency] =
  cellModules + ["LinecasterDiff", "LinecasterRaster", "LinecasterList"]
let surfaceModules: [Target.Dependency] = listModules + ["LinecasterSurface"]
let sceneModules: [Target.Dependency] =
  cellModules + [
    "LinecasterRaster", "LinecasterFiles", "LinecasterBundledFonts", "LinecasterScenes",
  ]
/// The modules that `Linecaster` exports.
let umbrella: [Target.Dependency] = sceneModules + ["LinecasterDiff", "LinecasterList"]
let moreFonts: [Target.Dependency] = ["LinecasterWorldFonts", "LinecasterCJKFonts"]
let allFonts: [Target.Dependency] = ["LinecasterBundledFonts"] + moreFonts
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

func library(_ name: String, _ others: [String] = []) -> Product {
  .library(name: name, targets: [name] + others)
}

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil,
  exclude: [String] = [], resources: [Resource] = [], linkerSettings: [LinkerSetting] = [],
  settings: [SwiftSetting] = pure
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude, resources: resources,
    swiftSettings: settings, linkerSettings: linkerSettings)
}

func program(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil,
  exclude: [String] = [], settings: [SwiftSetting] = pure
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path ?? "Sources/Examples/\(name)",
    exclude: exclude, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = pure
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["LinecasterTestSupport"], exclude: exclude,
    swiftSettings: settings)
}

/// A dependency that a trait adds.
func when(_ trait: String, _ name: String) -> Target.Dependency {
  .target(name: name, condition: .when(traits: [trait]))
}

let package = Package(
  name: "linecaster",
  products: [
    library(
      "Linecaster",
      [
        "LinecasterBase", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterText",
        "LinecasterDisplay", "LinecasterRaster", "LinecasterFiles", "LinecasterBoxLayout",
        "LinecasterCells", "LinecasterDiff", "LinecasterList", "LinecasterScenes",
      ]),
    library("LinecasterText", ["LinecasterBase", "LinecasterFonts", "LinecasterBundledFonts"]),
    library(
      "LinecasterRaster",
      [
        "LinecasterBase", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterText",
        "LinecasterDisplay",
      ]),
    library(
      "LinecasterScenes",
      [
        "LinecasterBase", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterText",
        "LinecasterDisplay", "LinecasterRaster", "LinecasterFiles", "LinecasterBoxLayout",
        "LinecasterCells",
      ]),
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
    .trait(
      name: "SystemFonts",
      description: "Use the fonts installed on the machine, found by fontconfig."),
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
    .systemLibrary(name: "CWebP"),
    .systemLibrary(name: "CAVIF"), .systemLibrary(name: "CFontconfig"),
    .systemLibrary(name: "CSDL2"), .systemLibrary(name: "CQRCode"),
    .systemLibrary(name: "CSVG"), .target(name: "CFreeType"), .target(name: "CProgram"),
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
      ], settings: common),
    module(
      "LinecasterBundledFonts", fontModules, path: "Fonts", exclude: ["README.md", "World", "CJK"],
      resources: fonts(bundledFontFamilies)),
    module("LinecasterWorldFonts", path: "Fonts/World", resources: fonts(worldFontFamilies)),
    module("LinecasterCJKFonts", path: "Fonts/CJK", resources: fonts(cjkFontFamilies)),
    module("LinecasterText", fontModules + ["CHarfBuzz", "CUnicode"], settings: common),

    // Pixels and files.
    module("LinecasterDisplay", textModules),
    module("LinecasterRaster", displayModules + ["CFreeType"], settings: common),
    module(
      "LinecasterFiles",
      rasterModules + [
        "CDeflate", "CImages", "CLittleCMS", "CProgram", "CHarfBuzzSubset", when("WebP", "CWebP"),
        when("AVIF", "CAVIF"), when("QR", "CQRCode"), when("SVG", "CSVG"),
      ], settings: common),

    // Cells, lists and windows.
    module("LinecasterCells", displayModules + ["LinecasterBoxLayout"]),
    module("LinecasterList", cellModules + ["LinecasterRaster", "LinecasterDiff"]),
    module("LinecasterSurface", listModules),
    // Empty without the trait.
    module("LinecasterSDL", surfaceModules + [when("SDL", "CSDL2")], settings: common),

    // Scenes, and what is made of them.
    module(
      "LinecasterScenes",
      cellModules + ["LinecasterRaster", "LinecasterFiles", "LinecasterBundledFonts"]),
    module(
      "LinecasterTesting",
      surfaceModules + ["LinecasterFiles", "LinecasterBundledFonts", arguments]),
    module("Linecaster", umbrella + ["LinecasterWorldFonts"]),

    // Programs.
    module("LinecasterCommandSupport", sceneModules + [arguments], settings: common),
    program(
      "LinecasterCommand",
      umbrella + [
        "Linecaster", "LinecasterFeed", "LinecasterCommandSupport", "LinecasterCJKFonts", arguments,
      ], path: "Sources/LinecasterCommand", exclude: ["Demo"], settings: common),
    // The schemas of conformance data, and commands that lay their cases out.
    module(
      "LinecasterConformance", umbrella + ["Linecaster", "LinecasterCommandSupport", arguments],
      path: "Sources/Examples/Conformance", exclude: ["Program"],
      settings: common),
    program(
      "Conformance", ["LinecasterConformance", "LinecasterCommandSupport", arguments],
      path: "Sources/Examples/Conformance/Program",
      settings: common),
    // The feed of the command, which is also an example of a cell.
    module(
      "LinecasterFeed", listModules + ["LinecasterFiles", "LinecasterScenes"],
      path: "Sources/Examples/Feed"),

    // Examples.
    program("QuickStart", umbrella + ["Linecaster"], settings: common),
    program(
      "FirstWindow", umbrella + ["Linecaster", "LinecasterSurface", "LinecasterSDL"],
      settings: common),
    program(
      "Messenger",
      umbrella + ["Linecaster", "LinecasterCJKFonts", "LinecasterSurface", "LinecasterSDL"],
      settings: common),
    module("Seeds", surfaceModules, path: "Sources/Examples/Seeds"),
    program(
      "SeedsWindow", umbrella + ["Linecaster", "LinecasterSurface", "LinecasterSDL", "Seeds"],
      settings: common),
    program(
      "Previews", umbrella + ["Linecaster", "LinecasterSurface", "LinecasterTesting", "Seeds"]),
    program("TextAlone", textModules + ["LinecasterBundledFonts"]),
    program("Figures", fileModules + allFonts + ["LinecasterBoxLayout", "LinecasterDiff"]),

    // What tests share.
    module(
      "LinecasterTestSupport", ["LinecasterDiff", "LinecasterBase"],
      path: "Tests/LinecasterTestSupport", exclude: ["Fixtures"]),
    module(
      "LinecasterListSupport", ["LinecasterList", "LinecasterDiff", "LinecasterTestSupport"],
      path: "Tests/LinecasterListSupport"),
    module(
      "LinecasterInlineSupport", ["LinecasterConformance", "LinecasterTestSupport"],
      path: "Tests/LinecasterInlineSupport"),
    // A browser as a second witness.
    module("LinecasterWitness", fileModules, path: "Tests/LinecasterWitness"),
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
      "BudgetWork", umbrella + ["Linecaster", "LinecasterCJKFonts"], path: "Tests/Budgets",
      settings: common),

    // Tests mirror the sources.
    tests("LinecasterBaseTests", ["LinecasterBase"]),
    tests("LinecasterDiffTests", ["LinecasterDiff"]),
    tests(
      "LinecasterBoxLayoutTests",
      ["LinecasterBase", "LinecasterBoxLayout", "LinecasterConformance"]),
    tests("LinecasterFontsTests", fontModules + allFonts, settings: common),
    tests(
      "LinecasterTextTests",
      textModules + allFonts + [
        "LinecasterConformance", "LinecasterInlineSupport", "CHarfBuzz", "CExemplars",
      ], exclude: ["Recorded"], settings: common),
    tests(
      "LinecasterRasterTests",
      fileModules + allFonts + ["LinecasterTesting", "LinecasterWitness", "CHarfBuzz"],
      exclude: ["Recorded", "Snapshots"], settings: common),
    tests("LinecasterFilesTests", fileModules + allFonts + ["LinecasterWitness"], settings: common),
    tests(
      "LinecasterCellsTests",
      cellModules + allFonts + ["LinecasterRaster", "LinecasterFiles", "LinecasterTesting"],
      exclude: ["Snapshots"]),
    tests(
      "LinecasterListTests",
      listModules + allFonts + ["LinecasterListSupport"], settings: pure + counted),
    tests(
      "LinecasterSurfaceTests", surfaceModules + ["LinecasterBundledFonts", "LinecasterTesting"],
      exclude: ["Snapshots"]),
    // Empty without the trait.
    tests(
      "LinecasterSDLTests",
      surfaceModules + ["LinecasterBundledFonts", "LinecasterSDL", when("SDL", "CSDL2")],
      settings: common),
    // Those of the traits that it is built with.
    tests("TraitTests", fileModules + [when("AVIF", "CAVIF")], settings: common),
    tests("LinecasterScenesTests", sceneModules + moreFonts + ["LinecasterWitness"]),
    tests(
      "LinecasterTestingTests",
      surfaceModules + [
        "LinecasterBundledFonts", "LinecasterFiles", "LinecasterTesting", "LinecasterWitness",
        arguments,
      ]),
    tests(
      "SeedsTests",
      surfaceModules + ["Seeds", "LinecasterBundledFonts", "LinecasterTesting", arguments],
      exclude: ["Snapshots"]),
    tests(
      "StressTests",
      listModules + allFonts + ["LinecasterFiles", "LinecasterListSupport", "CMutexAnnotations"]),
    tests(
      "LinecasterFeedTests", umbrella + ["Linecaster", "LinecasterFeed"] + moreFonts,
      settings: common),
    tests(
      "LinecasterCommandTests",
      umbrella + moreFonts + [
        "Linecaster", "LinecasterCommand", "LinecasterCommandSupport", "LinecasterConformance",
        "Conformance", "LinecasterTesting",
      ], exclude: ["Snapshots"], settings: common),
    tests(
      "FiguresTests",
      umbrella + moreFonts + [
        "Figures", "LinecasterSurface", "LinecasterTesting", "LinecasterFeed", "Seeds",
        "LinecasterWitness",
      ], settings: common),
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

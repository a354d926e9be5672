// swift-tools-version: 6.2
import PackageDescription

// The module graph, one row a target, arrows pointing upwards only. `.ci/graph` draws it, and
// `Tests/RepositoryTests` fails where a target imports what its row does not list.

typealias Modules = [Target.Dependency]

let isStrict = Context.environment["LINECASTER_STRICT"] != nil

/// Every Swift target: existential types are spelled, imports are internal unless said otherwise.
let common: [SwiftSetting] =
  ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
  .map { .enableUpcomingFeature($0) } + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// Targets that import C, and what is built on their headers. In all others every unsafe expression
/// must be spelled `unsafe`.
let unchecked: Set = [
  "LinecasterFonts", "LinecasterText", "LinecasterRaster", "LinecasterFiles", "LinecasterSDL",
  "LinecasterC", "LinecasterCTests", "LinecasterCSupport", "RandomCalls",
  "LinecasterCommandSupport", "LinecasterCommand", "LinecasterConformance", "Conformance",
  "QuickStart", "FirstWindow", "Messenger", "SeedsWindow", "Transcript", "BudgetWork",
  "LinecasterFontsTests", "LinecasterTextTests",
  "LinecasterRasterTests", "LinecasterFilesTests", "LinecasterSDLTests", "TraitTests",
  "LinecasterFeedTests", "LinecasterCommandTests", "FiguresTests", "LinecasterFuzz",
]

func swiftSettings(of target: String) -> [SwiftSetting] {
  common + (unchecked.contains(target) ? [] : [.strictMemorySafety()])
}

/// In strict builds an expression may take the compiler some tenths of a second, counted in steps.
let counted: [SwiftSetting] =
  isStrict ? [.unsafeFlags(["-Xfrontend", "-solver-scope-threshold=20000"])] : []

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
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let base: Modules = ["LinecasterBase"]
let fonts: Modules = base + ["LinecasterFonts"]
let text: Modules = fonts + ["LinecasterText"]
let display: Modules = text + ["LinecasterDisplay"]
let raster: Modules = display + ["LinecasterRaster"]
let files: Modules = raster + ["LinecasterFiles"]
let cells: Modules = display + ["LinecasterBoxLayout", "LinecasterCells"]
let lists: Modules = cells + ["LinecasterDiff", "LinecasterRaster", "LinecasterList"]
let surface: Modules = lists + ["LinecasterSurface"]
let belowSDL: Modules = surface + [when("SDL", "CSDL2")]
let belowScenes: Modules = ["LinecasterRaster", "LinecasterFiles", "LinecasterBundledFonts"]
let scenes: Modules = cells + belowScenes + ["LinecasterScenes"]
let belowTranscripts: Modules = scenes + ["LinecasterDiff", "LinecasterList"]
/// The modules that `Linecaster` exports.
let umbrella: Modules = belowTranscripts + ["LinecasterTranscript"]
let everything: Modules = umbrella + ["Linecaster"]
let windows: Modules = everything + ["LinecasterSurface", "LinecasterSDL"]
let belowTesting: Modules = belowTranscripts + ["LinecasterSurface"]
let testing: Modules = ["LinecasterTesting"]
let belowC: Modules = belowTesting + ["CLinecaster"]
let commandSupport: Modules = ["LinecasterCommandSupport", arguments]
let feed: Modules = ["LinecasterFeed"]
let conformance: Modules = ["LinecasterConformance"]
let listSupport: Modules = ["LinecasterListSupport"]
let witness: Modules = ["LinecasterWitness"]
let moreFonts: Modules = ["LinecasterWorldFonts", "LinecasterCJKFonts"]
let allFonts: Modules = ["LinecasterBundledFonts"] + moreFonts

let woff: BuildSettingCondition = .when(traits: ["WOFF"])
/// A dependency that a trait adds.
func when(_ trait: String, _ name: String) -> Target.Dependency {
  .target(name: name, condition: .when(traits: [trait]))
}

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

/// - Parameter exclude: The folders of recorded results, which are no resources.
func tests(
  _ name: String, _ dependencies: Modules = [], exclude: [String] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["LinecasterTestSupport"], exclude: exclude,
    swiftSettings: swiftSettings(of: name) + settings)
}

let package = Package(
  name: "linecaster",
  products: [
    library("Linecaster", umbrella),
    library("LinecasterText", fonts + ["LinecasterBundledFonts"]),
    library("LinecasterRaster", display + ["LinecasterBundledFonts"]),
    library("LinecasterScenes", cells + belowScenes),
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
    .trait(name: "AVIF", description: "Read and write AVIF images, by libavif."),
    .trait(name: "SystemFonts", description: "Use the machine's fonts, found by fontconfig."),
    .trait(name: "SDL", description: "Show lists in windows of SDL 2."),
    .trait(name: "QR", description: "Draw QR codes, by libqrencode."),
    .trait(name: "SVG", description: "Draw SVG images, by librsvg."),
    .trait(name: "WOFF", description: "Read WOFF and WOFF2 fonts, by zlib and libwoff2."),
  ],
  dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")],
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
      linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("jpeg", .when(traits: ["JPEG"]))]),
    // libwoff2 is C++; empty without the trait.
    .target(
      name: "CWOFF", cxxSettings: [.define("LINECASTER_WOFF", woff)],
      linkerSettings: [.linkedLibrary("woff2dec", woff), .linkedLibrary("z", woff)]),
    // Values, caches and what stops work. Rounding is in the C library of mathematics.
    module("LinecasterBase", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    module("LinecasterDiff"), module("LinecasterBoxLayout", ["LinecasterBase"]),
    // Fonts and text.
    module(
      "LinecasterFonts",
      base + ["CHarfBuzz", "CProgram", when("SystemFonts", "CFontconfig"), when("WOFF", "CWOFF")]),
    module(
      "LinecasterBundledFonts", fonts, path: "Fonts", exclude: ["README.md", "World", "CJK"],
      resources: noto(bundledFontFamilies)),
    module("LinecasterWorldFonts", path: "Fonts/World", resources: noto(worldFontFamilies)),
    module("LinecasterCJKFonts", path: "Fonts/CJK", resources: noto(["SansCJK"])),
    module("LinecasterText", fonts + ["CHarfBuzz", "CUnicode"]),
    // Pixels and files.
    module("LinecasterDisplay", text),
    module("LinecasterRaster", display + ["CDeflate", "CFreeType", "CProgram"]),
    module(
      "LinecasterFiles",
      raster + [
        "CImages", "CLittleCMS", "CHarfBuzzSubset", when("WebP", "CWebP"), when("AVIF", "CAVIF"),
        when("QR", "CQRCode"), when("SVG", "CSVG"),
      ]),
    // Cells, lists and windows.
    module("LinecasterCells", display + ["LinecasterBoxLayout"]),
    module("LinecasterList", cells + ["LinecasterRaster", "LinecasterDiff"]),
    module("LinecasterSurface", lists),
    // Empty without the trait.
    module("LinecasterSDL", belowSDL),
    // Scenes, and what is made of them.
    module("LinecasterScenes", cells + belowScenes),
    module("LinecasterTranscript", belowTranscripts),
    module("LinecasterTesting", belowTesting + [arguments]),
    module("Linecaster", umbrella + ["LinecasterWorldFonts"]), module("LinecasterC", belowC),
    // Programs.
    module("LinecasterCommandSupport", scenes + [arguments]),
    program(
      "LinecasterCommand", everything + feed + commandSupport + ["LinecasterCJKFonts"],
      path: "Sources/LinecasterCommand", exclude: ["Demo"]),
    // The schemas of conformance data, and commands that lay their cases out.
    module(
      "LinecasterConformance", everything + commandSupport, path: "Sources/Examples/Conformance",
      exclude: ["Program"]),
    program(
      "Conformance", conformance + commandSupport, path: "Sources/Examples/Conformance/Program"),
    // The feed of the command, which is also an example of a cell.
    module(
      "LinecasterFeed", lists + ["LinecasterFiles", "LinecasterScenes"],
      path: "Sources/Examples/Feed"),
    // Examples.
    program("QuickStart", everything), program("FirstWindow", windows),
    program("Messenger", windows + ["LinecasterCJKFonts"]),
    program("Transcript", windows + ["LinecasterCJKFonts"]),
    module("Seeds", surface, path: "Sources/Examples/Seeds"),
    program("Previews", everything + ["LinecasterSurface", "LinecasterTesting", "Seeds"]),
    program("SeedsWindow", windows + ["Seeds"]),
    program("TextAlone", text + ["LinecasterBundledFonts"]),
    program("Figures", files + allFonts + ["LinecasterBoxLayout", "LinecasterDiff"]),
    // What tests share.
    module(
      "LinecasterTestSupport", ["LinecasterDiff", "LinecasterBase"],
      path: "Tests/LinecasterTestSupport", exclude: ["Fixtures"]),
    module(
      "LinecasterListSupport", ["LinecasterList", "LinecasterDiff", "LinecasterTestSupport"],
      path: "Tests/LinecasterListSupport"),
    // A browser as a second witness.
    module("LinecasterWitness", files, path: "Tests/LinecasterWitness"),
    // The locale data of ICU, whose headers Swift never sees.
    .target(
      name: "CExemplars", path: "Tests/CExemplars",
      linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .target(name: "CMutexAnnotations", path: "Tests/CMutexAnnotations"),
    module(
      "LinecasterFuzzTargets",
      umbrella + moreFonts + conformance + feed
        + ["CLinecaster", "LinecasterCSupport", "LinecasterTestSupport"],
      path: "Tests/Fuzz/Targets"),
    // Random calls of the C interface, for a test and for a program under sanitizers.
    module(
      "LinecasterCSupport", ["CLinecaster", "LinecasterC", "LinecasterTestSupport"],
      path: "Tests/LinecasterCSupport"),
    program(
      "RandomCalls", ["LinecasterCSupport", "LinecasterTestSupport"], path: "Tests/Fuzz/Calls"),
    // Pictures that must come out the same everywhere, for tests and for an optimized program.
    program(
      "PictureDigests", umbrella + moreFonts + feed + ["LinecasterTestSupport", arguments],
      path: "Tests/PictureDigests", exclude: ["digests.txt"]),
    // Work whose instructions are counted.
    program("BudgetWork", everything + feed + ["LinecasterCJKFonts"], path: "Tests/Budgets"),
    // Tests mirror the sources.
    tests("LinecasterBaseTests", base), tests("LinecasterDiffTests", ["LinecasterDiff"]),
    tests("LinecasterBoxLayoutTests", base + ["LinecasterBoxLayout"] + conformance),
    tests("LinecasterFontsTests", fonts + allFonts),
    tests(
      "LinecasterTextTests", text + allFonts + conformance + ["CHarfBuzz", "CExemplars"],
      exclude: ["Recorded"]),
    tests(
      "LinecasterRasterTests", files + allFonts + testing + witness + ["CHarfBuzz"],
      exclude: ["Recorded", "Snapshots"]),
    tests("LinecasterFilesTests", files + allFonts + witness),
    tests(
      "LinecasterCellsTests", cells + belowScenes + moreFonts + testing, exclude: ["Snapshots"]),
    tests("LinecasterListTests", lists + allFonts + listSupport, settings: counted),
    tests("LinecasterSurfaceTests", belowTesting + testing, exclude: ["Snapshots"]),
    // Empty without the trait.
    tests("LinecasterSDLTests", belowSDL + ["LinecasterBundledFonts", "LinecasterSDL"]),
    // Those of the traits that it is built with.
    tests("TraitTests", files),
    tests("LinecasterScenesTests", scenes + moreFonts + witness + conformance),
    tests("LinecasterCTests", belowC + witness + ["LinecasterC", "LinecasterCSupport"]),
    tests("LinecasterTranscriptTests", umbrella + listSupport),
    tests("LinecasterTestingTests", belowTesting + testing + witness + [arguments]),
    tests("SeedsTests", belowTesting + testing + ["Seeds", arguments], exclude: ["Snapshots"]),
    tests(
      "StressTests", lists + allFonts + listSupport + ["LinecasterFiles", "CMutexAnnotations"]),
    tests("LinecasterFeedTests", everything + moreFonts + feed),
    tests(
      "LinecasterCommandTests",
      everything + moreFonts + testing + conformance + feed
        + ["Conformance", "LinecasterCommand", "LinecasterCommandSupport"],
      exclude: ["Snapshots"]),
    tests(
      "FiguresTests",
      umbrella + moreFonts + testing + feed + witness + ["Figures", "LinecasterSurface", "Seeds"]),
    tests("PictureDigestsTests", ["PictureDigests", "LinecasterBase", "LinecasterRaster"]),
    tests("FuzzTests", ["LinecasterFuzzTargets"]), tests("RepositoryTests"),
  ],
  swiftLanguageModes: [.v6]
)

// The Makefile's tests run optimized code with its assertions, in half the time.
if Context.environment["LINECASTER_OPTIMIZED"] != nil {
  let flags = ["-O", "-whole-module-optimization", "-disable-batch-mode", "-num-threads", "2"]
  for target in package.targets
  where target.type == .regular && target.path?.hasPrefix("Sources/Examples/") != true {
    target.swiftSettings?.append(
      .unsafeFlags(flags + ["-assert-config", "Debug"], .when(configuration: .debug)))
  }
}

// The test targets to build, such as "StressTests TraitTests"; all of them by default.
if let names = Context.environment["LINECASTER_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { $0.type == .test && !names.contains(Substring($0.name)) }
}

// Links with `-sanitize=fuzzer` only, so it is there where `.ci/fuzz` asks for it.
if Context.environment["LINECASTER_FUZZ"] != nil {
  package.targets.append(
    program("LinecasterFuzz", ["LinecasterFuzzTargets"], path: "Tests/Fuzz/Program"))
}

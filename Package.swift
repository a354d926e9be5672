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

/// In strict builds no expression, such as a table of forty rows, may take the compiler more than
/// some tenths of a second: a count of its steps, so that a busy machine decides nothing.
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

/// The folders of `Fonts/World/`, copied whole beside programs that use `LinecasterWorldFonts`: a
/// target of its own, since what a target copies cannot be chosen.
let worldFontFamilies = [
  "NotoSansTelugu", "NotoSansGujarati", "NotoSansKannada", "NotoSansMalayalam", "NotoSansOriya",
  "NotoSansGurmukhi", "NotoSansSinhala", "NotoSansMyanmar", "NotoSansLao", "NotoSerifTibetan",
  "NotoSansThaana", "NotoSansSyriac", "NotoSansNKo", "NotoSansJavanese",
  "NotoSansCanadianAboriginal", "NotoSansMeeteiMayek", "NotoSansOlChiki", "NotoSansChakma",
  "NotoSansTifinagh", "NotoSansAdlam", "NotoSansCherokee", "NotoSansVai", "NotoSansYi",
  "NotoSansMongolian", "NotoNastaliqUrdu", "NotoSansMath", "NotoSansSymbols", "NotoSansSymbols2",
]

/// The folders of `Fonts/CJK/`, copied whole beside programs that use `LinecasterCJKFonts`: larger
/// than all the others together, so only programs that ask for it carry it along.
let cjkFontFamilies = ["NotoSansCJK"]

/// The modules that `Linecaster` hands on.
///
/// Targets that get them through `Linecaster` list them all the same, and so does the product, for
/// targets of other packages: SwiftPM compiles a target again only after a change of the modules it
/// lists, and one left stale may crash.
let handedOn = [
  "LinecasterGeometry", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterText",
  "LinecasterDisplay", "LinecasterRaster", "LinecasterImages", "LinecasterFlexbox",
  "LinecasterCaches", "LinecasterCells", "LinecasterDiff", "LinecasterList", "LinecasterScenes",
  "LinecasterMarkup",
]
/// What draws text and shapes to pixels, without images, cells and lists.
let rasterizing = [
  "LinecasterGeometry", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterText",
  "LinecasterDisplay", "LinecasterRaster",
]
/// What makes pictures of scenes besides.
let pictured =
  rasterizing + [
    "LinecasterImages", "LinecasterDocuments", "LinecasterCells", "LinecasterScenes",
  ]
let umbrella = handedOn.map { Target.Dependency(stringLiteral: $0) }

let package = Package(
  name: "linecaster",
  products: [
    .library(name: "Linecaster", targets: ["Linecaster"] + handedOn),
    .library(name: "LinecasterText", targets: ["LinecasterText", "LinecasterBundledFonts"]),
    .library(name: "LinecasterRaster", targets: rasterizing),
    .library(name: "LinecasterWorldFonts", targets: ["LinecasterWorldFonts"]),
    .library(name: "LinecasterCJKFonts", targets: ["LinecasterCJKFonts"]),
    .library(name: "LinecasterSystemFonts", targets: ["LinecasterSystemFonts"]),
    .library(name: "LinecasterFlexbox", targets: ["LinecasterFlexbox"]),
    .library(name: "LinecasterDiff", targets: ["LinecasterDiff"]),
    .library(name: "LinecasterFeed", targets: ["LinecasterFeed"]),
    .library(name: "LinecasterSurface", targets: ["LinecasterSurface"]),
    .library(name: "LinecasterSDL", targets: ["LinecasterSDL"]),
    .library(name: "LinecasterScreens", targets: ["LinecasterScreens"]),
    .library(name: "LinecasterPictures", targets: ["LinecasterPictures"] + pictured),
    .library(name: "LinecasterSnapshots", targets: ["LinecasterSnapshots"]),
    .library(name: "LinecasterPreviews", targets: ["LinecasterPreviews"]),
    .executable(name: "linecaster", targets: ["LinecasterCommand"]),
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
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // For tests only: programs that use the package do not build it.
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
  ],
  targets: [
    // C libraries: a module map and a shim that says why each wrapper exists. None has the name of
    // a pkg-config file: SwiftPM would look for it, and warn, in packages that use a product
    // without C as well. Headers are in their usual places, and those that are missing say so.
    .systemLibrary(name: "CHarfBuzz"),
    .systemLibrary(name: "CHarfBuzzSubset"),
    .target(name: "CFreeType"),
    .target(name: "CProgram"),
    .systemLibrary(name: "CDeflate"),
    .systemLibrary(name: "CWebP"),
    .systemLibrary(name: "CAVIF"),
    .systemLibrary(name: "CFontconfig"),
    .systemLibrary(name: "CSDL2"),
    .systemLibrary(name: "CQRCode"),
    .systemLibrary(name: "CSVG"),
    // Swift never sees the headers of ICU, since Foundation on Linux carries its own, nor those of
    // libpng and libjpeg, which report errors by longjmp: it must not cross Swift frames.
    .target(name: "CUnicode", linkerSettings: [.linkedLibrary("icuuc")]),
    .target(
      name: "CImages", cSettings: [.define("LINECASTER_JPEG", .when(traits: ["JPEG"]))],
      linkerSettings: [
        .linkedLibrary("png16"), .linkedLibrary("jpeg", .when(traits: ["JPEG"])),
      ]),

    // Values and algorithms.
    // Rounding is in the C library of mathematics, which nothing else of this module asks for.
    .target(
      name: "LinecasterGeometry", swiftSettings: pure,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "LinecasterCaches", swiftSettings: pure),
    .target(name: "LinecasterDiff", swiftSettings: pure),
    .target(
      name: "LinecasterFlexbox", dependencies: ["LinecasterGeometry"], swiftSettings: pure),
    // The schema of the conformance data of flexbox, for the tool and the tests.
    .target(
      name: "LinecasterFlexboxCases", dependencies: ["LinecasterFlexbox", "LinecasterGeometry"],
      swiftSettings: pure),
    .target(
      name: "LinecasterFonts", dependencies: ["LinecasterGeometry", "CHarfBuzz", "CProgram"],
      swiftSettings: common),
    .target(
      name: "LinecasterBundledFonts", dependencies: ["LinecasterGeometry", "LinecasterFonts"],
      path: "Fonts", exclude: ["README.md", "World", "CJK"], sources: ["BundledFonts.swift"],
      resources: fonts(bundledFontFamilies), swiftSettings: pure),
    .target(
      name: "LinecasterWorldFonts", path: "Fonts/World", sources: ["WorldFonts.swift"],
      resources: fonts(worldFontFamilies), swiftSettings: pure),
    .target(
      name: "LinecasterCJKFonts", path: "Fonts/CJK", sources: ["CJKFonts.swift"],
      resources: fonts(cjkFontFamilies), swiftSettings: pure),
    .target(
      name: "LinecasterSystemFonts",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts",
        .target(name: "CFontconfig", condition: .when(traits: ["SystemFonts"])),
      ],
      swiftSettings: common),
    .target(
      name: "LinecasterText",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterCaches", "CHarfBuzz", "CUnicode",
      ],
      swiftSettings: common),
    // The schema of recorded paragraphs, for the tool and the tests.
    .target(
      name: "LinecasterTextCases",
      dependencies: ["LinecasterGeometry", "LinecasterFonts", "LinecasterText"],
      swiftSettings: pure),
    .target(
      name: "LinecasterDisplay", dependencies: ["LinecasterGeometry", "LinecasterText"],
      swiftSettings: pure),
    .target(
      name: "LinecasterRaster",
      dependencies: [
        "LinecasterCaches", "LinecasterGeometry", "LinecasterFonts", "LinecasterText",
        "LinecasterDisplay", "CFreeType",
      ],
      swiftSettings: common),
    .target(
      name: "LinecasterImages",
      dependencies: [
        "LinecasterCaches", "LinecasterGeometry", "LinecasterDisplay", "LinecasterRaster",
        "CDeflate", "CImages",
        .target(name: "CWebP", condition: .when(traits: ["WebP"])),
        .target(name: "CAVIF", condition: .when(traits: ["AVIF"])),
        .target(name: "CQRCode", condition: .when(traits: ["QR"])),
        .target(name: "CSVG", condition: .when(traits: ["SVG"])),
      ],
      swiftSettings: common),

    // Cells and lists.
    .target(
      name: "LinecasterCells",
      dependencies: [
        "LinecasterCaches", "LinecasterGeometry", "LinecasterFonts", "LinecasterText",
        "LinecasterDisplay", "LinecasterFlexbox",
      ],
      swiftSettings: pure),
    .target(
      name: "LinecasterList",
      dependencies: [
        "LinecasterCaches", "LinecasterGeometry", "LinecasterFonts", "LinecasterText",
        "LinecasterDisplay", "LinecasterRaster", "LinecasterCells", "LinecasterDiff",
      ],
      swiftSettings: pure),
    // A host for any renderer that draws textures.
    .target(
      name: "LinecasterSurface",
      dependencies: [
        "LinecasterGeometry", "LinecasterText", "LinecasterDisplay", "LinecasterRaster",
        "LinecasterFlexbox", "LinecasterCells", "LinecasterDiff", "LinecasterList",
        "LinecasterScreens",
      ],
      swiftSettings: pure),
    // Empty without the trait.
    .target(
      name: "LinecasterSDL",
      dependencies: [
        "LinecasterGeometry", "LinecasterRaster", "LinecasterSurface",
        .target(name: "CSDL2", condition: .when(traits: ["SDL"])),
      ],
      swiftSettings: common),
    .target(
      name: "LinecasterScenes",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterText", "LinecasterDisplay",
        "LinecasterFlexbox", "LinecasterCells",
      ],
      swiftSettings: pure),
    .target(
      name: "LinecasterMarkup",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterText", "LinecasterDisplay",
        "LinecasterFlexbox", "LinecasterCells",
      ],
      swiftSettings: pure),
    // Pictures as files of letters and shapes.
    .target(
      name: "LinecasterDocuments",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterText", "LinecasterDisplay",
        "LinecasterRaster", "LinecasterImages", "CHarfBuzzSubset",
      ],
      swiftSettings: common),
    // Scenes as files of pictures, without lists.
    .target(
      name: "LinecasterPictures",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterText",
        "LinecasterDisplay", "LinecasterRaster", "LinecasterImages", "LinecasterDocuments",
        "LinecasterCells", "LinecasterScenes",
      ],
      swiftSettings: pure),
    // Screens as functions of state.
    .target(
      name: "LinecasterScreens",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterText", "LinecasterFlexbox",
        "LinecasterRaster", "LinecasterCells", "LinecasterList",
      ],
      swiftSettings: pure),
    // Pictures that were accepted, for tests, and previews of everything that is drawn.
    .target(
      name: "LinecasterSnapshots",
      dependencies: ["LinecasterGeometry", "LinecasterRaster", "LinecasterImages"],
      swiftSettings: pure),
    .target(
      name: "LinecasterPreviews",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterText",
        "LinecasterDisplay", "LinecasterRaster", "LinecasterImages", "LinecasterFlexbox",
        "LinecasterCells", "LinecasterList", "LinecasterScreens", "LinecasterSnapshots",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: pure),
    .target(
      name: "Linecaster", dependencies: umbrella + ["LinecasterWorldFonts"], swiftSettings: pure),

    // The feed of the command line tool, which is also an example of a cell, and the tool.
    .target(
      name: "LinecasterFeed",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterText", "LinecasterDisplay",
        "LinecasterRaster", "LinecasterImages", "LinecasterFlexbox", "LinecasterCells",
        "LinecasterList", "LinecasterScenes",
      ],
      swiftSettings: pure),
    .executableTarget(
      name: "LinecasterCommand",
      dependencies: umbrella + [
        "Linecaster", "LinecasterFeed", "LinecasterPictures", "LinecasterFlexboxCases",
        "LinecasterTextCases", "LinecasterCJKFonts", "LinecasterSystemFonts",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Demo"], swiftSettings: common),

    .executableTarget(
      name: "QuickStart", dependencies: umbrella + ["Linecaster"],
      path: "Sources/Examples/QuickStart",
      swiftSettings: common),
    .executableTarget(
      name: "Messenger",
      dependencies: umbrella + [
        "Linecaster", "LinecasterCJKFonts", "LinecasterSurface", "LinecasterSDL",
      ],
      path: "Sources/Examples/Messenger", swiftSettings: common),
    // The programs that the project began with.
    .target(
      name: "Seeds",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterText", "LinecasterDisplay",
        "LinecasterFlexbox", "LinecasterCells", "LinecasterList", "LinecasterScreens",
      ],
      path: "Sources/Examples/Seeds", swiftSettings: pure),
    .executableTarget(
      name: "SeedsWindow",
      dependencies: umbrella + [
        "Linecaster", "LinecasterScreens", "LinecasterSurface", "LinecasterSDL", "Seeds",
      ],
      path: "Sources/Examples/SeedsWindow", swiftSettings: common),
    .executableTarget(
      name: "Previews",
      dependencies: umbrella + [
        "Linecaster", "LinecasterScreens", "LinecasterSnapshots", "LinecasterPreviews", "Seeds",
      ],
      path: "Sources/Examples/Previews", swiftSettings: pure),
    .executableTarget(
      name: "TextAlone",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterText",
      ],
      path: "Sources/Examples/TextAlone", swiftSettings: pure),
    .executableTarget(
      name: "Figures",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterWorldFonts",
        "LinecasterCJKFonts", "LinecasterText",
        "LinecasterDisplay", "LinecasterRaster", "LinecasterImages", "LinecasterFlexbox",
        "LinecasterDiff",
      ],
      path: "Sources/Examples/Figures", swiftSettings: pure),

    // Tests mirror the sources.
    .target(
      name: "LinecasterTestSupport", dependencies: ["LinecasterDiff", "LinecasterGeometry"],
      path: "Tests/LinecasterTestSupport", exclude: ["Fixtures"], swiftSettings: pure),
    .target(
      name: "LinecasterListSupport",
      dependencies: ["LinecasterList", "LinecasterDiff", "LinecasterTestSupport"],
      path: "Tests/LinecasterListSupport", swiftSettings: pure),
    .target(
      name: "LinecasterInlineSupport",
      dependencies: ["LinecasterTextCases", "LinecasterTestSupport"],
      path: "Tests/LinecasterInlineSupport", swiftSettings: pure),
    // A browser as a second witness.
    .target(
      name: "LinecasterWitness",
      dependencies: ["LinecasterGeometry", "LinecasterRaster", "LinecasterImages"],
      path: "Tests/LinecasterWitness", swiftSettings: pure),
    .testTarget(
      name: "LinecasterSnapshotsTests",
      dependencies: [
        "LinecasterSnapshots", "LinecasterGeometry", "LinecasterRaster", "LinecasterImages",
        "LinecasterTestSupport",
      ],
      swiftSettings: pure),
    .testTarget(
      name: "LinecasterScreensTests",
      dependencies: [
        "LinecasterScreens", "LinecasterSnapshots", "LinecasterGeometry", "LinecasterFonts",
        "LinecasterBundledFonts", "LinecasterText", "LinecasterFlexbox", "LinecasterRaster",
        "LinecasterCells", "LinecasterList", "LinecasterTestSupport",
      ],
      exclude: ["Snapshots"], swiftSettings: pure),
    .testTarget(
      name: "SeedsTests",
      dependencies: [
        "Seeds", "LinecasterScreens", "LinecasterPreviews", "LinecasterSnapshots",
        "LinecasterGeometry", "LinecasterBundledFonts", "LinecasterFonts", "LinecasterText",
        "LinecasterDisplay", "LinecasterRaster", "LinecasterCells", "LinecasterList",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Snapshots"], swiftSettings: pure),
    .testTarget(
      name: "LinecasterPreviewsTests",
      dependencies: [
        "LinecasterPreviews", "LinecasterScreens", "LinecasterSnapshots", "LinecasterGeometry",
        "LinecasterFonts",
        "LinecasterBundledFonts", "LinecasterText", "LinecasterDisplay", "LinecasterRaster",
        "LinecasterImages", "LinecasterFlexbox", "LinecasterCells", "LinecasterList",
        "LinecasterTestSupport", "LinecasterWitness",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: pure),
    .testTarget(
      name: "LinecasterDiffTests", dependencies: ["LinecasterDiff", "LinecasterTestSupport"],
      swiftSettings: pure),
    .testTarget(
      name: "LinecasterFlexboxTests",
      dependencies: [
        "LinecasterFlexbox", "LinecasterFlexboxCases", "LinecasterGeometry",
        "LinecasterTestSupport",
      ],
      swiftSettings: pure),
    .testTarget(
      name: "LinecasterGeometryTests",
      dependencies: ["LinecasterGeometry", "LinecasterTestSupport"], swiftSettings: pure),
    .testTarget(
      name: "LinecasterFontsTests",
      dependencies: [
        "LinecasterFonts", "LinecasterBundledFonts", "LinecasterWorldFonts",
        "LinecasterCJKFonts", "LinecasterGeometry",
        "LinecasterTestSupport",
      ],
      swiftSettings: common),
    .testTarget(
      name: "LinecasterSystemFontsTests",
      dependencies: ["LinecasterSystemFonts", "LinecasterGeometry", "LinecasterFonts"],
      swiftSettings: common),
    // The locale data of ICU, whose headers Swift never sees.
    .target(
      name: "CExemplars", path: "Tests/CExemplars",
      linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .testTarget(
      name: "LinecasterTextTests",
      dependencies: [
        "LinecasterText", "LinecasterFonts", "LinecasterGeometry", "LinecasterBundledFonts",
        "LinecasterWorldFonts", "LinecasterCJKFonts", "LinecasterTextCases",
        "LinecasterTestSupport", "LinecasterInlineSupport", "CHarfBuzz", "CExemplars",
      ],
      exclude: ["Recorded"], swiftSettings: common),
    .testTarget(
      name: "LinecasterRasterTests",
      dependencies: [
        "LinecasterCaches", "LinecasterGeometry", "LinecasterFonts", "LinecasterBundledFonts",
        "LinecasterWorldFonts", "LinecasterCJKFonts", "LinecasterText", "LinecasterDisplay",
        "LinecasterRaster", "LinecasterImages",
        "LinecasterSnapshots", "LinecasterTestSupport", "LinecasterWitness", "CHarfBuzz",
      ],
      exclude: ["Recorded", "Snapshots"], swiftSettings: common),
    .testTarget(
      name: "LinecasterImagesTests",
      dependencies: [
        "LinecasterGeometry", "LinecasterDisplay", "LinecasterRaster", "LinecasterImages",
        "LinecasterTestSupport",
      ],
      swiftSettings: common),
    .testTarget(
      name: "LinecasterCachesTests", dependencies: ["LinecasterCaches", "LinecasterTestSupport"],
      swiftSettings: pure),
    .testTarget(
      name: "LinecasterCellsTests",
      dependencies: [
        "LinecasterCells", "LinecasterGeometry", "LinecasterFonts", "LinecasterText",
        "LinecasterDisplay", "LinecasterFlexbox", "LinecasterBundledFonts", "LinecasterWorldFonts",
        "LinecasterCJKFonts", "LinecasterRaster", "LinecasterImages", "LinecasterSnapshots",
        "LinecasterTestSupport",
      ],
      exclude: ["Snapshots"], swiftSettings: pure),
    .testTarget(
      name: "LinecasterDocumentsTests",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterWorldFonts",
        "LinecasterCJKFonts", "LinecasterText", "LinecasterDisplay", "LinecasterRaster",
        "LinecasterImages", "LinecasterDocuments", "LinecasterTestSupport", "LinecasterWitness",
      ],
      swiftSettings: pure),
    .testTarget(
      name: "LinecasterPicturesTests",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterRaster",
        "LinecasterImages", "LinecasterDisplay", "LinecasterScenes", "LinecasterPictures",
        "LinecasterWorldFonts", "LinecasterCJKFonts", "LinecasterText", "LinecasterCells",
        "LinecasterTestSupport",
      ],
      swiftSettings: pure),
    .testTarget(
      name: "LinecasterListTests",
      dependencies: [
        "LinecasterList", "LinecasterCells", "LinecasterCaches", "LinecasterDiff",
        "LinecasterGeometry", "LinecasterDisplay", "LinecasterRaster", "LinecasterText",
        "LinecasterFonts", "LinecasterBundledFonts", "LinecasterWorldFonts",
        "LinecasterCJKFonts", "LinecasterTestSupport", "LinecasterListSupport",
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ],
      swiftSettings: pure + counted),
    .testTarget(
      name: "LinecasterSurfaceTests",
      dependencies: [
        "LinecasterSurface", "LinecasterScreens", "LinecasterList", "LinecasterCells",
        "LinecasterDiff", "LinecasterGeometry", "LinecasterDisplay", "LinecasterRaster",
        "LinecasterText", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterTestSupport",
      ],
      swiftSettings: pure),
    // Empty without the trait.
    .testTarget(
      name: "LinecasterSDLTests",
      dependencies: [
        "LinecasterSDL", "LinecasterSurface", "LinecasterList", "LinecasterCells",
        "LinecasterGeometry", "LinecasterText", "LinecasterFonts", "LinecasterBundledFonts",
        .target(name: "CSDL2", condition: .when(traits: ["SDL"])),
      ],
      swiftSettings: common),
    .testTarget(
      name: "LinecasterMarkupTests",
      dependencies: [
        "LinecasterMarkup", "LinecasterCells", "LinecasterGeometry", "LinecasterFonts",
        "LinecasterText", "LinecasterDisplay", "LinecasterFlexbox", "LinecasterTestSupport",
      ],
      swiftSettings: pure),
    .testTarget(
      name: "LinecasterScenesTests",
      dependencies: [
        "LinecasterScenes", "LinecasterCells", "LinecasterGeometry", "LinecasterFonts",
        "LinecasterText", "LinecasterDisplay", "LinecasterFlexbox", "LinecasterRaster",
        "LinecasterImages", "LinecasterBundledFonts", "LinecasterWorldFonts",
        "LinecasterCJKFonts", "LinecasterTestSupport",
      ],
      swiftSettings: pure),
    .target(name: "CMutexAnnotations", path: "Tests/CMutexAnnotations"),
    .testTarget(
      name: "StressTests",
      dependencies: [
        "CMutexAnnotations", "LinecasterList", "LinecasterCells", "LinecasterCaches",
        "LinecasterDiff", "LinecasterGeometry", "LinecasterDisplay", "LinecasterRaster",
        "LinecasterText", "LinecasterImages", "LinecasterFonts", "LinecasterBundledFonts",
        "LinecasterWorldFonts", "LinecasterCJKFonts", "LinecasterTestSupport",
        "LinecasterListSupport",
      ],
      swiftSettings: pure),
    .testTarget(
      name: "LinecasterFeedTests",
      dependencies: umbrella + [
        "Linecaster", "LinecasterFeed", "LinecasterCJKFonts", "LinecasterTestSupport",
      ],
      swiftSettings: common),
    .testTarget(
      name: "LinecasterCommandTests",
      dependencies: umbrella + [
        "Linecaster", "LinecasterCommand", "LinecasterPictures", "LinecasterCJKFonts",
        "LinecasterSnapshots", "LinecasterTestSupport",
      ],
      exclude: ["Snapshots"], swiftSettings: common),
    .testTarget(
      name: "FiguresTests",
      dependencies: [
        "Figures", "LinecasterGeometry", "LinecasterFonts", "LinecasterBundledFonts",
        "LinecasterWorldFonts", "LinecasterCJKFonts", "LinecasterText", "LinecasterDisplay",
        "LinecasterRaster", "LinecasterImages",
        "LinecasterFlexbox", "LinecasterCaches", "LinecasterDiff", "LinecasterCells",
        "LinecasterList", "LinecasterScenes", "LinecasterMarkup", "LinecasterSystemFonts",
        "LinecasterTestSupport", "LinecasterSnapshots", "LinecasterWitness",
        "LinecasterPreviews", "LinecasterScreens", "Seeds", "LinecasterDocuments",
        "LinecasterPictures", "LinecasterFeed", "LinecasterSurface",
      ],
      swiftSettings: common),
    // What fuzzers feed with bytes, and tests with the bytes that were worth keeping.
    .target(
      name: "LinecasterFuzzTargets",
      dependencies: [
        "LinecasterGeometry", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterWorldFonts",
        "LinecasterCJKFonts", "LinecasterText",
        "LinecasterDisplay", "LinecasterRaster", "LinecasterImages", "LinecasterFlexbox",
        "LinecasterFlexboxCases", "LinecasterDiff", "LinecasterCells", "LinecasterScenes",
        "LinecasterMarkup", "LinecasterFeed", "LinecasterList", "LinecasterDocuments",
      ],
      path: "Tests/Fuzz/Targets", swiftSettings: pure),
    .testTarget(
      name: "FuzzTests", dependencies: ["LinecasterFuzzTargets", "LinecasterTestSupport"],
      swiftSettings: pure),
    // Pictures that must come out the same everywhere, for tests and for an optimized program.
    .executableTarget(
      name: "PictureDigests",
      dependencies: [
        "LinecasterFeed", "LinecasterList", "LinecasterCells", "LinecasterGeometry",
        "LinecasterDisplay", "LinecasterFlexbox", "LinecasterRaster", "LinecasterText",
        "LinecasterImages", "LinecasterFonts", "LinecasterBundledFonts", "LinecasterWorldFonts",
        "LinecasterCJKFonts", "LinecasterTestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/PictureDigests", exclude: ["digests.txt"], swiftSettings: pure),
    .testTarget(
      name: "PictureDigestsTests",
      dependencies: ["PictureDigests", "LinecasterGeometry", "LinecasterRaster"],
      swiftSettings: pure),
    .testTarget(name: "RepositoryTests", swiftSettings: pure),
  ],
  swiftLanguageModes: [.v6]
)

// Links with `-sanitize=fuzzer` only, so it is there where `.ci/fuzz` asks for it.
if Context.environment["LINECASTER_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "LinecasterFuzz", dependencies: ["LinecasterFuzzTargets"],
      path: "Tests/Fuzz/Program", swiftSettings: common))
}

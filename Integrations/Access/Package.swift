// swift-tools-version: 6.2
import PackageDescription

// A separate package, which keeps the library free of ATK.

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["LINECASTER_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "linecaster-access",
  products: [
    .library(name: "LinecasterAccess", targets: ["LinecasterAccess"]),
    .executable(name: "AccessProbe", targets: ["AccessProbe"]),
    .executable(name: "Messenger", targets: ["Messenger"]),
  ],
  traits: [
    .trait(name: "Window", description: "Build the example Messenger, whose window is SDL's.")
  ],
  dependencies: [
    // Named because SwiftPM would otherwise use the folder name of the checkout.
    .package(
      name: "linecaster", path: "../..",
      traits: [.defaults, .trait(name: "SDL", condition: .when(traits: ["Window"]))])
  ],
  targets: [
    // Headers by pkg-config because they are in five folders. SwiftPM reports that it omits
    // `-pthread`, which nothing here needs.
    .systemLibrary(
      name: "CAtkBridge", pkgConfig: "atk-bridge-2.0", providers: [.apt(["libatk-bridge2.0-dev"])]),
    // Swift never sees GObject: objects and their types are in C, which takes plain structs.
    .target(
      name: "CAccess", dependencies: ["CAtkBridge"],
      cSettings: Context.environment["LINECASTER_STRICT"] == nil
        ? [] : [.treatAllWarnings(as: .error)],
      linkerSettings: ["atk-1.0", "gobject-2.0", "glib-2.0"].map { .linkedLibrary($0) }),
    .target(
      name: "LinecasterAccess",
      dependencies: ["CAccess", .product(name: "Linecaster", package: "linecaster")],
      swiftSettings: settings),
    .executableTarget(
      name: "AccessProbe",
      dependencies: [
        "LinecasterAccess", .product(name: "Linecaster", package: "linecaster"),
        .product(name: "LinecasterSurface", package: "linecaster"),
      ],
      swiftSettings: settings),
    // The example of the library, with a bridge.
    .executableTarget(
      name: "Messenger",
      dependencies: [
        "LinecasterAccess", .product(name: "Linecaster", package: "linecaster"),
        .product(name: "LinecasterCJKFonts", package: "linecaster"),
        .product(
          name: "LinecasterSDL", package: "linecaster", condition: .when(traits: ["Window"])),
        .product(
          name: "LinecasterSurface", package: "linecaster", condition: .when(traits: ["Window"])),
      ],
      swiftSettings: settings + [.define("SDL", .when(traits: ["Window"]))]),
    .testTarget(
      name: "LinecasterAccessTests",
      dependencies: ["LinecasterAccess", .product(name: "Linecaster", package: "linecaster")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

// A separate package, which keeps the server out of builds of the library.

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ] + (Context.environment["LINECASTER_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "linecaster-previews",
  products: [
    .library(name: "LinecasterPreviewServer", targets: ["LinecasterPreviewServer"]),
    .executable(name: "Previews", targets: ["Previews"]),
  ],
  dependencies: [
    // Named because SwiftPM would otherwise use the folder name of the checkout.
    .package(name: "linecaster", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .target(
      name: "LinecasterPreviewServer",
      dependencies: [
        .product(name: "LinecasterTesting", package: "linecaster"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: settings),
    // The catalog of the library's examples with its server.
    .target(
      name: "Seeds",
      dependencies: [
        .product(name: "Linecaster", package: "linecaster"),
        .product(name: "LinecasterSurface", package: "linecaster"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "Previews",
      dependencies: [
        "LinecasterPreviewServer", "Seeds",
        .product(name: "Linecaster", package: "linecaster"),
        .product(name: "LinecasterTesting", package: "linecaster"),
        .product(name: "LinecasterSurface", package: "linecaster"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "LinecasterPreviewServerTests",
      dependencies: [
        "LinecasterPreviewServer", .product(name: "FlyingFox", package: "FlyingFox"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

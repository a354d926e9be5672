// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of the library do not pay for what only measuring needs.

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["LINECASTER_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "linecaster-benchmarks",
  products: [
    .executable(name: "linecaster-bench", targets: ["LinecasterBench"])
  ],
  dependencies: [
    // By name, since SwiftPM would else take the name of the folder of the checkout.
    .package(name: "linecaster", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    // What is the same for every benchmark: clocks, samples, medians, comparisons, counts.
    .target(name: "BenchMeasurement", swiftSettings: settings),
    // What is measured where no corpus is at hand.
    .target(name: "BenchCorpus", swiftSettings: settings),
    // Algorithms of others, to be measured in the same run.
    .target(name: "BenchPeers", swiftSettings: settings),
    .executableTarget(
      name: "LinecasterBench",
      dependencies: [
        "BenchMeasurement", "BenchCorpus", "BenchPeers",
        .product(name: "Linecaster", package: "linecaster"),
        .product(name: "LinecasterCJKFonts", package: "linecaster"),
        .product(name: "LinecasterFeed", package: "linecaster"),
        .product(name: "LinecasterSurface", package: "linecaster"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "BenchMeasurementTests", dependencies: ["BenchMeasurement"], swiftSettings: settings),
    .testTarget(
      name: "BenchCorpusTests",
      dependencies: [
        "BenchCorpus", .product(name: "LinecasterFeed", package: "linecaster"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "BenchPeersTests",
      dependencies: [
        "BenchCorpus", "BenchPeers", .product(name: "LinecasterDiff", package: "linecaster"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

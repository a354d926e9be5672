// swift-tools-version: 6.2
import PackageDescription

// A separate package, which keeps dependencies of measuring out of programs that use the library.

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
    // Named because SwiftPM would otherwise use the folder name of the checkout.
    .package(name: "linecaster", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    // The parts shared by all benchmarks: clocks, samples, medians, comparisons, counts.
    .target(name: "BenchMeasurement", swiftSettings: settings),
    // The generated input, for machines without a corpus.
    .target(name: "BenchCorpus", swiftSettings: settings),
    // Third-party algorithms, measured in the same run.
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

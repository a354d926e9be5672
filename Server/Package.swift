// swift-tools-version: 6.2
import PackageDescription

// A separate package, which keeps the server out of programs that use the library.

/// Every target: existential types are spelled, imports are internal unless said otherwise.
let common: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["LINECASTER_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "linecaster-server",
  products: [
    .executable(name: "linecaster-server", targets: ["linecaster-server"]),
    .library(name: "LinecasterServer", targets: ["LinecasterServer"]),
  ],
  dependencies: [
    .package(name: "linecaster", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
  ],
  targets: [
    .target(
      name: "LinecasterServer",
      dependencies: [
        .product(name: "LinecasterScenes", package: "linecaster"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: common),
    .executableTarget(
      name: "linecaster-server",
      dependencies: [
        "LinecasterServer",
        .product(name: "LinecasterScenes", package: "linecaster"),
        // The fonts are found beside the program.
        .product(name: "LinecasterWorldFonts", package: "linecaster"),
        .product(name: "LinecasterCJKFonts", package: "linecaster"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: common),
    .testTarget(
      name: "LinecasterServerTests",
      dependencies: [
        "LinecasterServer",
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: common),
  ],
  swiftLanguageModes: [.v6]
)

import Testing

@Suite struct ManifestTests {
  @Test func readsTargetsAndFonts() {
    let manifest = Manifest(
      """
      let bundledFontFamilies = ["A", "B"]
      let package = Package(
        name: "p", products: [.library(name: "L", targets: ["T"])],
        targets: [
          .systemLibrary(name: "C", providers: [.apt(["c-dev"])]),
          .target(name: "T", dependencies: ["C", .product(name: "X", package: "x")],
            resources: bundledFontFamilies.map { .copy($0) }, swiftSettings: pure),
          .testTarget(name: "TTests"),
        ])
      """)
    #expect(manifest.fontFamilies == ["A", "B"])
    #expect(manifest.targets.map(\.name) == ["T", "TTests"])
    #expect(manifest.targets.map(\.dependencies) == [["C", "X", "x"], []])
    #expect(manifest.targets.map(\.settings) == ["pure", nil])
  }
}

import Foundation
import LinecasterTestSupport
import Testing

/// Products as programs use them: compiled and linked with the compiler beside the tests.
@Suite(.timeLimit(.minutes(60))) struct ProductTests {
  private static let root = Repository.shared.root
  /// The folder of the modules and objects of this build.
  private static let built = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent()

  private static let canCompile =
    FileManager.default.fileExists(atPath: built.appendingPathComponent("Modules").path)
    && (try? run(["swiftc", "--version"]))?.status == 0
  private static let canRead = (try? run(["readelf", "--version"]))?.status == 0

  private static func run(_ words: [String]) throws -> (status: Int32, text: String) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  /// Type-checks lines that use `LinecasterCells`.
  private func check(_ code: String) throws -> (status: Int32, text: String) {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("import LinecasterCells\n\(code)\n".utf8).write(to: file)
    let maps = [
      Self.root.appendingPathComponent("Sources/CHarfBuzz/module.modulemap"),
      Self.root.appendingPathComponent("Sources/CFontconfig/module.modulemap"),
      Self.built.appendingPathComponent("CUnicode.build/module.modulemap"),
      Self.built.appendingPathComponent("CProgram.build/module.modulemap"),
      Self.built.appendingPathComponent("CWOFF.build/module.modulemap"),
    ].filter { FileManager.default.fileExists(atPath: $0.path) }
    return try Self.run(
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-I",
        Self.built.appendingPathComponent("Modules").path,
      ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] } + [file.path])
  }

  /// Whether all test targets, and with them all programs, are built.
  private static let isWholeBuild = ProcessInfo.processInfo.environment["LINECASTER_TESTS"] == nil

  @Test(
    .enabled(
      if: try TestTools.has("swiftc", canCompile),
      "there is no swiftc on the path, or no modules beside the tests"))
  func leavesHaveNoChildren() throws {
    let container = try check("let layout = Column { Row { Text(\"a\") } }")
    #expect(container.status == 0, "\(container.text)")
    for leaf in ["Text(\"a\")", "Spacer()"] {
      let outcome = try check("let layout = \(leaf) { Text(\"b\") }")
      #expect(outcome.status != 0 && outcome.text.contains("trailing closure"), "\(outcome.text)")
    }
  }

  /// Mistakes in builders are reported in words that say what to write instead.
  @Test(
    .enabled(
      if: try TestTools.has("swiftc", canCompile),
      "there is no swiftc on the path, or no modules beside the tests"),
    arguments: [
      ("\"a\"", "a string is no layout"),
      ("Text(\"a\")\nText(\"b\")", "a body is one layout"),
      ("if environment.width > 9 { Text(\"a\") }", "a body is a layout in any case"),
      ("Column { \"a\" }", "a string is no layout"),
    ])
  func buildersSayWhatToWrite(body: String, message: String) throws {
    func cell(_ body: String) -> String {
      """
      struct Label: Cell {
        func body(in environment: LayoutEnvironment) -> some Layout {
          \(body)
        }
      }
      """
    }
    let wrong = try check(cell(body))
    #expect(wrong.status != 0 && wrong.text.contains("error: ") && wrong.text.contains(message))
    let right = try check(cell("Column { Text(\"a\"); if environment.width > 9 { Text(\"b\") } }"))
    #expect(right.status == 0, "\(right.text)")
  }

  @Test(
    .enabled(
      if: try TestTools.has("swiftc or readelf", canCompile && canRead),
      "there is no swiftc or no readelf"))
  func boxesNeedNoLibrary() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("Boxes.swift")
    let code = """
      import LinecasterBoxLayout
      @main struct Boxes { static func main() { print(BoxStyle()) } }
      """
    try Data(code.utf8).write(to: source)
    let objects = try ["LinecasterBoxLayout", "LinecasterBase"].flatMap { module in
      let folder = Self.built.appendingPathComponent("\(module).build")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".o") }.map { folder.appendingPathComponent($0).path }
    }
    let program = folder.appendingPathComponent("Boxes").path
    let linked = try Self.run(
      [
        "swiftc", "-parse-as-library", "-swift-version", "6", "-I",
        Self.built.appendingPathComponent("Modules").path, source.path, "-o", program,
      ] + objects)
    #expect(linked.status == 0, "\(linked.text)")
    // Mutexes use the thread-local storage of the loader, which every process has.
    let loader = ["ld-linux-aarch64", "ld-linux-x86-64"]
    #expect(try libraries(of: program).isSubset(of: ["libc", "libm"] + loader))
  }

  @Test(
    .enabled(if: try TestTools.has("readelf", canRead), "there is no readelf"),
    .enabled(if: isWholeBuild, "LINECASTER_TESTS builds no program"))
  func textNeedsHarfBuzzAndICU() throws {
    let program = Self.built.appendingPathComponent("TextAlone").path
    try #require(FileManager.default.fileExists(atPath: program), "TextAlone was not built")
    let named = try libraries(of: program)
    #expect(named.subtracting(Self.runtime) == Self.traits.union(["libharfbuzz", "libicuuc"]))
  }

  /// The libraries of the traits that fonts are built with.
  private static var traits: Set<String> {
    var libraries: Set<String> = []
    #if WOFF
      libraries.formUnion(["libz", "libwoff2dec"])
    #endif
    #if SystemFonts
      libraries.insert("libfontconfig")
    #endif
    return libraries
  }

  /// The libraries of every C or C++ program.
  private static let runtime: Set<String> = [
    "libc", "libm", "libstdc++", "libgcc_s", "ld-linux-x86-64", "ld-linux-aarch64", "libpthread",
    "libdl", "libutil",
  ]

  /// The libraries that a program names, without those of Swift.
  private func libraries(of program: String) throws -> Set<String> {
    let swift = [
      "libswift", "libdispatch", "libBlocksRuntime", "libFoundation", "lib_Foundation",
    ]
    let named = try Self.run(["readelf", "-d", program]).text
      .matches(of: /\(NEEDED\).*\[([^\].]+)\.so/).map { String($0.1) }
    return Set(named.filter { name in !swift.contains { name.hasPrefix($0) } })
  }
}

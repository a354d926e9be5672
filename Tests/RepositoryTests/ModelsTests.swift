import Foundation
import LinecasterTestSupport
import Testing

/// The models of `Tests/Models`, which `spin` verifies.
@Suite struct ModelsTests {
  private static let repository = Repository.shared

  /// Whether a program is on the path.
  private static func has(_ program: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  private static let canCheck = has("spin") && ["cc", "gcc", "clang"].contains(where: has)

  /// One change of each kind is allowed; `make nightly PART=models` allows two.
  @Test(
    .enabled(
      if: try TestTools.has("spin or a C compiler", canCheck),
      "spin or a C compiler is not on the path"))
  func updatesEndOnceAndTheirFaultsAreFound() throws {
    let process = Process()
    process.executableURL = Self.repository.root.appendingPathComponent(".ci/models")
    process.arguments = ["1"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(said)")
    #expect(said.contains("no errors") && said.matches(of: /fault \d+:/).count >= 5, "\(said)")
  }

  /// The model names exactly the functions of the state machine, each of which it mirrors.
  @Test func theTwinNamesEveryFunctionOfTheMachine() throws {
    let model = try #require(Self.repository.text("Tests/Models/updates.pml"))
    let machine = try #require(
      Self.repository.text("Sources/LinecasterList/Controller/ControllerState.swift"))
    let named = Set(model.matches(of: /ControllerState\.([a-z]\w*)/).map { String($0.1) })
    let mutating = Set(machine.matches(of: /mutating func (\w+)/).map { String($0.1) })
    #expect(named.subtracting(mutating) == [], "not in the machine")
    #expect(mutating.subtracting(named) == [], "not in the twin")
  }
}

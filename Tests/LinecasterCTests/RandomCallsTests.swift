import CLinecaster
import Foundation
import LinecasterCSupport
import LinecasterTestSupport
import Testing

/// Any calls in any order end with a status.
@Suite(.timeLimit(.minutes(60))) struct RandomCallsTests {
  private typealias Function = RandomCaller.Function

  private static let functions = RandomCaller.functions

  @Test func anyCallsEndWithAStatus() throws {
    var caller = RandomCaller(SeededGenerator(salt: 50))
    let seed = caller.random.seed
    var counts: [String: [UInt32: Int]] = [:]
    // The first calls make one handle of each type.
    let first = Self.functions.filter { $0.name.hasSuffix("_create") || $0.name.contains("_add_") }
    func call(_ function: Function) {
      let status = function.call(&caller)
      #expect(status.rawValue <= LC_ERROR_THREAD.rawValue, "\(function.name), seed \(seed)")
      if status != LC_OK { #expect(lc_error_message()?.pointee != 0, "\(function.name)") }
      counts[function.name, default: [:]][status.rawValue, default: 0] += 1
    }
    for index in 0..<TestSettings.transitions(usually: 20_000) {
      let choices = index < 200 ? first : Self.functions
      call(try #require(choices.randomElement(using: &caller.random)))
    }
    // Some functions succeed once in thousands of calls, for example if a picture has a warning.
    for index in 0..<100_000 {
      let rare = Self.functions.filter { function in
        let statuses = counts[function.name] ?? [:]
        return statuses[LC_OK.rawValue] == nil || statuses.count < 2
      }
      guard !rare.isEmpty else { break }
      let choices = index.isMultiple(of: 4) ? rare : Self.functions
      call(try #require(choices.randomElement(using: &caller.random)))
    }
    caller.destroyAll()
    for function in Self.functions {
      let statuses = counts[function.name] ?? [:]
      #expect(statuses[LC_OK.rawValue] ?? 0 > 0, "\(function.name) never succeeds, seed \(seed)")
      #expect(statuses.count > 1, "\(function.name) never fails, seed \(seed)")
    }
    #expect(counts.count == Self.functions.count)
  }

  @Test func everyFunctionOfTheHeaderIsCalled() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let header = try String(
      contentsOf: root.appendingPathComponent("Sources/CLinecaster/include/linecaster.h"),
      encoding: .utf8)
    let declared = header.split(separator: "\n").compactMap { line -> String? in
      let words = line.split { " (".contains($0) }
      return words.count > 1 && words[0] == "lc_status" ? String(words[1]) : nil
    }
    #expect(declared.sorted() == Self.functions.map(\.name).sorted())
    #expect(declared.count <= 120)
  }
}

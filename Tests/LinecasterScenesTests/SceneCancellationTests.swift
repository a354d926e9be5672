import LinecasterBase
import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterScenes

@Suite struct SceneCancellationTests {
  private static func texts(_ count: Int) -> String {
    (0..<count).map { #"{"Text": "row \#($0)", "padding": 4}"# }.joined(separator: ",")
  }

  private let long = Array(#"{"body": {"Column": [\#(texts(20_000))]}}"#.utf8)
  private let short = Array(#"{"body": {"Column": [\#(texts(3))]}}"#.utf8)

  @Test func whatNobodyCallsOffIsRead() throws {
    for json in [short, long] {
      #expect(try Scene(json: json, isCancelled: { false }) == Scene(json: json))
    }
    #expect(throws: SceneError.self) { try Scene(json: [0x5B], isCancelled: { false }) }
  }

  @Test func readingIsCancelled() {
    for json in [short, long] {
      #expect(throws: CancellationError.self) { try Scene(json: json, isCancelled: { true }) }
    }
    var questions = 0
    #expect(throws: CancellationError.self) {
      try Scene(json: long) {
        questions += 1
        return questions > 2
      }
    }
    #expect(questions == 3)
  }

  /// Each stage of reading checks for cancellation in proportion to its work.
  @Test func everyStageAsks() throws {
    let text = String(repeating: "long text ", count: 1 << 16)
    let strings = Array(repeating: #""a""#, count: 1 << 16).joined(separator: ",")
    let parts = (0..<20_000).map { #""p\#($0)": {"Spacer": {}}"# }.joined(separator: ",")
    let inputs = [
      long, Array(#"{"body": {"Text": "\#(text)"}}"#.utf8),
      Array(#"{"body": {"Text": [\#(strings)]}}"#.utf8),
      Array(#"{"parts": {\#(parts)}, "body": {"Spacer": {}}}"#.utf8),
    ]
    for json in inputs {
      var reading = 0
      let value = try questions(&reading) { scope throws(SceneFault) in
        try JSONValue(json: json, scope)
      }
      #expect(reading > json.count / 40_000)
      var building = 0
      _ = try questions(&building) { scope throws(SceneFault) in
        try SceneDocument(value, scope)
      }
      // Building only moves a long string.
      if json.count < 1 << 19 || json == long { #expect(building > 20) }
    }
  }

  private func questions<Value>(
    _ count: inout Int, _ work: (WorkScope) throws(SceneFault) -> Value
  ) throws -> Value {
    var asked = 0
    let result = try WorkScope.run(
      {
        asked += 1
        return false
      }, every: 100_000
    ) { scope throws(CancellationError) in
      Result { () throws(SceneFault) in try work(scope) }
    }
    count = asked
    return try result.get()
  }
}

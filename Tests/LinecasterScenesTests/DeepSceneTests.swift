import Foundation
import LinecasterBase
import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

/// Scenes of the maximum depth are read, compared, written and freed with 512 KB of stack.
@Suite struct DeepSceneTests {
  private static func nested(_ start: String, _ inner: String, _ end: String, _ count: Int)
    -> String
  {
    String(repeating: start, count: count) + inner + String(repeating: end, count: count)
  }

  private static let limit = LayoutNode.maximumDepth
  private static let inText = #"{"Text": [{"Attachment": {"layout": "#

  /// Scenes of the maximum depth, for each kind of nesting.
  static let scenes = [
    #"{"body": \#(nested(#"{"Row": {"content": ["#, #"{"Spacer": {}}"#, "]}}", limit))}"#,
    #"{"body": \#(nested(#"{"Row": ["#, #"{"Text": "a"}"#, #"], "padding": 1}"#, limit))}"#,
    #"{"body": {"Text": \#(nested(#"[{"Styled": "#, #""a""#, #", "weight": 700}]"#, 380))}}"#,
    #"{"body": {"Text": \#(nested("[", #""a""#, "]", 760))}}"#,
    #"{"body": \#(nested(inText, #"{"Spacer": {}}"#, "}}]}", 190))}"#,
    #"{"style": \#(nested(#"{"size": 9, "style": "#, "{}", "}", 760)), "body": {"Text": "a"}}"#,
    parts(31),
  ]

  /// Nested parts, each with an equal share of the maximum number of stacks.
  private static func parts(_ count: Int) -> String {
    let stacks = limit / count
    let parts = (0..<count).map { index in
      let inner = index == 0 ? #"{"Spacer": {}}"# : #"{"Part": "p\#(index - 1)"}"#
      return #""p\#(index)": \#(nested(#"{"Row": ["#, inner, "]}", stacks))"#
    }
    return #"{"parts": {\#(parts.joined(separator: ", "))}, "body": {"Part": "p\#(count - 1)"}}"#
  }

  @Test(arguments: scenes)
  func takesLittleStack(json: String) throws {
    let isSame = try SmallThread.run {
      let scene = try Scene(json: json)
      let again = try Scene(json: scene.json)
      return scene == again && scene.hashValue == again.hashValue
    }
    #expect(isSame)
  }

  @Test(arguments: scenes)
  func readingTakesHalfOfThat(json: String) throws {
    let width = try SmallThread.run(kilobytes: 256) { try Scene(json: json).width }
    #expect(width == 360)
  }

  @Test func writingLayoutsTakesLittleStack() throws {
    let isSame = try SmallThread.run(kilobytes: 256) {
      let deep = try Scene(json: Self.scenes[1]).layout
      return try Scene(deep).layout == deep
    }
    #expect(isSame)
  }

  /// Scenes of the depth that Foundation writes and reads, which rejects more than 512 levels.
  static let codable = [
    #"{"body": \#(nested(#"{"Row": ["#, #"{"Text": "a"}"#, #"], "padding": 1}"#, 240))}"#,
    #"{"body": {"Text": \#(nested(#"[{"Styled": "#, #""a""#, #", "weight": 700}]"#, 240))}}"#,
    #"{"body": {"Text": \#(nested("[", #""a""#, "]", 490))}}"#,
  ]

  @Test(arguments: codable)
  func codingTakesLittleStack(json: String) throws {
    let isSame = try SmallThread.run {
      let scene = try Scene(json: json)
      let data = try JSONEncoder().encode(scene)
      // The decoded scene has its names in another order.
      let again = try JSONDecoder().decode(Scene.self, from: data)
      return again.layout == scene.layout
    }
    #expect(isSame)
  }

  /// A level of reading, writing and coding takes at most half of the stack that is reserved for
  /// it.
  @Test func levelsFitInTheirRoom() throws {
    let writing = try StackGauge.bytesPerLevel(200) { levels in
      let deep = (0..<levels).reduce(Text("deep").node) { child, _ in Row { child }.node }
      let json = try Scene(deep).json
      #expect(!json.isEmpty)
    }
    // The writer reserves two levels for each stack.
    #expect(writing <= StackRoom.bytesPerLevel)
    let coding = try StackGauge.bytesPerLevel(480) { levels in
      let json = #"{"body": {"Text": \#(Self.nested("[", #""a""#, "]", levels))}}"#
      let data = try JSONEncoder().encode(try Scene(json: json))
      let again = try JSONDecoder().decode(Scene.self, from: data)
      #expect(again.width == 360)
    }
    #expect(2 * coding <= StackRoom.bytesPerLevel)
  }

  @Test(arguments: scenes.dropLast())
  func whatFoundationRefusesTakesLittleStack(json: String) throws {
    #expect(throws: EncodingError.self) {
      try SmallThread.run { try JSONEncoder().encode(try Scene(json: json)).count }
    }
  }

  /// A decoder without a depth limit and without an end.
  @Test func decodingEndlessNestingIsAnError() throws {
    let error = try SmallThread.run { () -> String? in
      do {
        _ = try Scene(from: EndlessDecoder())
        return nil
      } catch DecodingError.dataCorrupted(let context) {
        return context.debugDescription
      }
    }
    #expect(error == "nested deeper than \(JSONValue.depthLimit) levels")
  }

  /// Partly read content of an invalid text is freed on a small stack as well.
  @Test func faultsInTheDeepTakeLittleStack() throws {
    for scene in Self.scenes {
      let json = scene + "x"
      let code = try SmallThread.run { () -> SceneError.Code? in
        do {
          _ = try Scene(json: json)
          return nil
        } catch let error as SceneError {
          return error.code
        }
      }
      #expect(code == .malformed)
    }
  }

  /// Reading every part before checking its depth would take 32 times as much stack.
  @Test func partsInPartsAreNoDeeperThanStacks() throws {
    let stacks = Self.limit
    let parts = (0..<31).map { index in
      let inner = index == 0 ? #"{"Spacer": {}}"# : #"{"Part": "p\#(index - 1)"}"#
      return #""p\#(index)": \#(Self.nested(#"{"Row": ["#, inner, "]}", stacks))"#
    }
    let json = #"{"parts": {\#(parts.joined(separator: ", "))}, "body": {"Part": "p30"}}"#
    let error = try SmallThread.run { () -> SceneError? in
      do {
        _ = try Scene(json: json)
        return nil
      } catch let error as SceneError {
        return error
      }
    }
    #expect(error?.code == .tooDeep && error?.path.isEmpty == false)
  }

  /// Nested rows of eight, four levels deep: 4,096 boxes with two shadows each.
  @Test func shadowsOfPartsAreCounted() throws {
    func scene(_ shadows: Int) -> String {
      let list = Array(repeating: ##"{"color": "#000", "blur": 500}"##, count: shadows)
      let box =
        ##"{"Box": {"color": "#FFF", "size": {"width": 9, "height": 9}}, "shadow": ["##
        + list.joined(separator: ", ") + "]}"
      let parts = (1...4).map { level in
        let uses = Array(repeating: #"{"Part": "p\#(level - 1)"}"#, count: 8)
        return #""p\#(level)": {"Row": [\#(uses.joined(separator: ", "))]}"#
      }
      return #"{"parts": {"p0": \#(box), \#(parts.joined(separator: ", "))}, "#
        + #""body": {"Part": "p4"}}"#
    }
    #expect(throws: Never.self) { try Scene(json: scene(1)) }
    do throws(SceneError) {
      _ = try Scene(json: scene(2))
      Issue.record("8,192 shadows were read")
    } catch {
      #expect(error.code == .tooLarge && error.reason == "more than 4096 shadows and effects")
      #expect(error.line == 1 && error.path.hasPrefix("parts.p4.Row["))
    }
  }
}

/// A list of a list of a list, without end.
private struct EndlessDecoder: Decoder, UnkeyedDecodingContainer {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int? { nil }
  var isAtEnd: Bool { false }
  var currentIndex: Int { 0 }

  private var fault: DecodingError {
    DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: [], debugDescription: "here are lists alone"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw fault
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { self }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw fault }
  func decodeNil() throws -> Bool { throw fault }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
  func superDecoder() -> any Decoder { self }
  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }

  func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    throw fault
  }
}

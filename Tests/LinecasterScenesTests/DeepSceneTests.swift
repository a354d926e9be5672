import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

/// Scenes as deep as they may be are read, compared, written and freed with 512 KB of stack.
@Suite struct DeepSceneTests {
  private static func nested(_ start: String, _ inner: String, _ end: String, _ count: Int)
    -> String
  {
    String(repeating: start, count: count) + inner + String(repeating: end, count: count)
  }

  private static let limit = LayoutNode.maximumDepth

  /// As deep as a scene may be, in each way that something can be in itself.
  static let scenes = [
    #"{"body": \#(nested(#"{"Row": {"content": ["#, #"{"Spacer": {}}"#, "]}}", limit))}"#,
    #"{"body": \#(nested(#"{"Row": ["#, #"{"Text": "a"}"#, #"], "padding": 1}"#, limit))}"#,
    #"{"body": {"Text": \#(nested(#"[{"Styled": "#, #""a""#, #", "weight": 700}]"#, 380))}}"#,
    #"{"body": {"Text": \#(nested("[", #""a""#, "]", 760))}}"#,
    #"{"style": \#(nested(#"{"size": 9, "style": "#, "{}", "}", 760)), "body": {"Text": "a"}}"#,
    parts(31),
  ]

  /// Parts in parts, each of as many stacks as all of them together may have.
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

  /// What is read of a text that turns out to be none is freed as well.
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

  /// Were every part read before its depth is looked at, this would take 32 times as much stack.
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

  /// Eight rows of eight in each other, four deep: 4,096 boxes with two shadows each.
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
      #expect(error.code == .tooLarge && error.reason == "more than 4096 shadows")
      #expect(error.line == 1 && error.path.hasPrefix("parts.p4.Row["))
    }
  }
}

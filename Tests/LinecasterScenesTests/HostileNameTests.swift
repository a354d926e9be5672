import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

/// Names and texts of thousands of combining marks take linear time at any place.
@Suite(.serialized) struct HostileNameTests {
  /// Scenes with `@` in place of the text and `&` in place of one with another end.
  static let scenes = [
    #"{"@": 1, "&": 2}"#,
    #"{"body": {"@": 1, "&": 2}}"#,
    #"{"body": {"Spacer": {}, "@": 1}}"#,
    #"{"body": {"Spacer": {"@": 1}}}"#,
    #"{"body": {"Row": {"@": 1, "&": 1}}}"#,
    #"{"body": {"Row": {"alignment": "@"}}}"#,
    #"{"body": {"Spacer": {}, "basis": "@"}}"#,
    #"{"body": {"Spacer": {}, "basis": "@%"}}"#,
    #"{"body": {"Spacer": {}, "theme": "@"}}"#,
    #"{"body": {"Spacer": {}, "background": "@"}}"#,
    ##"{"body": {"Spacer": {}, "background": "#@"}}"##,
    #"{"body": {"Spacer": {}, "background": {"@": 1}}}"#,
    #"{"body": {"Row": [{"Image": {"image": "@"}}, {"Image": {"image": "&"}}]}}"#,
    #"{"body": {"Row": [{"Text": "@"}, {"Text": "&"}]}}"#,
    #"{"body": {"Row": [{"Text": {"string": "a", "@": 1}}]}}"#,
    #"{"body": {"Text": ["a", {"Styled": "@", "language": "&"}]}}"#,
    #"{"body": {"Text": {"string": "a", "truncationToken": ["@", {"Styled": "&"}]}}}"#,
    #"{"body": {"Text": {"string": "a", "paragraphStyle": {"hangingPunctuation": ["@"]}}}}"#,
    #"{"body": {"Text": {"string": "a", "paragraphStyle": {"justification": "@"}}}}"#,
    #"{"body": {"Text": {"string": "a", "style": {"hyphenCharacter": "@"}}}}"#,
    #"{"body": {"Text": {"string": "a", "tabStops": [{"position": 1, "leader": "@"}]}}}"#,
    #"{"body": {"Text": {"string": "a", "strutStyle": {"language": "@"}}}}"#,
    #"{"body": {"Text": [{"Attachment": {"layout": {"Text": "@"}}}]}}"#,
    #"{"body": {"Text": [{"Attachment": {"layout": {"Part": "@"}, "&": 1}}]}}"#,
    #"{"style": {"language": "@"}, "body": {"Text": ["a", {"Styled": "b", "language": "&"}]}}"#,
    #"{"style": {"families": ["@"]}, "body": {"Text": [{"Styled": "b", "families": ["&"]}]}}"#,
    #"{"style": {"features": {"@": 1}}, "body": {"Spacer": {}}}"#,
    #"{"style": {"weight": "@"}, "body": {"Spacer": {}}}"#,
    #"{"style": "@", "styles": {"&": {}}, "body": {"Spacer": {}}}"#,
    #"{"style": {"style": "@"}, "styles": {"@": {}, "&": {}}, "body": {"Spacer": {}}}"#,
    ##"{"colors": {"@": "#FFF", "&": "#000"}, "body": {"Spacer": {}, "background": "@"}}"##,
    ##"{"colors": {"a": {"@": "#FFF"}}, "body": {"Spacer": {}}}"##,
    #"{"parts": {"@": {"Spacer": {}}, "&": {"Spacer": {}}}, "body": {"Part": "@"}}"#,
    #"{"parts": {"&": {"Spacer": {}}}, "body": {"Part": "@"}}"#,
  ]

  private func json(_ scene: String, byteCount: Int) -> [UInt8] {
    Array(
      scene.replacing("&", with: AlternatingMarks.text(byteCount: byteCount, end: "y"))
        .replacing("@", with: AlternatingMarks.text(byteCount: byteCount, end: "x")).utf8)
  }

  @Test(arguments: scenes)
  func isReadInProportion(scene: String) {
    let growth = AlternatingMarks.growth { byteCount in
      let json = json(scene, byteCount: byteCount)
      return {
        let (scene, again) = (try? Scene(json: json), try? Scene(json: json))
        #expect(scene == again && scene?.hashValue == again?.hashValue)
        let (layout, same) = (scene?.layout, again?.layout)
        #expect(layout == same && layout?.hashValue == same?.hashValue)
      }
    }
    #expect(growth.isProportional, "\(growth)")
  }

  /// Both kinds occur: scenes that can be read, and faults, which take linear time too.
  @Test func scenesOfBothKindsAreThere() {
    let read = Self.scenes.count { (try? Scene(json: json($0, byteCount: 4))) != nil }
    #expect(read >= 8 && Self.scenes.count - read >= 8, "\(read)")
  }

  @Test func scenesAreComparedInProportion() {
    let growth = AlternatingMarks.growth { byteCount in
      let scenes = ["x", "y"].compactMap { end in
        let text = AlternatingMarks.text(byteCount: byteCount, end: end)
        return try? Scene(
          json: #"{"body": {"Row": [{"Text": "\#(text)"}, {"Image": {"image": "\#(text)"}}]}}"#)
      }
      return {
        #expect(scenes[0] != scenes[1])
        #expect(scenes[0].layout != scenes[1].layout)
      }
    }
    #expect(growth.isProportional, "\(growth)")
  }

  @Test func namesThatAreEquivalentAreNotTheSame() throws {
    let names = ["\u{E9}", "e\u{301}"]
    let scene = try Scene(
      json: """
        {"parts": {"\(names[0])": {"Text": "a"}, "\(names[1])": {"Text": "b"}},
         "body": {"Part": "\(names[1])"}}
        """)
    let plain = try Scene(json: #"{"body": {"Text": "b"}}"#)
    #expect(scene.layout == plain.layout)
  }

  /// A word followed by thousands of combining marks is another word.
  @Test func marksBehindAWordMakeAnotherWord() {
    for scene in [##"{"body": {"Spacer": {}, "background": "#FFF@"}}"##, #"{"bod@": {}}"#] {
      #expect(throws: SceneError.self) { try Scene(json: json(scene, byteCount: 400)) }
    }
  }
}

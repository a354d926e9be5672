import Foundation
import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

@Suite struct SceneFaultsTests {
  private func faults(_ json: String) -> [String] {
    Scene.faults(json: Array(json.utf8), source: "a.json").map(\.description)
  }

  @Test func allFaultsAreToldInOrder() {
    let json = """
      {"width": 0, "colours": {}, "colors": {"ink": "#12", "page": "#FFF"},
       "styles": {"a": {"sice": 3}, "b": {"size": "x", "weight": 4000}},
       "parts": {"p": {"Text": "a", "paddin": 1}, "q": {"Part": "r"}},
       "body": {"Column": {"spacing": "x", "align": 1, "content": [
         {"Text": ["a", {"weight": 3}, {"Styled": "b", "slant": "up"}, 4], "grow": "x",
          "background": "ink"},
         {"Txt": "a"}, {"Part": "p"}, {"Part": "s", "opacity": "x"},
         {"Box": {"color": "none"}}, {"Spacer": {}, "theme": "red", "shadow": [{}, {"blur": 1}]}
       ]}, "colr": 3}}
      """
    #expect(
      faults(json).map { $0.split(separator: ": ")[1] } == [
        "width", "colours", "colors.ink", "styles.a.sice", "styles.b.size", "styles.b.weight",
        "parts.p.paddin", "parts.q.Part", "body.Column.spacing", "body.Column.align",
        "body.Column.content[0].Text[1]", "body.Column.content[0].Text[2].slant",
        "body.Column.content[0].Text[3]", "body.Column.content[0].grow",
        "body.Column.content[1].Txt", "body.Column.content[3].Part",
        "body.Column.content[3].opacity", "body.Column.content[4].Box",
        "body.Column.content[4].Box.color", "body.Column.content[5].theme",
        "body.Column.content[5].shadow[0]", "body.Column.content[5].shadow[1]", "body.colr",
      ])
  }

  @Test func aSceneWithoutFaultsHasNone() {
    #expect(faults(#"{"body": {"Spacer": {}}}"#).isEmpty)
  }

  @Test(arguments: [
    ("{", "a.json:1:2: not JSON: expected a name in quotes"),
    ("[1]", #"a.json:1:1: an array is not a scene, such as {"body": {"Text": "Hello"}}"#),
  ])
  func whatIsNoSceneIsOneFault(json: String, fault: String) {
    #expect(faults(json) == [fault])
  }

  @Test func lengthAndDepthEndTheReading() {
    let long = [UInt8](repeating: 0x20, count: Scene.byteLimit + 1)
    #expect(Scene.faults(json: long).map(\.code) == [.tooLarge])
    let cycle = faults(#"{"width": 0, "parts": {"a": {"Part": "a"}}, "body": {"Part": "a"}}"#)
    #expect(cycle.count == 2 && cycle[1].hasSuffix("the part 'a' contains itself"))
  }

  @Test func manyFaultsAreCut() {
    let nodes = (0..<400).map { #"{"Text": "a", "x\#($0)": 1}"# }.joined(separator: ",")
    let found = faults(#"{"body": {"Row": [\#(nodes)]}}"#)
    #expect(found.count == Scene.faultLimit)
    #expect(found[0].contains("Row[0].x0") && found[99].contains("Row[99].x99"))
  }

  @Test func placesAreCountedInCharacters() {
    let found = faults("{\"ü\": 1,\n \"é\": 1, \"ẍ\": 2}")
    #expect(
      found.map { $0.split(separator: ": ")[0] } == [
        "a.json:1:1", "a.json:1:2", "a.json:2:2", "a.json:2:10",
      ])
  }

  /// In any broken scene, the list of faults starts with the first one, is ordered and without
  /// duplicates, and contains the one that ends reading.
  @Test func theFirstFaultIsAmongAll() throws {
    var generator = SeededGenerator()
    for round in 0..<300 {
      let layout = generator.layout(depth: 3)
      let json = Array(try Scene(layout).json.utf8)
      #expect(Scene.faults(json: json).isEmpty)
      var broken = json
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<broken.count, using: &generator)
        if UnicodeScalar(broken[place]).properties.isAlphabetic, broken[place] < 0x80 {
          broken[place] = UInt8(ascii: "q")
        }
      }
      let all = Scene.faults(json: broken)
      do {
        _ = try Scene(json: broken)
        #expect(all.isEmpty)
      } catch {
        #expect(all.contains(error), "\(error), round \(round), seed \(generator.seed)")
        #expect(Set(all).count == all.count, "round \(round), seed \(generator.seed)")
        let places = all.map { ($0.line ?? 0, $0.column ?? 0) }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
      }
    }
  }
}

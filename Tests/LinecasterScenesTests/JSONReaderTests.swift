import Foundation
import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

@Suite struct JSONReaderTests {
  private func read(_ text: String) throws(SceneFault) -> JSONValue {
    try JSONValue(json: Array(text.utf8))
  }

  @Test(arguments: [
    ("0", 0.0), ("-0.5", -0.5), ("1e3", 1000), ("12.5E-1", 1.25), (" 7 ", 7),
  ])
  func numbersAreRead(text: String, number: Double) throws {
    #expect(try read(text) == .number(number))
  }

  @Test func stringsAreRead() throws {
    #expect(try read(#""a\n\"\\\/\t\u0041\ud83d\uDE00é""#) == .string("a\n\"\\/\tA😀é"))
    #expect(try read(#""\b\f\r\u0000\uFFFF""#) == .string("\u{8}\u{C}\r\u{0}\u{FFFF}"))
    // The first and the last character that a surrogate pair encodes.
    #expect(try read(#""\ud800\udc00\uDBFF\uDFFF""#) == .string("\u{10000}\u{10FFFF}"))
  }

  @Test func wordsAndListsAreRead() throws {
    let json = #" { "a" : [ true , false,null ] , "b" : { } } "#
    #expect(
      try read(json)
        == .object([
          JSONMember("a", .array([.bool(true), .bool(false), .null])),
          JSONMember("b", .object([])),
        ]))
  }

  @Test func whatIsClosedIsNotDeep() throws {
    let lists = (0..<5000).map { _ in "[[]]" }.joined(separator: ",")
    let objects = (0..<5000).map { _ in #"{"a": {}}"# }.joined(separator: ",")
    #expect(throws: Never.self) { try read("[\(lists), \(objects)]") }
  }

  @Test(arguments: [
    "", " ", "01", "-", "1.", ".5", "1e", "+1", "1e999", "nul", "[1,]", "[1 2]", "{\"a\"}",
    "{\"a\":}",
    "{a:1}", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"", "\"\n\"", "1 2",
    "{\"a\":1,}",
    "{\"a\":1,\"a\":2}", "\"\\u+123\"", "[", "{", "tru", "\u{0}",
  ])
  func whatIsNoJSONIsAFault(text: String) {
    #expect(throws: SceneFault.self) { try read(text) }
  }

  @Test func bytesThatAreNoTextAreAFault() {
    #expect(throws: SceneFault.self) { try JSONValue(json: [0x22, 0xFF, 0x22]) }
  }

  /// Mutated texts give a value or a fault, and Foundation agrees that each text with a value is
  /// JSON.
  @Test func mangledTextsAreReadOrFaults() throws {
    var generator = SeededGenerator()
    let text = Array(try Scene(generator.layout()).json.utf8)
    for _ in 0..<400 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch generator.next() % 3 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
        case 1: bytes.remove(at: place)
        default:
          bytes.insert(Array("{}[]\",:\\0".utf8).randomElement(using: &generator) ?? 0, at: place)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      guard (try? JSONValue(json: bytes)) != nil else { continue }
      let isJSON =
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
      #expect(isJSON, "seed \(generator.seed): \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}

import Foundation
import Testing

@testable import BenchMeasurement

@Suite struct SampleJSONTests {
  private let sample = Sample(
    peer: "linecaster-0.1.0", mode: "first", corpus: "feed", unit: "char", units: 1000,
    nanoseconds: 123_456, facts: [.init("lines", 12), .init("glyphs", 990)])

  @Test func linesHaveTheFormOfThePeers() {
    #expect(
      sample.json == """
        {"peer":"linecaster-0.1.0","mode":"first","corpus":"feed","unit":"char","units":1000,\
        "ns":123456,"ns_per_unit":123.456,"units_per_second":8100051.8,"lines":12,"glyphs":990}
        """)
    var sample = sample
    sample.nanoseconds = 0
    #expect(sample.unitsPerSecond == nil && !sample.json.contains("units_per_second"))
  }

  @Test func clocksAndInstructionsAreWrittenWhereTheyApply() throws {
    var sample = sample
    sample.clock = "wall"
    sample.instructionsPerUnit = 45.5
    #expect(
      sample.json.contains(#""clock":"wall","instructions":45500,"instructions_per_unit":45.50"#))
    let read = try #require(Sample(json: sample.json))
    #expect(read.clock == "wall")
    #expect(read.instructionsPerUnit == 45.5)
  }

  @Test(arguments: ["plain", "quote\"", "back\\slash", "line\nend", "tab\t", "ünïcødé 🎉", ""])
  func stringsSurvive(corpus: String) throws {
    var sample = sample
    sample.corpus = corpus
    let read = try #require(Sample(json: sample.json))
    #expect(read.corpus == corpus)
    #expect(read.peer == sample.peer)
    #expect(read.units == 1000)
    #expect(read.nanoseconds == 123_456)
  }

  @Test(arguments: [
    "", "round 1 of 5", "[1]", "{}", #"{"peer":"p"}"#,
    #"{"peer":"p","mode":"m","corpus":"c","unit":"u","units":0,"ns":1}"#,
    #"{"peer":"p","mode":"m","corpus":"c","unit":"u","units":1e300,"ns":1}"#,
    #"{"peer":"p","mode":"m","corpus":"c","unit":"u","units":"1","ns":1}"#,
    #"{"peer":"p","mode":"m","corpus":"c","unit":"u","units":1,"ns":1"#,
  ]) func otherLinesAreNoSamples(line: String) {
    #expect(Sample(json: line) == nil)
  }

  @Test func filesMayHaveOtherLines() {
    let text = "round 1\n\(sample.json)\r\n\n{\n\(sample.json)"
    #expect(SampleReader.samples(in: Data(text.utf8)).map(\.units) == [1000, 1000])
  }
}

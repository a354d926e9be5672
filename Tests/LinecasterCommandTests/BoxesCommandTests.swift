import Foundation
import Testing

@Suite struct BoxesCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ cases: [String], _ options: String...) async throws -> LinecasterRun {
    let file = try folder.write(cases.joined(separator: "\n"), to: "cases.jsonl")
    return try await LinecasterRun(["boxes", file] + options)
  }

  private func row(_ name: String, _ fields: String = "", _ style: String = "") -> String {
    #"{"name": "\#(name)"\#(fields), "root": {"style": {"width": 100, "height": 10\#(style)}, "#
      + #""children": [{"style": {"flexGrow": 1}}, {"style": {"flexGrow": 2}}]}}"#
  }

  @Test func printsTheBoxesInPreOrder() async throws {
    let run = try await run([row("a"), row("b", #", "rounding": 1"#)])
    #expect(run.status == 0 && run.errors == "")
    let third = 100.0 / 3
    #expect(
      run.output == """
        {"boxes":[[0,0,100,10],[0,0,\(third),10],[\(third),0,\(2 * third),10]],"name":"a"}
        {"boxes":[[0,0,100,10],[0,0,33,10],[33,0,67,10]],"name":"b"}

        """)
  }

  @Test func readsTheFieldsOfACase() async throws {
    let run = try await run([
      row("rtl", #", "rounding": 1, "direction": "rtl", "available": [300, null]"#),
      row("yoga", #", "rounding": 1, "defaults": "yoga""#),
      #"{"name": "text", "available": [50, null], "root": {"children": [{"measure": "#
        + #"{"kind": "words", "words": [30, 30], "line": 10}}]}}"#,
    ])
    #expect(run.status == 0)
    #expect(
      run.output == """
        {"boxes":[[0,0,100,10],[67,0,33,10],[0,0,67,10]],"name":"rtl"}
        {"boxes":[[0,0,100,10],[0,0,100,3],[0,3,100,7]],"name":"yoga"}
        {"boxes":[[0,0,50,20],[0,0,50,20]],"name":"text"}

        """)
  }

  @Test func badLinesAreNamedAndTheRestRuns() async throws {
    let run = try await run([
      "nope", #"{"name": "rootless"}"#, row("key", "", #", "floatMode": "left""#),
      row("word", "", #", "flexWrap": "maybe""#), row("length", "", #", "left": "5em""#),
      row("number", "", #", "flexGrow": "much""#), row("defaults", #", "defaults": "ios""#),
      #"{"name": "both", "root": {"measure": {"kind": "words", "words": [1], "line": 1}, "#
        + #""children": [{}]}}"#,
      row("good"),
    ])
    #expect(run.status == 1)
    let results = run.output.split(separator: "\n")
    #expect(results.count == 9 && results[0] == #"{"error":"not JSON","name":null}"#)
    #expect(results[2] == #"{"error":"style 'floatMode' is unknown","name":"key"}"#)
    #expect(results[8].contains(#""boxes":[["#))
    let source = folder.file("cases.jsonl")
    #expect(
      run.errors.split(separator: "\n") == [
        "linecaster: \(source):1: not JSON",
        "linecaster: \(source):2: missing field 'root'",
        "linecaster: \(source):3: style 'floatMode' is unknown",
        "linecaster: \(source):4: style 'flexWrap' cannot be 'maybe'",
        "linecaster: \(source):5: style 'left' cannot be '5em'",
        "linecaster: \(source):6: style 'flexGrow' cannot be 'much'",
        "linecaster: \(source):7: field 'defaults' is 'ios', not one of css, yoga",
        "linecaster: \(source):8: a node has both 'measure' and 'children'",
      ])
  }

  @Test func treesTooDeepAreErrors() async throws {
    var root = "{}"
    for _ in 0..<300 { root = #"{"children": [\#(root)]}"# }
    let run = try await run([#"{"name": "deep", "root": \#(root)}"#, row("good")])
    #expect(run.status == 1)
    #expect(run.output.contains(#""error":"#) && run.output.contains(#""name":"good""#))
  }

  @Test func standardInputIsADash() async throws {
    let file = try folder.write(row("a"), to: "cases.jsonl")
    let run = try await LinecasterRun(["boxes", "-"], input: file)
    #expect(run.status == 0 && run.output.hasSuffix("\"name\":\"a\"}\n"))
  }

  @Test func drawsEachCase() async throws {
    let images = folder.file("images")
    let run = try await run([row("a/b <&>"), row("a/b <&>")], "--svg", images)
    #expect(run.status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: images).sorted()
    #expect(names == ["a-b----.svg", "a-b----~2.svg"])
    let svg = try String(contentsOfFile: "\(images)/a-b----.svg", encoding: .utf8)
    #expect(svg.contains("<title>a/b &lt;&amp;&gt;</title>"))
    #expect(svg.contains(##"<rect x="0.0" y="0.0" width="100.0" height="10.0""##))
    #expect(svg.components(separatedBy: "<rect").count == 5)
  }

  @Test func faultyFilesAndFoldersAreNamed() async throws {
    let gone = try await LinecasterRun(["boxes", folder.file("gone")])
    #expect(gone.status == 1 && gone.errors.contains("gone: cannot be read"))
    let file = try folder.write("", to: "file")
    let run = try await run([row("a")], "--svg", file + "/below")
    #expect(run.status == 1 && run.errors.contains("below: cannot be created"))
  }
}

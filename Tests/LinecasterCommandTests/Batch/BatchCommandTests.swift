import Foundation
import Linecaster
import LinecasterScenes
import LinecasterTestSupport
import Testing

@testable import LinecasterCommand

/// The built command, from its input to its output and files.
@Suite(.serialized) struct BatchCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let template = ##"""
    {"data": {"name": "Ada"}, "defaults": {"color": "#1A5FB4"}, "width": 120, "body": {"Row": [
      {"Text": {"string": "Hello {{name}} नमस्ते", "style": {"size": 14}}}
    ], "padding": 6, "background": "{{color}}"}}
    """##

  /// Requests for the template, each with another name.
  private static func rows(_ count: Int) -> String {
    (0..<count).map { #"{"id": \#($0), "data": {"name": "row \#($0)"}}"# + "\n" }.joined()
  }

  /// Lines of output as JSON.
  private func answers(_ run: LinecasterRun) throws -> [[String: Any]] {
    try run.output.split(separator: "\n").map { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(value as? [String: Any])
    }
  }

  private func batch(
    _ input: String, _ arguments: String..., meanwhile: (Process) async throws -> Void = { _ in }
  ) async throws -> LinecasterRun {
    try await LinecasterRun(
      ["batch"] + arguments, input: try folder.write(input, to: "input"), meanwhile: meanwhile)
  }

  /// The pictures equal those of `render`.
  @Test(arguments: ["png", "jpg", "webp"])
  func picturesAreThoseOfRender(format: String) async throws {
    let scene = ##"{"width": 90, "background": "#fed", "body": {"Text": "Office 👋 مرحبًا"}}"##
    let path = try folder.write(scene, to: "scene.json")
    let out = folder.file("out.\(format)")
    let render = try await LinecasterRun(["render", path, "-o", out, "--scale", "2"])
    #expect(render.status == 0)
    let run = try await batch(
      #"{"id": 1, "scene": \#(scene), "scale": 2, "format": "\#(format)"}"#)
    #expect(run.status == 0)
    let answer = try #require(try answers(run).first)
    let picture = Data(base64Encoded: try #require(answer["picture"] as? String))
    #expect(try picture == folder.read("out.\(format)"))
    #expect(answer["sha256"] as? String == picture.map { SHA256.hexadecimal(Array($0)) })
    #expect(answer["width"] as? Int == 180)
    #expect(run.errors.hasPrefix("linecaster: 1 cards in ") && run.errors.hasSuffix(": 1 drawn\n"))
  }

  /// The example of the article on the command line.
  @Test func theBadgesAreDrawn() async throws {
    let demo =
      URL(fileURLWithPath: #filePath).pathComponents.dropLast(4) + [
        "Sources", "LinecasterCommand", "Demo",
      ]
    let folder = demo.joined(separator: "/").dropFirst()
    let run = try await LinecasterRun(
      ["batch", "--template", "\(folder)/badge.json"], input: "\(folder)/badges.jsonl")
    #expect(run.status == 0 && run.output.split(separator: "\n").count == 4, "\(run.errors)")
  }

  /// An invalid row does not end the batch, and its answer has the fault with its place.
  @Test func wrongRowsAreAnswered() async throws {
    let rows: [(String, code: String, path: String, reason: String)] = [
      ("garbage", "malformed", "", "not JSON"),
      ("[1]", "wrongValue", "", "an array is not a request"),
      (#"{"scene": {}}"#, "missing", "", "'id' is missing"),
      (#"{"id": 1.5}"#, "wrongValue", "id", "64-bit integer"),
      (#"{"id": 1, "id": 2}"#, "malformed", "", "duplicate name"),
      (#"{"id": 1, "scene": {"body": {"Text": 1}}}"#, "wrongValue", "scene.body.Text", "1"),
      (
        #"{"id": 1, "scene": {"body": {"Row": [{"Text": "a", "paddin": 1}]}}}"#, "unknownName",
        "scene.body.Row[0].paddin", "did you mean 'padding'?"
      ),
      (#"{"id": 1, "data": []}"#, "wrongValue", "data", "an object with the data"),
      (
        #"{"id": 1, "data": {"name": "a", "color": "blu"}}"#, "unknownName", "body.background",
        "at request"
      ),
      (#"{"id": 1, "scene": {}, "template": {}}"#, "wrongValue", "template", "combined"),
      (#"{"id": 1, "scene": {"body": {"Row": []}}, "data": {}}"#, "wrongValue", "data", "template"),
      (#"{"id": 1, "widht": 3}"#, "unknownName", "widht", "did you mean 'width'?"),
      (#"{"id": 1, "width": 0}"#, "wrongValue", "width", "from 1 to 10000"),
      (#"{"id": 1, "scale": "2"}"#, "wrongValue", "scale", "from 0.5 to 4"),
      (#"{"id": 1, "theme": "red"}"#, "wrongValue", "theme", "light, dark"),
      (#"{"id": 1, "format": "gif"}"#, "wrongValue", "format", "png"),
      (#"{"id": 1, "scene": {"body": {"Column": []}, "width": 9}}"#, "empty", "", "no pixels"),
      (
        #"{"id": 1, "scene": {"body": {"Box": "#
          + #"{"color": "black", "size": {"width": 9, "height": 1e9}}}}}"#,
        "tooLarge", "", "limit"
      ),
    ]
    let template = try folder.write(Self.template, to: "card.json")
    let good = #"{"id": "good", "data": {"name": "a"}}"#
    let input = (rows.map(\.0) + [good]).joined(separator: "\n")
    let run = try await batch(input, "--template", template)
    #expect(run.status == 2)
    #expect(run.errors.hasSuffix(": 1 drawn, \(rows.count) failed\n"), "\(run.errors)")
    let answers = try answers(run)
    #expect(answers.count == rows.count + 1)
    for (number, (row, answer)) in zip(rows, answers).enumerated() {
      let error = try #require(answer["error"] as? [String: Any], "\(row.0)")
      #expect(error["code"] as? String == row.code, "\(row.0): \(error)")
      #expect(error["path"] as? String == row.path, "\(row.0): \(error)")
      #expect(error["line"] as? Int == number + 1)
      #expect((error["reason"] as? String)?.contains(row.reason) == true, "\(row.0): \(error)")
    }
    #expect(answers.last?["id"] as? String == "good" && answers.last?["error"] == nil)
    let colored = try #require(answers[8]["error"] as? [String: Any])
    #expect((colored["place"] as? String)?.hasPrefix("\(template):3:") == true, "\(colored)")
  }

  @Test func numbersOf64BitsAndAnyNamesComeBack() async throws {
    let ids: [String] = [
      "9223372036854775807", "-9223372036854775808", #""\u0001/\"é\n""#, "12e3", #""""#,
    ]
    let input = ids.map { id in #"{"id": \#(id), "scene": {"body": {"Text": "a"}}}"# }
    let run = try await batch(input.joined(separator: "\n"))
    #expect(run.status == 0)
    let back = run.output.split(separator: "\n").map { line in String(line.prefix { $0 != "," }) }
    let expected: [String] = [
      #"{"id":9223372036854775807"#, #"{"id":-9223372036854775808"#,
      #"{"id":"\u0001/\"é\u000a""#, #"{"id":12000"#, #"{"id":"""#,
    ]
    #expect(back == expected)
  }

  /// The bytes do not depend on the number of workers or on earlier rows.
  @Test func workersMakeNoDifference() async throws {
    let template = try folder.write(Self.template, to: "card.json")
    let rows = Self.rows(60)
    let one = try await batch(rows, "--template", template, "--workers", "1", "--no-times")
    #expect(one.status == 0 && one.output.split(separator: "\n").count == 60)
    for workers in ["2", "16"] {
      let many = try await batch(rows, "--template", template, "--workers", workers, "--no-times")
      #expect(many.bytes == one.bytes, "\(workers) workers")
    }
    let other = try await batch(
      rows, "--template", template, "--workers", "3", "--unordered", "--no-times")
    #expect(
      other.output.split(separator: "\n").sorted() == one.output.split(separator: "\n").sorted())
    // The last row alone, in a new process.
    let last = try await batch(
      String(try #require(rows.split(separator: "\n").last)), "--template", template, "--no-times")
    #expect(last.output == one.output.split(separator: "\n").last.map { "\($0)\n" })
  }

  /// Keys depend on the request, not on its identifier or its notation.
  @Test func keysAreThoseOfWhatIsAskedFor() async throws {
    let template = try folder.write(Self.template, to: "card.json")
    let input = [
      #"{"id": 1, "data": {"name": "a"}}"#, #"{ "data" : {"name": "\u0061"}, "id": "x"}"#,
      #"{"id": 1, "data": {"name": "b"}}"#, #"{"id": 1, "data": {"name": "a"}, "scale": 2}"#,
    ].joined(separator: "\n")
    func keys(_ arguments: String...) async throws -> [String] {
      let path = try folder.write(input, to: "input")
      let run = try await LinecasterRun(
        ["batch", "--template", template] + arguments, input: path)
      return try answers(run).compactMap { $0["key"] as? String }
    }
    let plain = try await keys()
    #expect(plain.count == 4 && plain[0] == plain[1] && Set(plain).count == 3)
    #expect(try await keys("--workers", "3", "--unordered").sorted() == plain.sorted())
    #expect(try await Set(keys("--scale", "2")).isDisjoint(with: plain))
    #expect(try await Set(keys("--font", FontFixtures.variable)).isDisjoint(with: plain))
    _ = try folder.write(Self.template + " ", to: "card.json")
    #expect(try await Set(keys()).isDisjoint(with: plain))
  }

  @Test func filesAreNamedAfterIdsAndResumed() async throws {
    let template = try folder.write(Self.template, to: "card.json")
    let files = folder.file("cards/all")
    let data = #""data": {"name": "a"}"#
    let input = #"{"id": "a/../b", \#(data)}"# + "\n" + #"{"id": ".x", \#(data)}"# + "\n"
    let run = try await batch(input, "--template", template, "--files", files)
    #expect(run.status == 0)
    let named = try answers(run)
    #expect(named.map { $0["file"] as? String } == ["a%2F..%2Fb.png", "%2Ex.png"])
    #expect(named.allSatisfy { $0["picture"] == nil })
    let written = try FileManager.default.contentsOfDirectory(atPath: files)
    #expect(written.sorted() == ["%2Ex.png", "a%2F..%2Fb.png"])
    let bytes = try folder.read("cards/all/%2Ex.png")
    #expect(named[1]["sha256"] as? String == SHA256.hexadecimal(Array(bytes)))
    // With `--resume`, existing files are left alone, even with other content.
    try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(files)/%2Ex.png"))
    let more = input + #"{"id": 3, \#(data)}"#
    let rest = try await batch(more, "--template", template, "--files", files, "--resume")
    #expect(rest.status == 0 && rest.errors.hasSuffix(": 1 drawn, 2 skipped\n"), "\(rest.errors)")
    #expect(try answers(rest).map { $0["skipped"] as? Bool } == [true, true, nil])
    #expect(try folder.read("cards/all/%2Ex.png") == Data("mine".utf8))
    // Without `--resume`, the file is written again.
    let again = try await batch(more, "--template", template, "--files", files)
    #expect(try again.status == 0 && folder.read("cards/all/%2Ex.png") == bytes)
    let long = #"{"id": "\#(String(repeating: "x", count: 201))", \#(data)}"#
    let refused = try await batch(long, "--template", template, "--files", files)
    #expect(refused.status == 2 && refused.output.contains(#""code":"tooLarge","path":"id""#))
  }

  /// Frames have the content of lines, with the bytes of pictures unencoded.
  @Test func framesSayTheSame() async throws {
    let template = try folder.write(Self.template, to: "card.json")
    let rows = Self.rows(20).split(separator: "\n").map { String($0) } + ["nonsense"]
    var input: [UInt8] = []
    for row in rows {
      let count = row.utf8.count
      input += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
      input += Array(row.utf8)
    }
    let path = folder.file("frames")
    try Data(input).write(to: URL(fileURLWithPath: path))
    let arguments = ["--template", template, "--no-times"]
    let framed = try await LinecasterRun(
      ["batch", "--framing", "frames"] + arguments, input: path)
    let plain = try await LinecasterRun(
      ["batch"] + arguments,
      input: try folder.write(rows.joined(separator: "\n"), to: "lines"))
    #expect(framed.status == 2 && plain.status == 2)
    var rest = framed.bytes[...]
    for line in try answers(plain) {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let value = try JSONSerialization.jsonObject(with: Data(rest.dropFirst(4).prefix(length)))
      var header = try #require(value as? [String: Any])
      rest = rest.dropFirst(4 + length)
      if let count = header.removeValue(forKey: "bytes") as? Int {
        header["picture"] = Data(rest.prefix(count)).base64EncodedString()
        rest = rest.dropFirst(count)
      }
      #expect(header as NSDictionary == line as NSDictionary)
    }
    #expect(rest.isEmpty)
  }

  /// An endless line takes no memory, and the next one is read.
  @Test func aLongLineIsPassedOver() async throws {
    let long = String(repeating: "x", count: 17 << 20)
    let run = try await batch(long + "\n" + #"{"id": 1, "scene": {"body": {"Text": "a"}}}"#)
    #expect(run.status == 2)
    let answers = try answers(run)
    #expect(answers.count == 2 && answers[1]["id"] as? Int == 1)
    #expect(run.output.contains(#""code":"tooLarge","path":"","line":1"#))
  }

  @Test func imagesThatAreMissingAreTold() async throws {
    let input = #"{"id": 1, "scene": {"body": {"Image": {"image": "no.png"}}}}"#
    let told = try await batch(input, "--images", folder.path)
    #expect(told.status == 0)
    let faults = try answers(told).first?["faults"] as? [String]
    #expect(faults?.count == 1 && faults?.first?.contains("scene.body.Image.image") == true)
    let strict = try await batch(input, "--images", folder.path, "--strict")
    #expect(strict.status == 2 && strict.output.contains(#""code":"unreadable""#))
  }

  @Test func charactersWithoutAFontAreTold() async throws {
    let run = try await batch(#"{"id": 1, "scene": {"body": {"Text": "a\u0378"}}}"#)
    #expect(run.status == 0 && run.output.contains(#""missing":["U+0378"]"#))
  }

  @Test func aCardHasItsTime() async throws {
    let text = String(repeating: "words and ", count: 200_000)
    let run = try await batch(
      #"{"id": 1, "scene": {"body": {"Text": "\#(text)"}}}"# + "\n"
        + #"{"id": 2, "scene": {"body": {"Text": "a"}}}"#, "--max-time", "0.01")
    #expect(run.status == 2 && run.output.contains(#"{"id":1,"error":{"code":"tooSlow""#))
    #expect(run.output.contains(#""limit":"time""#) && run.output.contains(#""allowed":10}"#))
  }

  /// A signal lets the current row finish, the stop is reported, and a later run can resume.
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func stopsAfterARow(signal: Int32, status: Int32) async throws {
    let template = try folder.write(Self.template, to: "card.json")
    let files = folder.file("cards")
    let pipe = Pipe()
    let program = Process()
    program.executableURL = LinecasterRun.program
    program.arguments = ["batch", "--template", template, "--files", files, "--workers", "2"]
    program.standardInput = pipe
    let (output, errors) = (Pipe(), Pipe())
    (program.standardOutput, program.standardError) = (output, errors)
    try program.run()
    try pipe.fileHandleForWriting.write(contentsOf: Data(Self.rows(5).utf8))
    // The input stays open, so the command waits for more when the signal comes.
    var answered = Data()
    while answered.count(where: { $0 == UInt8(ascii: "\n") }) < 5 {
      answered += output.fileHandleForReading.availableData
    }
    kill(program.processIdentifier, signal)
    while program.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    #expect(program.terminationStatus == status)
    let words = try errors.fileHandleForReading.readToEnd() ?? Data()
    let said = String(decoding: words, as: UTF8.self)
    #expect(
      said.contains(#"stopped after line 5, {"id":4}: all requests up to it are answered"#),
      "\(said)")
    try pipe.fileHandleForWriting.close()
    let rest = try await batch(
      Self.rows(8), "--template", template, "--files", files, "--resume")
    #expect(rest.errors.hasSuffix(": 3 drawn, 5 skipped\n"), "\(rest.errors)")
    // No temporary file is left.
    let names = try FileManager.default.contentsOfDirectory(atPath: files)
    #expect(names.sorted() == (0..<8).map { "\($0).png" })
  }

  @Test(arguments: [
    (["--resume"], "--resume needs --files"), (["--workers", "0"], "--workers must be"),
    (["--scale", "9"], "--scale must be"), (["--format", "gif"], "format"),
    (["--quality", "9"], "--quality needs"), (["--max-time", "0"], "--max-time must be"),
    (["--files", ""], "--files and --images must be folders"), (["--framing", "words"], "framing"),
  ])
  func wrongCommandLinesEndWith64(arguments: [String], message: String) async throws {
    let run = try await LinecasterRun(["batch"] + arguments)
    #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
  }

  @Test func faultsOfTheBatchEndIt() async throws {
    let none = try await batch("", "--template", folder.file("none.json"))
    #expect(none.status == 1 && none.errors.contains("none.json: cannot be read"), "\(none.errors)")
    let path = try folder.write("{", to: "bad.json")
    let bad = try await batch("", "--template", path)
    #expect(bad.status == 1 && bad.errors.contains("bad.json:1:2: not JSON"), "\(bad.errors)")
    let file = try folder.write("", to: "file")
    let folder = try await batch("", "--files", file)
    #expect(folder.status == 1 && folder.errors.contains("cannot be created"), "\(folder.errors)")
    let empty = try await batch("")
    #expect(empty.status == 0 && empty.output == "")
  }
}

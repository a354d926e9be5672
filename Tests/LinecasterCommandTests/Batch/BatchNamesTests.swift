import Foundation
import Testing

/// Names of rows, and names of their files.
@Suite struct BatchNamesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let badge =
    #"{"data": {"name": "Ada"}, "defaults": {"team": "Engines"}, "#
    + #""body": {"Text": "{{name}} {{team}}"}}"#

  private func batch(_ input: [String], _ arguments: String...) async throws -> LinecasterRun {
    let template = try folder.write(Self.badge, to: "badge.json")
    return try await LinecasterRun(
      ["batch", "--template", template, "--no-times"] + arguments,
      input: try folder.write(input.joined(separator: "\n"), to: "input"))
  }

  private func answers(_ run: LinecasterRun) throws -> [[String: Any]] {
    try run.output.split(separator: "\n").map { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(value as? [String: Any])
    }
  }

  /// A misspelt or missing name never draws the template's sample.
  @Test func rowsWithOtherNamesAreErrors() async throws {
    let run = try await batch([
      #"{"id": 1, "data": {"nmae": "Carl", "taem": "B"}}"#, #"{"id": 4}"#,
      #"{"id": 5, "data": {"name": null}}"#, #"{"id": 6, "data": {"name": "Carl"}}"#,
      #"{"id": 7, "template": \#(Self.badge)}"#,
    ])
    #expect(run.status == 2)
    let answers = try answers(run)
    let errors = answers.map { $0["error"] as? [String: Any] }
    #expect(errors[0]?["code"] as? String == "unknownName")
    #expect(errors[0]?["path"] as? String == "data.nmae")
    #expect((errors[0]?["reason"] as? String)?.hasSuffix("did you mean 'name'?") == true)
    let others = errors[0]?["others"] as? [String]
    #expect(others?.count == 1 && others?.first?.contains("did you mean 'team'?") == true)
    #expect(errors[1]?["code"] as? String == "missing")
    #expect((errors[1]?["reason"] as? String)?.hasPrefix("'name' is missing; ") == true)
    #expect((errors[2]?["reason"] as? String)?.hasPrefix("'name' is null; ") == true)
    // A template that comes with the request draws its own data.
    #expect(errors[3] == nil && errors[4] == nil)
  }

  @Test func checksOfNamesCanBeLimited() async throws {
    let rows = [#"{"id": 1, "data": {"name": "Ada", "more": 1}}"#, #"{"id": 2, "data": {}}"#]
    let missing = try answers(try await batch(rows, "--names", "missing"))
    #expect(missing[0]["error"] == nil && missing[1]["error"] != nil)
    let none = try answers(try await batch(rows, "--names", "none"))
    #expect(
      none[0]["sha256"] != nil && none[0]["sha256"] as? String == none[1]["sha256"] as? String)
  }

  /// The first of equal identifiers gets the file, with any number of workers.
  @Test(arguments: ["1", "4"])
  func noRowReplacesTheFileOfAnother(workers: String) async throws {
    let rows = ["1", "\"1\"", "2", "2"].enumerated().map { number, id in
      #"{"id": \#(id), "data": {"name": "\#(number)"}}"#
    }
    let files = folder.file("cards")
    let run = try await batch(rows, "--files", files, "--workers", workers)
    #expect(run.status == 2 && run.errors.hasSuffix(": 2 drawn, 2 failed\n"), "\(run.errors)")
    let answers = try answers(run)
    for (place, owner) in [(1, 1), (3, 3)] {
      let error = try #require(answers[place]["error"] as? [String: Any])
      #expect(error["code"] as? String == "duplicate" && error["path"] as? String == "id")
      let reason = try #require(error["reason"] as? String)
      #expect(reason.contains("has the picture of line \(owner)"), "\(reason)")
    }
    // The same holds for `--resume` with files of an earlier batch.
    let again = try await batch(rows, "--files", files, "--resume", "--workers", workers)
    #expect(again.errors.hasSuffix(": 2 skipped, 2 failed\n"), "\(again.errors)")
    #expect(try await batch(rows, "--workers", workers).status == 0)
  }

  /// The files are the same when flushed together or one by one.
  @Test func filesAreFlushed() async throws {
    for sync in ["end", "each"] {
      let files = folder.file(sync)
      let run = try await batch(
        [#"{"id": 1, "data": {"name": "Ada"}}"#], "--files", files, "--sync", sync)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try folder.read("end/1.png") == folder.read("each/1.png"))
    let without = try await batch([], "--sync", "each")
    #expect(without.status == 64 && without.errors.contains("--sync needs --files"))
  }

  /// Content outside of the picture is a fault of the answer, and an error of a strict row.
  @Test func contentThatDoesNotFitIsReported() async throws {
    let scene = #"{"height": 30, "body": {"Column": [{"Text": "a"}, {"Text": "b"}]}}"#
    let run = try await batch([
      #"{"id": 1, "scene": \#(scene)}"#, #"{"id": 2, "scene": \#(scene), "strict": true}"#,
      #"{"id": 3, "scene": {"body": {"Text": "{{name}}"}}}"#,
    ])
    let answers = try answers(run)
    let faults = try #require(answers[0]["faults"] as? [String])
    #expect(faults.count == 1 && faults[0].contains("scene.body.Column[1]: overflow: "))
    let error = try #require(answers[1]["error"] as? [String: Any])
    #expect(error["code"] as? String == "overflow")
    #expect(error["path"] as? String == "scene.body.Column[1]")
    let braces = try #require(answers[2]["faults"] as? [String])
    #expect(braces.count == 1 && braces[0].contains("'{{name}}' is drawn as it is"))
  }
}

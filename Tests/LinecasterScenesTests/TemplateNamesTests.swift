import Testing

@testable import LinecasterScenes

/// Names in data compared with those in templates.
@Suite struct TemplateNamesTests {
  private static let badge =
    #"{"data": {"name": "Ada", "id": 0}, "defaults": {"team": "Engines"}, "#
    + #""body": {"Text": "{{name}} {{id}} {{team}} {{nick?}}"}}"#

  private func faults(
    _ template: String, _ data: String, _ names: SceneTemplate.NameCheck = .all
  ) throws -> [String] {
    try SceneTemplate(json: template, source: "card.json")
      .faults(with: Array(data.utf8), source: "row.json", names: names).map(\.description)
  }

  private static func missing(_ name: String) -> String {
    "row.json:1:1: '\(name)' is missing; a row replaces every value in 'data' of the template, "
      + "unless 'defaults' has one too"
  }

  @Test(arguments: [
    (#"{"name": "Carl", "id": 4}"#, [String]()),
    (#"{"name": "Carl", "id": 4, "team": "B", "nick": "C"}"#, []),
    (
      #"{"nmae": "Carl", "id": 4}"#,
      [
        "row.json:1:2: nmae: 'nmae' is not a name that the template uses; did you mean 'name'?"
      ]
    ),
    ("{}", [missing("name"), missing("id")]), (#"{"id": 4}"#, [missing("name")]),
    (
      #"{"nmae": "Carl", "extra": 1}"#,
      [
        "row.json:1:2: nmae: 'nmae' is not a name that the template uses; did you mean 'name'?",
        "row.json:1:18: extra: 'extra' is not a name that the template uses", missing("id"),
      ]
    ),
    (
      #"{"name": null, "id": null}"#,
      [
        "card.json:1:86: body.Text: 'name' is null; give it a value, or write '{{name?}}'; "
          + "the value comes from 'name' at row.json:1:10",
        "card.json:1:86: body.Text: 'id' is null; give it a value, or write '{{id?}}'; "
          + "the value comes from 'id' at row.json:1:22",
      ]
    ),
  ])
  func allNamesOfARowAreChecked(data: String, messages: [String]) throws {
    #expect(try faults(Self.badge, data) == messages)
    let template = try SceneTemplate(json: Self.badge, source: "card.json")
    let thrown: String?
    do {
      _ = try template.scene(with: data, source: "row.json")
      thrown = nil
    } catch {
      thrown = error.description
    }
    #expect(thrown == messages.first)
  }

  @Test func checksCanBeLimited() throws {
    let data = #"{"nmae": "Carl"}"#
    #expect(
      try faults(Self.badge, data, .missing) == [Self.missing("name"), Self.missing("id")])
    #expect(try faults(Self.badge, data, .none).isEmpty)
    let template = try SceneTemplate(json: Self.badge)
    #expect(try template.scene(with: data, names: .none) == template.scene())
  }

  /// An undeclared name may be wrong in the template or in the data; it is reported once.
  @Test func undeclaredNamesAreReportedOnce() throws {
    let template = #"{"body": {"Text": "{{nam}} {{title}}"}}"#
    #expect(
      try faults(template, #"{"name": 1}"#) == [
        "card.json:1:19: body.Text: 'nam' is not a name in the data; did you mean 'name'?",
        "card.json:1:19: body.Text: 'title' is not a name in the data",
      ])
  }

  /// Members of a name are checked as far as the template shows which ones it uses.
  @Test(arguments: [
    (#"{"a": {"b": 1, "c": 2}}"#, ["c: 'c' is not a name that the template uses in 'a'"]),
    (#"{"a": {"b": 1}, "list": [{"x": 1}, {"y": 2}]}"#, ["list[1].y: 'y' is not a name"]),
    (#"{"a": {"b": 1}, "list": [{"x": 1, "inner": [{"z": 1}]}]}"#, []),
    (#"{"a": {"b": 1}, "list": [], "whole": {"any": [{"thing": 1}]}}"#, []),
    (#"{"a": {"b": 1}, "list": [], "count": [{"any": 1}], "on": {"any": 1}}"#, []),
    (#"{"a": {"b": 1}, "list": [], "i": 3}"#, ["i: 'i' is not a name that the template uses"]),
    (#"{"a": {"b": 1}, "list": [], "p": 3}"#, ["p: 'p' is not a name that the template uses"]),
    (#"{"a": {"b": 1}, "list": [], "q": 3}"#, []),
  ])
  func membersBelowANameAreChecked(data: String, messages: [String]) throws {
    let template = #"""
      {"parts": {"part": {"Text": "{{p}} {{q?}}"}}, "body": {"Row": [
        {"Text": "{{a.b}} {{count.count?}}"}, {"Row": "{{whole?}}"},
        {"Part": "part", "with": {"p": 1}}, {"If": "on", "then": {"Spacer": {}}},
        {"Repeat": "list", "as": "row", "index": "i", "content": [
          {"Text": "{{row.x}} {{i}}"},
          {"If": "row.inner", "then": {"Row": [
            {"Repeat": "row.inner", "as": "i", "content": {"Text": "{{i.z}}"}}]}}]}]}}
      """#
    let found = try SceneTemplate(json: template, source: "card.json")
      .faults(with: Array(data.utf8), source: "row.json").filter { $0.source == "row.json" }
    #expect(found.count == messages.count, "\(found)")
    for (fault, message) in zip(found, messages) {
      #expect(fault.description.contains(message), "\(fault)")
    }
  }

  /// Declared members of a name are known too, and names compare by bytes.
  @Test func declaredMembersAreKnown() throws {
    let template =
      #"{"data": {"a": {"b": 1, "note": 2}, "id": 3}, "body": {"Text": "{{a.b}}"}}"#
    #expect(try faults(template, #"{"a": {"b": 1, "note": 2}}"#).isEmpty)
    #expect(try faults(template, #"{"a": {"b": 1}, "id": 3}"#).isEmpty)
    #expect(try faults(template, #"{"a": {"b": 1, "other": 2}}"#).count == 1)
  }

  /// A name of the template shadows one of the data, so its uses do not require that.
  @Test func hiddenNamesAreNotRequired() throws {
    let template = #"""
      {"data": {"rows": [{"x": 1}], "item": 2}, "body": {"Row": [{"Text": "{{item?}}"},
        {"Repeat": "rows", "content": {"Text": "{{item.x}}"}}]}}
      """#
    #expect(try faults(template, #"{"rows": [{"x": 1}]}"#).isEmpty)
    #expect(try faults(template, #"{"item": 2}"#) == [Self.missing("rows")])
  }

  @Test func faultsAreLimited() throws {
    let names = (0..<1_000).map { #""name\#($0)": 1"# }.joined(separator: ", ")
    #expect(try faults(Self.badge, "{\(names)}").count == Scene.faultLimit)
    let list = [String](repeating: #"{"n": 1}"#, count: 1_000).joined(separator: ", ")
    let template =
      #"{"body": {"Row": [{"Repeat": "a", "content": {"Text": "{{item.m}} {{item.k}}"}}]}}"#
    #expect(try faults(template, #"{"a": [\#(list)]}"#).count == Scene.faultLimit)
  }

  /// Nested repetitions with long names take linear time.
  @Test(.timeLimit(.minutes(60))) func deepNamesAreFoundWithoutRecursion() throws {
    let path = [String](repeating: "a", count: 120).joined(separator: ".")
    var content = #"{"Text": "{{item.\#(path)}}"}"#
    for _ in 0..<200 { content = #"{"Repeat": "item.\#(path)", "content": \#(content)}"# }
    let template = #"{"body": {"Row": [{"Repeat": "list", "content": \#(content)}]}}"#
    #expect(try faults(template, #"{"list": []}"#).isEmpty)
  }
}

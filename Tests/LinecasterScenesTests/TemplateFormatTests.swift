import Foundation
import LinecasterTestSupport
import Testing

@testable import LinecasterScenes

/// Formats of numbers in templates.
@Suite struct TemplateFormatTests {
  private func text(_ string: String, _ data: String) throws -> Scene {
    try SceneTemplate(json: #"{"body": {"Text": "\#(string)"}}"#, source: "card.json")
      .scene(with: data, source: "row.json")
  }

  @Test(arguments: [
    ("{{n | fixed 2}}", "1234.5", "1234.50"), ("{{n|fixed 0}}", "2.5", "3"),
    ("{{n | fixed 2}}", "2.675", "2.68"), ("{{n | fixed 2}}", "1e21", "1000000000000000000000.00"),
    ("{{n | fixed 1}}", "-0.04", "0.0"), ("{{n | fixed 1}}", "-0.05", "-0.1"),
    ("{{n | fixed 2}} €", "9.999", "10.00 €"), ("{{ n? | fixed 3 }}", "1e-7", "0.000"),
    ("{{n | fixed 12}}", "0.1", "0.100000000000"),
    ("{{n}} {{n | plural day days}}", "1", "1 day"),
    ("{{n}} {{n | plural day days}}", "0", "0 days"),
    ("{{n}} {{n | plural 'day left' 'days left'}}", "2", "2 days left"),
    ("{{n | plural '' s}}.", "1", "."), ("{{n | plural '' s}}.", "1.5", "s."),
  ])
  func numbersAreFormatted(string: String, number: String, expected: String) throws {
    let made = try text(string, #"{"n": \#(number)}"#)
    #expect(made == (try Scene(json: #"{"body": {"Text": "\#(expected)"}}"#)))
  }

  /// The length of a list is a number, and a missing optional value inserts nothing.
  @Test func formatsWorkOnCountsAndOptionalNames() throws {
    let made = try text(
      "{{tags.count | plural tag tags}}{{price? | fixed 2}}", #"{"tags": ["a", "b"]}"#)
    #expect(made == (try Scene(json: #"{"body": {"Text": "tags"}}"#)))
    let template = try SceneTemplate(
      json: #"{"body": {"Text": "a", "label": "{{price? | fixed 2}}"}}"#)
    #expect(try template.scene(with: "{}") == Scene(json: #"{"body": {"Text": "a"}}"#))
  }

  /// Numbers are rounded like the decimal numbers of Foundation.
  @Test func decimalsAreThoseOfFoundation() throws {
    var random = SeededGenerator(salt: 4_701)
    for _ in 0..<2_000 {
      let decimals = Int.random(in: 0...6, using: &random)
      let digits = Int.random(in: 0...9_999_999, using: &random)
      let shift = Int.random(in: 0...7, using: &random)
      let sign = random.oneIn(2) ? -1.0 : 1.0
      let number = sign * Double(digits) / pow(10, Double(shift))
      var exact = try #require(Decimal(string: "\(number)"))
      var rounded = Decimal()
      unsafe NSDecimalRound(&rounded, &exact, decimals, .plain)
      let format = TemplateFormat.fixed(decimals: decimals)
      let text = try #require(format.text(of: .number(number)))
      #expect(
        Decimal(string: text) == rounded,
        "LINECASTER_SEED=\(random.seed): \(number) with \(decimals) decimals is \(text)")
      let parts = text.split(separator: ".")
      #expect(decimals == 0 ? parts.count == 1 : parts.last?.count == decimals, "\(text)")
    }
  }

  /// Faults name the format, the missing arguments and the place.
  @Test(arguments: [
    (
      "{{n | fixd 2}}", #"{"n": 1}"#,
      "card.json:1:19: body.Text: 'fixd' is not a format of numbers; did you mean 'fixed'?"
    ),
    (
      "{{n | upper}}", #"{"n": 1}"#,
      "card.json:1:19: body.Text: 'upper' is not a format of numbers; the formats are 'fixed' and "
        + "'plural'; put others into the data as text"
    ),
    (
      "{{n | fixed}}", #"{"n": 1}"#,
      "card.json:1:19: body.Text: 'fixed' needs the number of decimals, 0 to 12, as in "
        + "'{{price | fixed 2}}'"
    ),
    (
      "{{n | plural day}}", #"{"n": 1}"#,
      "card.json:1:19: body.Text: 'plural day' needs a word for 1 and one for other numbers, as in "
        + "'{{n}} {{n | plural day days}}'; put words with spaces in quotes"
    ),
    (
      "{{n | plural 'day days}}", #"{"n": 1}"#,
      "card.json:1:19: body.Text: 'plural 'day days' is missing its closing quote"
    ),
    (
      "{{n | }}", #"{"n": 1}"#,
      "card.json:1:19: body.Text: the format after '|' is missing: fixed or plural"
    ),
    (
      "{{n | fixed 2}}", #"{"n": "12"}"#,
      "card.json:1:19: body.Text: 'n' is a string, and 'fixed' needs a number; "
        + "the value comes from 'n' at row.json:1:7"
    ),
    (
      "{{price | fixed 2}}", #"{"prise": 12}"#,
      "card.json:1:19: body.Text: 'price' is not a name in the data; did you mean 'prise'?"
    ),
  ])
  func faultsAreClear(string: String, data: String, message: String) {
    let error = #expect(throws: SceneError.self) { try text(string, data) }
    #expect(error.map { "\($0)" } == message)
  }

  /// A fault of a format does not hide that its name is used.
  @Test func aFaultyFormatIsTheOnlyFault() throws {
    let template = try SceneTemplate(json: #"{"body": {"Text": "{{n | fixd 2}}"}}"#)
    let faults = template.faults(with: Array(#"{"n": 1}"#.utf8))
    #expect(faults.count == 1 && faults.first?.code == .unknownName)
  }
}

import Linecaster

/// The explanation of a grapheme as JSON.
struct ExplanationRecord: Encodable {
  /// A face that was asked.
  struct Trial: Encodable {
    let family: String
    let style: String
    let named: Bool
    let language: String?
    let outcome: String
  }

  let text: String
  /// Where the grapheme starts and ends in UTF-16 units.
  let range16: [Int]
  let trials: [Trial]
  let face: FontRecord
  /// The characters without glyphs, as U+XXXX.
  let missing: [String]

  init(_ grapheme: FontExplanation.Grapheme) {
    text = grapheme.text
    range16 = [grapheme.utf16Range.lowerBound, grapheme.utf16Range.upperBound]
    trials = grapheme.trials.map { trial in
      Trial(
        family: trial.family, style: trial.style, named: trial.isNamed,
        language: trial.affinity.map { "\($0)" }, outcome: trial.outcome.description)
    }
    face = FontRecord(grapheme.face)
    missing = grapheme.missing.map { scalar in
      "U+" + String(scalar.value, radix: 16, uppercase: true)
    }
  }
}

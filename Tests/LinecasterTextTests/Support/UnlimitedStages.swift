import LinecasterBase

@testable import LinecasterText

// Stages of preparing a paragraph without cancellation.

extension SourceText {
  init(_ text: AttributedText, whiteSpace: WhiteSpace) {
    self = WorkScope.finish { scope throws(CancellationError) in
      try SourceText(text, whiteSpace: whiteSpace, scope)
    }
  }
}

extension CasedText {
  init?(_ text: AttributedText, _ units: [UInt16]) {
    let cased = WorkScope.finish { scope throws(CancellationError) in
      try CasedText(text, units, nil, scope)
    }
    guard let cased else { return nil }
    self = cased
  }
}

extension TextAnalyzer {
  func analyze(_ source: SourceText, style: ParagraphStyle) -> TextAnalysis {
    WorkScope.finish { scope throws(CancellationError) in
      try analyze(source, style: style, scope)
    }
  }
}

extension ScriptResolver {
  static func resolve(
    _ scripts: UnsafeMutableBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt16>
  ) {
    WorkScope.finish { scope throws(CancellationError) in
      try resolve(scripts, of: text, scope)
    }
  }
}

extension OptimalBreaker {
  mutating func ends() -> [Int] {
    WorkScope.finish { scope throws(CancellationError) in try ends(scope) }
  }
}

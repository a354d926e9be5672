extension Paragraph {
  /// The paragraph in the letters that a reader prefers.
  ///
  /// Sizes and all distances in layout points are multiplied; shares of the em or of the line stay
  /// what they are.
  ///
  /// - Complexity: O(stretches of one style), O(1) where nothing else than the design is preferred.
  public func adapted(to preference: FontPreference) -> Paragraph {
    guard !preference.isDesign else { return self }
    var adapted = self
    adapted.text.restyle { $0.adapted(to: preference) }
    adapted.style.scale(by: preference.scale)
    return adapted
  }
}

extension TextStyle {
  /// The style in the letters that a reader prefers.
  func adapted(to preference: FontPreference) -> TextStyle {
    var style = self
    if families.isEmpty { style.families = preference.families }
    guard preference.scale != 1 else { return style }
    style.size *= preference.scale
    style.letterSpacing *= preference.scale
    style.wordSpacing *= preference.scale
    style.baselineShift *= preference.scale
    style.decorations = decorations.map { decoration in
      var decoration = decoration
      decoration.thickness = decoration.thickness.map { $0 * preference.scale }
      return decoration
    }
    return style
  }
}

extension ParagraphStyle {
  fileprivate mutating func scale(by factor: Double) {
    paragraphSpacing *= factor
    firstLineIndent *= factor
    switch lineHeight {
    case .points(let height): lineHeight = .points(height * factor)
    case .atLeast(let height): lineHeight = .atLeast(height * factor)
    case .normal, .multiple: break
    }
  }
}

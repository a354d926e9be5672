import LinecasterBase
import LinecasterFonts
import Testing

@testable import LinecasterText

/// Styles share their storage, with value semantics.
@Suite struct TextStyleTests {
  /// One change of each property.
  private static let changes: [@Sendable (inout TextStyle) -> Void] = [
    { $0.families = ["Noto Sans Mono"] }, { $0.size = 17 }, { $0.weight = .bold },
    { $0.width = .condensed }, { $0.slant = .italic },
    { $0.variations = [FontVariation("wght", 650)] }, { $0.features = [FontFeature("smcp", 1)] },
    { $0.language = "sr" }, { $0.letterSpacing = 1 }, { $0.wordSpacing = 2 },
    { $0.baselineShift = 3 }, { $0.color = Color(rgb: 0x123456) },
    { $0.background = .black }, { $0.decorations = [TextDecoration(.underline)] },
  ]

  @Test func changesItselfAndNoCopy() {
    for change in Self.changes {
      let style = TextStyle()
      var copy = style
      #expect(copy == style && copy.isCopy(of: style))
      change(&copy)
      #expect(copy != style && !copy.isCopy(of: style))
      #expect(style == TextStyle())
    }
  }

  @Test func isEqualWithoutBeingACopy() {
    for change in Self.changes {
      var left = TextStyle()
      var right = TextStyle()
      change(&left)
      change(&right)
      #expect(left == right && !left.isCopy(of: right))
      #expect(left.hashValue == right.hashValue)
    }
  }

  @Test func keepsAllOtherProperties() {
    var style = TextStyle()
    for change in Self.changes { change(&style) }
    var again = style
    for change in Self.changes.reversed() { change(&again) }
    #expect(again == style)
    #expect(style.size == 17 && style.language == "sr" && style.decorations.count == 1)
  }

  /// Styles with equal shaping properties are recognized.
  @Test func knowsWhatTheShaperMinds() {
    for change in Self.changes {
      var style = TextStyle()
      change(&style)
      let isSame = ShapingOptions(style) == ShapingOptions(TextStyle())
      #expect(ShapingOptions.areSame(style, TextStyle()) == isSame)
    }
  }
}

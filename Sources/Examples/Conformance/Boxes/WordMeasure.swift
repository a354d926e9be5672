import LinecasterBase
import LinecasterBoxLayout

/// A stand-in for text: words that can break between any two of them.
struct WordMeasure: Decodable, Sendable {
  let kind: String
  let words: [Double]
  let space: Double?
  let line: Double
  let ascent: Double?

  /// Creates words that can break between any two of them.
  init(words: [Double], line: Double, ascent: Double) {
    kind = "words"
    self.words = words
    space = nil
    self.line = line
    self.ascent = ascent
  }

  /// The measurement of the content; `isColumn` is the direction of its style.
  func measurement(
    _ constraint: BoxConstraint, isColumn: Bool
  ) -> BoxMeasurement {
    let size = kind == "yoga" ? yogaSize(constraint, isColumn: isColumn) : wordsSize(constraint)
    return BoxMeasurement(size: size, firstBaseline: ascent ?? line)
  }

  private func wordsSize(_ constraint: BoxConstraint) -> Size {
    let widest = words.reduce(0, +)
    let least = words.max() ?? 0
    let width: Double =
      switch constraint.width {
      case .exactly(let width): width
      case .atMost(let limit): min(widest, max(least, limit))
      case .undefined: widest
      case .minContent: least
      }
    var lines = 1.0
    var current = 0.0
    for word in words {
      if current > 0, current + word > width + 0.01 {
        lines += 1
        current = word
      } else {
        current += word
      }
    }
    return Size(width: width, height: lines * line)
  }

  private func yogaSize(_ constraint: BoxConstraint, isColumn: Bool) -> Size {
    let total = words.reduce(0, +) + (space ?? 0) * Double(words.count - 1)
    let longest = words.max() ?? 0
    let width: Double =
      switch constraint.width {
      case .exactly(let width): width
      case .atMost(let limit): min(total, limit)
      case .undefined: total
      case .minContent: longest
      }
    let height = yogaLines(isColumn ? width : max(longest, width), total: total) * line
    return Size(width: width, height: height)
  }

  private func yogaLines(_ width: Double, total: Double) -> Double {
    if total <= width { return 1 }
    var lines = 1.0
    var current = 0.0
    for word in words {
      if word > width {
        lines += current > 0 ? 2 : 1
        current = 0
      } else if current + word <= width {
        current += word + (space ?? 0)
      } else {
        lines += 1
        current = word + (space ?? 0)
      }
    }
    return current == 0 ? lines - 1 : lines
  }
}

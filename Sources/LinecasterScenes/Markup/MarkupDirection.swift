import LinecasterBase
import LinecasterText

/// The words of a text by direction, which decide the base direction of a block.
///
/// A text is right to left if two fifths of its words are, because Hebrew and Arabic texts often
/// begin with Latin names and contain many of them. Code and links have no vote beside other words.
struct MarkupDirection {
  private var words = Count()
  /// The words in code and links, which count if there are no others.
  private var otherWords = Count()

  /// Words by the direction of their first letter.
  private struct Count {
    var leftToRight = 0
    var rightToLeft = 0

    /// Whether the words are right to left as a whole; `nil` without a word.
    var isRightToLeft: Bool? {
      leftToRight + rightToLeft == 0
        ? nil : rightToLeft * 5 >= (leftToRight + rightToLeft) * 2
    }

    /// Counts the words of a text.
    mutating func add(_ text: String) {
      var isInWord = false
      // Bytes are read in less time than characters.
      var (value, missing) = (UInt32(0), 0)
      for byte in text.utf8 {
        switch byte {
        case 0x80..<0xC0: (value, missing) = (value << 6 | UInt32(byte & 0x3F), missing - 1)
        case 0xC0..<0xE0: (value, missing) = (UInt32(byte & 0x1F), 1)
        case 0xE0..<0xF0: (value, missing) = (UInt32(byte & 0x0F), 2)
        case 0xF0...: (value, missing) = (UInt32(byte & 0x07), 3)
        default: value = UInt32(byte)
        }
        guard missing == 0, let scalar = Unicode.Scalar(value) else { continue }
        if scalar.isSpace {
          isInWord = false
        } else if !isInWord, scalar.isLetter {
          isInWord = true
          if scalar.isRightToLeft { rightToLeft += 1 } else { leftToRight += 1 }
        }
      }
    }
  }

  /// Counts the words of spans.
  ///
  /// - Complexity: O(characters).
  init(_ spans: [MarkupSpan]) { add(spans) }

  /// Counts the words of blocks.
  ///
  /// - Complexity: O(characters).
  init(_ blocks: [MarkupBlock]) { add(blocks) }

  /// Whether the words are right to left as a whole; `nil` without a word.
  var isRightToLeft: Bool? { words.isRightToLeft ?? otherWords.isRightToLeft }

  /// The base direction of a paragraph of the words: automatic if there are words of one direction
  /// only, for which both rules agree.
  var baseDirection: BaseDirection {
    let isMixed =
      words.rightToLeft + otherWords.rightToLeft > 0
      && words.leftToRight + otherWords.leftToRight > 0
    return switch isRightToLeft {
    case true? where isMixed: .rightToLeft
    case false? where isMixed: .leftToRight
    default: .automatic
    }
  }

  private mutating func add(_ spans: [MarkupSpan]) {
    for span in spans {
      if span.traits.isDisjoint(with: [.code, .link]) {
        words.add(span.text)
      } else {
        otherWords.add(span.text)
      }
    }
  }

  private mutating func add(_ blocks: [MarkupBlock]) {
    for block in blocks {
      switch block {
      case .heading(_, let spans), .paragraph(let spans): add(spans)
      case .quote(let blocks), .footnote(_, let blocks): add(blocks)
      case .list(let list): list.items.forEach { add($0) }
      case .code, .image, .table, .html, .thematicBreak: break
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is white space. Most text is ASCII, and Unicode's properties are slow.
  var isSpace: Bool {
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }

  /// Whether the character is a letter, as fast.
  var isLetter: Bool {
    isASCII ? (0x61...0x7A).contains(value | 0x20) : properties.isAlphabetic
  }

  /// Whether the letter belongs to a right-to-left script.
  fileprivate var isRightToLeft: Bool {
    Self.rightToLeft.contains { $0.contains(value) }
  }

  /// The Unicode blocks of right-to-left scripts.
  private static let rightToLeft: [ClosedRange<UInt32>] = [
    0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]
}

import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFonts
import LinecasterText

@testable import LinecasterRaster

/// Emoji side by side, each with its origin at a whole pixel of its cell.
struct EmojiSheet {
  /// Single characters, skin tones, keycaps, flags of regions and of tags, and joined sequences.
  static let emoji = [
    "😀", "😂", "🥰", "😭", "🤯", "👻", "💩", "🐱", "🦊", "🌵",
    "🍕", "🍣", "☕", "⚽", "🎸", "🚀", "🚲", "🏠", "⌚", "💡",
    "❤️", "💔", "⭐", "☀️", "🌈", "🔥", "✅", "❌", "🎉", "👀",
    "👍🏽", "🙏🏿", "🤦🏻", "1️⃣", "🇩🇪", "🇯🇵", "🇧🇷", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏳️‍🌈", "👩‍👩‍👧",
    "👨🏿‍🚀", "🧑🏻‍🤝‍🧑🏾", "❤️‍🔥", "👁️‍🗨️",
  ]
  static let sizes = [16, 24, 48]

  private static let columns = 11

  /// The size in pixels an em.
  let size: Int

  /// The side of a cell.
  var cell: Int { size * 3 / 2 }
  var width: Int { Self.columns * cell }
  var height: Int { Self.emoji.count / Self.columns * cell }

  /// The emoji and their origins on the baseline.
  private var places: [(emoji: String, x: Int, y: Int)] {
    Self.emoji.enumerated().map { index, emoji in
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
      return (emoji, column * cell + size / 8, row * cell + size * 5 / 4)
    }
  }

  /// The sheet on white.
  func draw() throws -> Bitmap {
    let typesetter = Typesetter(fonts: try .bundled())
    var list = DisplayList(size: Size(width: Double(width), height: Double(height)))
    for (emoji, x, y) in places {
      let paragraph = Paragraph(emoji, style: TextStyle(size: Double(size)))
      let layout = typesetter.prepare(paragraph).layout()
      list.append(
        .text(layout, origin: Point(x: Double(x), y: Double(y) - layout.firstBaseline)))
    }
    return try DisplayRasterizer().rasterize(list, background: .white)
  }

  /// The sheet with the same font as a page of HTML.
  func html() throws -> String {
    let font = try SampleFonts.emoji().data.source
    let texts = places.map { "<text x=\"\($0.x)\" y=\"\($0.y)\">\($0.emoji)</text>" }
    return """
      <!DOCTYPE html><meta charset="utf-8"><title>Emoji</title><style>
      @font-face{font-family:Emoji;src:url("\(URL(fileURLWithPath: font).absoluteString)")}
      body{margin:0;background:#fff}
      svg{display:block;font:\(size)px Emoji}
      </style><svg width="\(width)" height="\(height)">\(texts.joined())</svg>
      """
  }
}

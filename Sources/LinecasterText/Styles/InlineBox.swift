public import LinecasterBase

/// A box around part of a text that flows with it from line to line, as links, inline code and
/// names in a sentence have one (CSS Inline 3).
///
///     var code = InlineBox(style: TextStyle(families: ["Noto Sans Mono"], size: 14))
///     code.padding = Insets(horizontal: 4)
///     code.decorationBreak = .clone
///     var text = AttributedText("Run ")
///     text.append(AttributedText("make demo", style: code.style), in: code)
public struct InlineBox: Hashable, Sendable {
  /// The style that the box's own height is found with: its first font gives its content area.
  public var style: TextStyle
  /// Room between its border and its text, in layout points; what is below 0 counts as 0.
  public var padding: Insets
  /// The widths of its border, in layout points; what is below 0 counts as 0. Its colour is one of
  /// the decoration's.
  public var border: Insets
  /// Room around its border, in layout points; that above and below moves nothing.
  public var margin: Insets
  /// What stands at its edges where a line ends inside it.
  public var decorationBreak: BoxDecorationBreak
  /// Where it stands beside the text around it.
  public var verticalAlignment: VerticalAlignment
  /// The height of lines of its text; nil for that of the text around it.
  public var lineHeight: LineHeight?
  /// How its text takes part in the order of the line.
  public var bidi: BidiScope
  /// What becomes of its white space, and whether lines end in it; nil for what is so around it.
  public var whiteSpace: WhiteSpace?
  /// How many spaces of the paragraph's own font the places are apart that its tabs lead to; nil
  /// for what is so around it.
  public var tabSize: Double?
  /// How far they are apart in layout points, whatever `tabSize` says; nil for what that says.
  public var tabDistance: Double?
  /// Whether its text stands side by side in the room of one upright letter of a vertical line, as
  /// numbers do in Japanese (`text-combine-upright`).
  public var combinesUpright: Bool
  /// What is drawn behind its letters and along its edges.
  public var decoration: InlineDecoration
  /// Where a press on it leads, such as the address of a page; nil for nowhere.
  ///
  /// `TextLayout.link(at:)` finds it again.
  public var link: String? {
    get { exactLink?.string }
    set { exactLink = newValue.map { ExactText($0) } }
  }
  /// What tells the box from others for the program; nil for nothing.
  ///
  /// `TextLayout.tag(at:)` and `fragments(of:)` find it again.
  public var tag: InlinePayload?

  private var exactLink: ExactText?

  /// Makes a box; what is left out takes no room, draws nothing and changes nothing.
  public init(
    style: TextStyle, padding: Insets = .zero, border: Insets = .zero, margin: Insets = .zero,
    decorationBreak: BoxDecorationBreak = .slice,
    verticalAlignment: VerticalAlignment = .baseline, lineHeight: LineHeight? = nil,
    bidi: BidiScope = .normal, whiteSpace: WhiteSpace? = nil, tabSize: Double? = nil,
    tabDistance: Double? = nil, combinesUpright: Bool = false,
    decoration: InlineDecoration = InlineDecoration(),
    link: String? = nil, tag: InlinePayload? = nil
  ) {
    self.style = style
    self.padding = padding
    self.border = border
    self.margin = margin
    self.decorationBreak = decorationBreak
    self.verticalAlignment = verticalAlignment
    self.lineHeight = lineHeight
    self.bidi = bidi
    self.whiteSpace = whiteSpace
    self.tabSize = tabSize
    self.tabDistance = tabDistance
    self.combinesUpright = combinesUpright
    self.decoration = decoration
    self.tag = tag
    exactLink = link.map { ExactText($0) }
  }
}

/// What stands at the edges of a box where a line ends inside it (CSS Fragmentation 4 §5.4.2).
public enum BoxDecorationBreak: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing: the box looks cut.
  case slice
  /// The edges of a whole box, on every line.
  ///
  /// As in browsers those that a box has again at the end of a line need not fit.
  case clone
}

/// Where a box or an attachment stands beside the text around it (CSS Inline 3 §4.2).
public enum VerticalAlignment: Hashable, Sendable {
  /// Its baseline on that of the text around.
  case baseline
  /// Its baseline lowered as that of indices is: by a fifth of the em around and a point.
  case sub
  /// Its baseline raised as that of exponents is: by a third of the em around and a point.
  case superscript
  /// Its middle half an x-height above the baseline around.
  case middle
  /// Its top edge at that of the letters around.
  case textTop
  /// Its bottom edge at that of the letters around.
  case textBottom
  /// Its top edge at that of the line.
  case top
  /// Its bottom edge at that of the line.
  case bottom
  /// Its baseline raised by layout points; negative ones lower it.
  case raised(Double)
  /// Its baseline raised by a share of its own line height; an attachment has none.
  case raisedByShare(Double)
}

/// How the text of a box takes part in the order of its line (CSS Writing Modes 4 §2.2).
public enum BidiScope: Hashable, Sendable {
  /// As if the box were not there; its edges stand by the direction around, from left to right
  /// where the text chooses that direction (`BaseDirection.automatic`).
  case normal
  /// As a stretch of a direction that neutral text around may join.
  case embed(TextDirection)
  /// As one neutral character to the outside, in a direction inside.
  case isolate(TextDirection)
  /// With every character in a direction, whatever it is by itself.
  case override(TextDirection)
  /// Both isolated and overridden.
  case isolateOverride(TextDirection)
  /// Isolated, in the direction of its first strong character; edges stand by the direction around.
  case plaintext
}

/// A direction of writing along the line.
public enum TextDirection: UInt8, Hashable, Sendable, CaseIterable {
  case leftToRight
  case rightToLeft
}

/// Something in a text that is no text, such as a picture, and stands on the line like a letter.
///
/// In the string it is the character U+FFFC.
///
///     var text = AttributedText("Ada ")
///     text.append(Attachment(size: Size(width: 16, height: 16), baseline: 13), style: TextStyle())
///     text.append(" Lovelace", style: TextStyle())
public struct Attachment: Hashable, Sendable {
  /// Its extent, in layout points; what is below 0 or not finite counts as 0.
  public var size: Size
  /// The distance from its top edge down to its baseline, in layout points; nil for the bottom edge
  /// of its margin. On lines that run downwards its middle stands on the baseline.
  public var baseline: Double?
  /// Where it stands beside the text around it.
  public var verticalAlignment: VerticalAlignment
  /// Room around it, in layout points.
  public var margin: Insets
  /// What it shows, for what draws the text; nil where the program draws it itself.
  public var content: InlinePayload?

  /// Makes an attachment that stands on the baseline unless said otherwise.
  public init(
    size: Size, baseline: Double? = nil, verticalAlignment: VerticalAlignment = .baseline,
    margin: Insets = .zero, content: InlinePayload? = nil
  ) {
    self.size = size
    self.baseline = baseline
    self.verticalAlignment = verticalAlignment
    self.margin = margin
    self.content = content
  }

  /// The character that stands for it in the string.
  static let character: UInt16 = 0xFFFC
}

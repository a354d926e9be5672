import LinecasterBase
import LinecasterFonts

/// A tab stop: its position, alignment and leader.
///
///     var row = Paragraph("Tea\t12.50\tpage 7")
///     row.tabStops = [
///       TabStop(180, .decimal(separator: ".")), TabStop(300, .end, leader: "."),
///     ]
public struct TabStop: Hashable, Sendable {
  /// The alignment of the text from the tab to the next tab or the line's end.
  public enum Alignment: Hashable, Sendable {
    /// Starts the text at the stop.
    case start
    /// Centers the text at the stop.
    case center
    /// Ends the text at the stop.
    case end
    /// Aligns the first separator of the text with the stop, for numbers; text without a separator
    /// ends at the stop.
    case decimal(separator: Character)
  }

  /// The distance from the start edge of lines, in layout points; stops at 0 or below are ignored.
  public var position: Double
  /// The alignment of the text after the tab.
  public var alignment: Alignment
  /// The repeated character that fills the tab; `nil` for none. If no font of the text has the
  /// character, the tab stays empty.
  public var leader: Character?

  /// Creates a stop, aligned with the start of the text by default.
  public init(_ position: Double, _ alignment: Alignment = .start, leader: Character? = nil) {
    self.position = position
    self.alignment = alignment
    self.leader = leader
  }
}

extension [TabStop] {
  /// The valid stops, in ascending order.
  var usable: [TabStop] {
    filter { $0.position > 0 && $0.position <= Limit.length }
      .sorted { $0.position < $1.position }
  }

  /// Returns the first stop after a position, in layout points from the line's start edge; the
  /// stops must be sorted.
  func first(behind x: Double) -> TabStop? {
    first { $0.position > x + TabStops.rounding }
  }
}

/// The default tab stops: multiples of a distance from the line's start edge.
struct TabStops: Sendable {
  /// The distance between stops, in layout points; 0 if tabs take no space.
  let distance: Double
  /// The minimum advance of a tab, so that it is visible: half a space (CSS Text 3 §4.2).
  let least: Double

  /// Creates the stops of a paragraph; widths in spaces include its letter and word spacing.
  init(_ paragraph: ParagraphStyle, face: FontFace, style: TextStyle) {
    self.init(
      spaces: paragraph.tabSize, distance: paragraph.tabDistance,
      space: Self.space(of: face, style),
      spacing: style.drawnLetterSpacing + style.drawnWordSpacing)
  }

  /// Creates the stops of a box that has tab widths of its own, in a paragraph.
  init(in box: InlineBox, _ paragraph: ParagraphStyle, face: FontFace, style: TextStyle) {
    self.init(
      spaces: box.tabSize ?? paragraph.tabSize, distance: box.tabDistance,
      space: Self.space(of: face, style),
      spacing: style.drawnLetterSpacing + style.drawnWordSpacing)
  }

  private static func space(of face: FontFace, _ style: TextStyle) -> Double {
    Double(face.spaceAdvance) * style.drawnSize / Double(face.metrics.unitsPerEm)
  }

  init(spaces: Double, distance: Double? = nil, space: Double, spacing: Double = 0) {
    let distance = distance ?? spaces * (space + spacing)
    // Stops closer together than the smallest text size are unusable.
    let isUsable = distance >= Limit.minimumTextSize && distance.isFinite
    self.distance = isUsable ? min(distance, Limit.length) : 0
    least = space / 2
  }

  /// Returns the advance of a tab at a position, in layout points from the line's start edge.
  func advance(at x: Double) -> Double {
    guard distance > 0 else { return 0 }
    let rest = distance - (x - (x / distance).rounded(.down) * distance)
    return rest < least - Self.rounding ? rest + distance : rest
  }

  /// The tolerance of sums of advances that end half a space before a stop.
  static let rounding = 1e-6
}

extension PreparedParagraph {
  /// Returns the default tab stops at a unit.
  func tabs(at unit: Int) -> TabStops { flow?.tabs(at: unit) ?? tabs }

  /// Returns the advance of the tab at a unit of a run, at a position on a line; if it depends on
  /// the text after it, the minimum.
  ///
  /// Of several right-to-left tabs, the last one extends to the next stop, as in browsers, even if
  /// a line ends between them.
  func tabAdvance(at x: Double, of unit: Int, in run: ShapedRun) -> Double {
    guard let stop = tabStops.first(behind: x) else {
      let tabs = tabs(at: unit)
      let isFull = run.item.isRightToLeft && tabStops.isEmpty && isTabFollowed(unit, in: run)
      return isFull ? tabs.distance : tabs.advance(at: x)
    }
    return stop.alignment == .start ? stop.position - x : 0
  }

  /// Whether another tab of the same run and box follows a tab.
  private func isTabFollowed(_ unit: Int, in run: ShapedRun) -> Bool {
    guard unit + 1 < run.end else { return false }
    return !(flow?.hasEdges(in: unit + 1..<unit + 2) ?? false)
  }
}

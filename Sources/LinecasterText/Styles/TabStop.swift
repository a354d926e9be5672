import LinecasterBase
import LinecasterFonts

/// A place that a tab leads to, with what stands at it.
///
///     var row = Paragraph("Tea\t12.50\tpage 7")
///     row.tabStops = [
///       TabStop(180, .decimal(separator: ".")), TabStop(300, .end, leader: "."),
///     ]
public struct TabStop: Hashable, Sendable {
  /// What of the text behind the tab, up to the next tab or the line's end, stands at the stop.
  public enum Alignment: Hashable, Sendable {
    /// Its start.
    case start
    /// Its middle.
    case center
    /// Its end.
    case end
    /// The first separator in it, as numbers have one; the end where there is none.
    case decimal(separator: Character)
  }

  /// The distance from the edge that lines start at, in layout points; stops that are not above 0
  /// are left out.
  public var position: Double
  /// What stands there.
  public var alignment: Alignment
  /// What fills the room of the tab, repeated; nil for nothing. A font of the text must have it.
  public var leader: Character?

  /// Makes a stop, for the start of text unless said otherwise.
  public init(_ position: Double, _ alignment: Alignment = .start, leader: Character? = nil) {
    self.position = position
    self.alignment = alignment
    self.leader = leader
  }
}

extension [TabStop] {
  /// Those that a tab can lead to, in ascending order.
  var usable: [TabStop] {
    filter { $0.position > 0 && $0.position <= Limit.length }
      .sorted { $0.position < $1.position }
  }

  /// The first of them, in ascending order, behind a place, in layout points from the line's start
  /// edge.
  func first(behind x: Double) -> TabStop? {
    first { $0.position > x + TabStops.rounding }
  }
}

/// The places that tabs lead to where no stops were given: multiples of a distance from the line's
/// start edge.
struct TabStops: Sendable {
  /// The distance between stops, in layout points; 0 where tabs take no room.
  let distance: Double
  /// The least advance of a tab, so that it shows: half a space (CSS Text 3 §4.2).
  let least: Double

  /// Makes the stops of a paragraph; those that are spaces apart have the spacing of letters and
  /// words of its own style between them.
  init(_ paragraph: ParagraphStyle, face: FontFace, style: TextStyle) {
    self.init(
      spaces: paragraph.tabSize, distance: paragraph.tabDistance,
      space: Self.space(of: face, style),
      spacing: style.drawnLetterSpacing + style.drawnWordSpacing)
  }

  /// Makes those of a box that has distances of its own, in a paragraph.
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
    // Stops that are closer together than text can be small cannot be counted.
    let isUsable = distance >= Limit.leastTextSize && distance.isFinite
    self.distance = isUsable ? min(distance, Limit.length) : 0
    least = space / 2
  }

  /// The advance of a tab at a place, in layout points from the line's start edge.
  func advance(at x: Double) -> Double {
    guard distance > 0 else { return 0 }
    let rest = distance - (x - (x / distance).rounded(.down) * distance)
    return rest < least - Self.rounding ? rest + distance : rest
  }

  /// Sums of advances that are half a space before a stop may miss it by this much.
  static let rounding = 1e-6
}

extension PreparedParagraph {
  /// The places that a tab, a unit, leads to where no stops were given.
  func tabs(at unit: Int) -> TabStops { flow?.tabs(at: unit) ?? tabs }

  /// The advance of a tab, a unit, at a place of a line: where it depends on the text behind it,
  /// the least there is.
  func tabAdvance(at x: Double, of unit: Int) -> Double {
    guard let stop = tabStops.first(behind: x) else { return tabs(at: unit).advance(at: x) }
    return stop.alignment == .start ? stop.position - x : 0
  }
}

/// How the line along an edge is drawn (CSS Backgrounds and Borders 3 §3.2).
public enum BorderPattern: String, Hashable, Sendable, CaseIterable {
  /// One line.
  case solid
  /// Strokes twice as long as the line is wide, or three times for lines under 3 points; gaps about
  /// as long as the strokes, so that the last stroke ends at the corner.
  case dashed
  /// Round dots about two diameters apart, one of them in each corner.
  case dotted
}

/// Whether cells are dark on light or light on dark.
public enum Theme: String, Hashable, Sendable, CaseIterable {
  /// Dark text on a light ground.
  case light
  /// Light text on a dark ground.
  case dark
}

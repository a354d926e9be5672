/// The old and the new place of a section or an element that survives a change.
public struct Transition<Position: Hashable & Sendable>: Hashable, Sendable {
  /// The place in the old model.
  public let old: Position
  /// The place in the new model.
  public let new: Position

  /// Makes the transition from `old` to `new`.
  @inlinable
  public init(old: Position, new: Position) {
    self.old = old
    self.new = new
  }
}

extension Transition: CustomStringConvertible {
  /// Both places, as in `0.4→1.0`.
  public var description: String { "\(old)→\(new)" }
}

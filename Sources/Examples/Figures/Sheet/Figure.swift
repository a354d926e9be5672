/// An image of the documentation.
protocol Figure: Sendable {
  /// The name by which pages refer to it.
  var name: String { get }

  /// Draws it from top to bottom.
  func draw(on sheet: inout Sheet) throws
}

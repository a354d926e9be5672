extension DistanceField {
  /// Makes a field from an outline in its pixels; nil where that is too large or too long.
  ///
  /// - Complexity: O(pixels + length of the outline × (spread² + log(pieces))).
  init?(_ outline: consuming OutlinePieces, spread: Int) {
    let spread = min(max(spread, Self.spreads.lowerBound), Self.spreads.upperBound)
    let frame = outline.pixels.widened(by: (spread, spread))
    guard frame.area <= Double(Self.maximumTexels), !outline.isFull else { return nil }
    outline.move(by: SIMD2(Float(-frame.left), Float(-frame.top)))
    guard let scan = OutlineScan(outline, width: frame.width, height: frame.height) else {
      return nil
    }
    var grid = DistanceGrid(width: frame.width, height: frame.height, spread: spread)
    for piece in OutlineBoundary(of: outline, scan).pieces { grid.insert(piece) }
    for run in scan.insides { grid.markInside(run) }
    self.init(
      width: frame.width, height: frame.height, left: frame.left, top: -frame.top,
      spread: spread, bytes: grid.bytes())
  }
}

/// Something on its way to an image.
protocol ImageJob {
  /// Lays out and draws, with the main queue running, and notes what it took.
  @MainActor func draw(_ report: inout RenderReport) throws -> DrawnImage
}

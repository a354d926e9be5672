/// Quads that follow each other in the order of painting and take their texels from one page.
public struct GlyphBatch: Hashable, Sendable {
  /// The place of the page in the atlas's list of pages.
  public let page: Int
  /// What the page's texels mean.
  public let kind: AtlasPageKind
  /// Columns and rows of the page.
  public let side: Int
  /// Which of the drawing's quads they are.
  public let quads: Range<Int>
}

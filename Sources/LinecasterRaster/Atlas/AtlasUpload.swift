/// A part of a page that a texture does not have yet.
public struct AtlasUpload: Hashable, Sendable {
  /// The place of the page in the atlas's list of pages.
  public let page: Int
  /// The page's identifier; where the texture was made for another one, make it again.
  public let identifier: Int
  /// What the texels mean.
  public let kind: AtlasPageKind
  /// Columns and rows of the whole page.
  public let side: Int
  /// The texels to upload.
  public let rect: PixelRect
  /// The bytes from a row of the texels to the next.
  public let rowBytes: Int
}

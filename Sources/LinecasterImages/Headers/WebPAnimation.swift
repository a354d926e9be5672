/// Where the first frame of an animated WebP file is.
struct WebPAnimation: Hashable {
  /// The place of the frame's own chunks in the file.
  let chunks: Range<Int>
  /// Whether the frame covers the whole image.
  let coversCanvas: Bool
}

/// A block of a marked-up text.
public indirect enum MarkupBlock: Hashable, Sendable {
  /// A heading of level 1 to 6.
  case heading(level: Int, [MarkupSpan])
  /// Text between blank lines.
  case paragraph([MarkupSpan])
  /// Blocks that somebody else said.
  case quote([MarkupBlock])
  /// A list.
  case list(MarkupList)
  /// Text whose spaces and line ends stay; the language is the first word after the fence.
  case code(String, language: String?)
  /// An image on a line of its own: the path of its file, and words instead of it.
  case image(path: String, description: String)
  /// A line between blocks.
  case thematicBreak
}

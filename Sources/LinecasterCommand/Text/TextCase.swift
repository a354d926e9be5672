/// A paragraph to lay out, in the format of the browser's recordings.
struct TextCase: Decodable {
  /// Names the case in the result.
  let id: String
  /// The text and the style, in the words of CSS.
  let input: Input

  /// The text and the style; lengths are in CSS pixels, which are layout points.
  struct Input: Decodable {
    let text: String
    /// Keys of the table of fonts, in the order of fallback.
    let fonts: [String]
    let size: Double
    /// The width of the container; nil for that of the widest line.
    let width: Double?
    /// nil for what the fonts ask for.
    let lineHeight: Double?
    let dir: String?
    let lang: String?
    let align: String?
    let whiteSpace: String?
    let wordBreak: String?
    let overflowWrap: String?
    let lineBreak: String?
    let letterSpacing: Double?
    let wordSpacing: Double?
    /// In spaces.
    let tabSize: Double?
    /// Of the first line.
    let indent: Double?
    /// The most lines, the last with an ellipsis where text is left.
    let lineClamp: Int?
    let textOverflow: String?
  }

  /// The part of a faulty case that tells which one it is.
  struct Name: Decodable {
    let id: String?
  }
}

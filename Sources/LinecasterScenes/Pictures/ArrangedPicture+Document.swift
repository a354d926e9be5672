import LinecasterBase
import LinecasterCells
import LinecasterRaster
import LinecasterText

extension ArrangedPicture {
  /// The meaning of the picture for documents, from the roles and links of its regions.
  ///
  /// - Complexity: O(regions + their text).
  var document: DocumentDescription {
    let texts = arrangement.texts
    var document = DocumentDescription()
    document.title = read.title
    document.language = read.language
    for region in arrangement.regions {
      let inner = region.texts.clamped(to: texts.indices).map { texts[$0] }
      func words() -> String {
        region.label ?? inner.map(\.words).joined(separator: " ")
      }
      if case .heading(let level)? = region.role {
        document.headings.append(
          DocumentDescription.Heading(
            level: level, title: words(), frame: region.frame, texts: Set(inner.map(\.origin))))
      } else if let link = region.link, let text = inner.first {
        document.links.append(
          DocumentDescription.Link(
            target: link, title: words(), rectangles: region.rectangles, text: text.origin,
            utf16Range: region.utf16Range ?? 0..<0))
      } else if region.role == .image, let label = region.label {
        document.figures.append(
          DocumentDescription.Figure(label: label, frame: region.frame))
      }
    }
    return document
  }
}

extension PlacedText {
  /// The text, as far as its lines show it.
  fileprivate var words: String {
    layout.text(from: 0, to: layout.lines.last?.utf16Range.upperBound ?? 0)
  }
}

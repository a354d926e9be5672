import LinecasterBase
package import LinecasterDisplay
import LinecasterText

// Placeholders for unavailable images.

extension LayoutNode {
  /// The images of the layout: its own, those of layers and masks, and those in texts.
  ///
  /// - Complexity: O(nodes + text), without recursion.
  package var images: [ImageReference] {
    var images: [ImageReference] = []
    var nodes = [self]
    while let node = nodes.popLast() {
      if node.decoration.hasEffects { images += node.decoration.effects.images }
      switch node.content {
      case .stack(let children): nodes += children.reversed()
      case .image(let image, _): images.append(image)
      case .text(let paragraph):
        let token = paragraph.truncationToken?.pieces ?? []
        for case .attachment(let attachment, _) in paragraph.text.pieces + token {
          let shown = attachment.content?.value
          if let shown = shown as? AttachedImage { images.append(shown.image) }
          if let layout = shown as? AttachedLayout { nodes.append(layout.node) }
        }
      case .leaf, .empty: break
      }
    }
    return images
  }

  /// Replaces images by placeholders with text, of the given size or that of the text. Image layers
  /// become a colour; images in texts stay.
  ///
  /// - Parameter words: The placeholder text of each image.
  /// - Complexity: O(nodes).
  package func replacing(_ words: [ImageReference: String]) -> LayoutNode {
    guard !words.isEmpty else { return self }
    return withStack { _ in replaced(words) }
  }

  private func replaced(_ words: [ImageReference: String]) -> LayoutNode {
    var node = self
    if decoration.hasEffects, decoration.effects.layers.contains(where: { $0.isImage(of: words) }) {
      node.decoration.effects.layers = decoration.effects.layers.map { layer in
        layer.isImage(of: words) ? .paint(.color(Self.missingColor)) : layer
      }
    }
    switch content {
    case .stack(let children): node.content = .stack(children.map { $0.replaced(words) })
    case .image(let image, _):
      guard let word = words[image] else { return node }
      node.content = .text(Self.missing(word))
      if node.decoration.background == nil {
        node.decoration.background = .color(Self.missingColor)
      }
      node.decoration.clipsContent = true
    case .text, .leaf, .empty: break
    }
    return node
  }

  private static func missing(_ word: String) -> Paragraph {
    var lines = ParagraphStyle()
    lines.alignment = .center
    lines.maximumLines = 3
    return Paragraph(
      word, style: TextStyle(size: 11, color: Color(rgb: 0x7A2E2E)), paragraphStyle: lines)
  }

  /// A light red grey.
  private static let missingColor = Color(rgb: 0xEBD3D3)
}

extension BoxLayer {
  /// Whether the layer is one of some images.
  fileprivate func isImage(of words: [ImageReference: String]) -> Bool {
    guard case .image(let image, _) = self else { return false }
    return words[image] != nil
  }
}

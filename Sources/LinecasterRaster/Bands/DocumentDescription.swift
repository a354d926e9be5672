package import LinecasterBase

/// The meaning of a drawing, for files that people read or listen to: its title and language, and
/// the roles of its parts.
package struct DocumentDescription: Sendable {
  /// A heading.
  package struct Heading: Sendable {
    /// The level; 1 is the highest.
    package let level: Int
    /// The words.
    package let title: String
    /// The bounding box in the drawing.
    package let frame: Rect
    /// The top-left corners of its texts, before transforms.
    package let texts: Set<Point>

    package init(level: Int, title: String, frame: Rect, texts: Set<Point>) {
      (self.level, self.title, self.frame, self.texts) = (level, title, frame, texts)
    }
  }

  /// A link.
  package struct Link: Sendable {
    /// The target, a URL.
    package let target: String
    /// The words.
    package let title: String
    /// The rectangles in the drawing, at least one.
    package let rectangles: [Rect]
    /// The top-left corner of its text, before transforms.
    package let text: Point
    /// Its range in the text, in UTF-16 units.
    package let utf16Range: Range<Int>

    package init(
      target: String, title: String, rectangles: [Rect], text: Point, utf16Range: Range<Int>
    ) {
      (self.target, self.title, self.rectangles) = (target, title, rectangles)
      (self.text, self.utf16Range) = (text, utf16Range)
    }
  }

  /// An image with a description.
  package struct Figure: Sendable {
    /// The description.
    package let label: String
    /// The frame in the drawing, before transforms.
    package let frame: Rect

    package init(label: String, frame: Rect) {
      (self.label, self.frame) = (label, frame)
    }
  }

  /// The title; `nil` for none.
  package var title: String?
  /// The main language, as a BCP 47 tag; `nil` if it is unknown.
  package var language: String?
  /// The headings, in reading order.
  package var headings: [Heading] = []
  /// The links, in reading order.
  package var links: [Link] = []
  /// The images with descriptions.
  package var figures: [Figure] = []

  package init() {}
}

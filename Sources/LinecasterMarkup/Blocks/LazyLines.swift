/// Tells which lines without a container's mark go on with the paragraph at its end
/// (CommonMark §5.1, laziness).
struct LazyLines {
  private var endsInParagraph = false
  private var fence: (mark: UInt8, length: Int)?

  /// Whether a line without the mark belongs to the container.
  func takes(_ line: MarkupLine) -> Bool {
    endsInParagraph && !line.isBlank && (line.isLazy || !line.startsBlock)
  }

  /// Notes a line that belongs to the container, its mark taken off.
  mutating func look(at line: MarkupLine) {
    if let open = fence {
      let end = line.fence
      if let end, end.mark == open.mark, end.length >= open.length, end.info.isEmpty { fence = nil }
      endsInParagraph = false
    } else if let opened = line.fence, !line.isLazy {
      fence = (opened.mark, opened.length)
      endsInParagraph = false
    } else if line.isLazy {
      endsInParagraph = true
    } else {
      endsInParagraph = hasParagraph(line)
    }
  }

  /// Whether a paragraph starts or goes on in a line, behind the marks of containers.
  private func hasParagraph(_ line: MarkupLine) -> Bool {
    var line = line
    for _ in 0...Markup.depthLimit {
      if line.isBlank || line.isThematicBreak || line.heading != nil || line.fence != nil {
        return false
      }
      if line.isIndentedCode { return endsInParagraph }
      if let quoted = line.quoted {
        line = quoted
      } else if let mark = line.itemMark {
        line = line.after(mark.length).unindented(1)
      } else {
        return true
      }
    }
    return true
  }
}

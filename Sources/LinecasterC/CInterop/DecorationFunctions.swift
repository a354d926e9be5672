// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of linecaster.h, which has the comments.

package import CLinecaster
import LinecasterBase
import LinecasterText

extension LayoutHandle {
  var backgrounds: [lc_background] {
    layout.backgrounds.map {
      lc_background(frame: lc_rect($0.frame), color: $0.color.rgba, reserved: 0)
    }
  }

  /// The decoration lines, each stretch between two gaps on its own.
  var decorations: [lc_decoration_line] {
    layout.decorationLines.flatMap { line in
      let frame = line.frame
      return line.stretches.map { stretch in
        lc_decoration_line(
          frame: lc_rect(
            x: stretch.lowerBound, y: frame.minY, width: stretch.upperBound - stretch.lowerBound,
            height: frame.height),
          color: line.color.rgba, position: UInt32(line.decoration.position.rawValue),
          pattern: UInt32(line.decoration.pattern.rawValue), reserved: 0)
      }
    }
  }

  var boxes: [lc_box_fragment] {
    layout.boxFragments.map { fragment in
      let (box, decoration) = (fragment.box, fragment.box.decoration)
      var flags = 0
      if fragment.hasLeftEdge { flags |= LC_FRAGMENT_LEFT_EDGE }
      if fragment.hasRightEdge { flags |= LC_FRAGMENT_RIGHT_EDGE }
      return lc_box_fragment(
        tag: box.tag?.number ?? 0, frame: lc_rect(fragment.frame), box: fragment.index,
        line: fragment.line, background: decoration.background?.color(in: layout.theme).rgba ?? 0,
        border_color: (decoration.borderColor ?? box.style.themeColor).color(in: layout.theme).rgba,
        border: max(0, box.border.top), corner_radius: decoration.corners.topLeft,
        flags: UInt32(flags), reserved: 0)
    }
  }

  var attachments: [lc_attachment_place] {
    layout.attachmentPlaces.map { place in
      lc_attachment_place(
        tag: place.attachment.content?.number ?? 0, frame: lc_rect(place.frame),
        offset: offsets.bytes(before: place.utf16Offset), line: place.line)
    }
  }
}

/// Copies parts of a layout to the caller, as many as fit, and reports their number.
private func copy<Part>(
  _ layout: OpaquePointer?, to target: UnsafeMutablePointer<Part>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?, _ name: StaticString, _ parts: (LayoutHandle) -> [Part]
) -> lc_status {
  with(layout, LayoutHandle.self) { layout in
    let count = try required(count, "the place for the count")
    let target = try elements(target, capacity, name)
    let found = parts(layout)
    count.pointee = found.count
    copy(found, to: target)
  }
}

@c @implementation
package func lc_layout_backgrounds(
  _ layout: OpaquePointer?, _ backgrounds: UnsafeMutablePointer<lc_background>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  copy(layout, to: backgrounds, capacity, count, "the backgrounds") { $0.backgrounds }
}

@c @implementation
package func lc_layout_decorations(
  _ layout: OpaquePointer?, _ lines: UnsafeMutablePointer<lc_decoration_line>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  copy(layout, to: lines, capacity, count, "the lines") { $0.decorations }
}

@c @implementation
package func lc_layout_boxes(
  _ layout: OpaquePointer?, _ fragments: UnsafeMutablePointer<lc_box_fragment>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  copy(layout, to: fragments, capacity, count, "the fragments") { $0.boxes }
}

@c @implementation
package func lc_layout_attachments(
  _ layout: OpaquePointer?, _ places: UnsafeMutablePointer<lc_attachment_place>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  copy(layout, to: places, capacity, count, "the places") { $0.attachments }
}

@c @implementation
package func lc_layout_link(
  _ layout: OpaquePointer?, _ x: Double, _ y: Double, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(layout, LayoutHandle.self) { text in
    let link = x.isNaN || y.isNaN ? nil : text.layout.link(at: Point(x: x, y: y))
    try copy(link ?? "", to: buffer, capacity, length)
  }
}

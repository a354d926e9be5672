// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of linecaster.h, which has the comments.

package import CLinecaster
import LinecasterBase
import LinecasterList
import LinecasterScenes
import LinecasterSurface
import LinecasterText

/// Calls `body` with the state of a list, on its thread, and with arguments of the caller. Texts of
/// the call before become invalid.
private func with<Arguments>(
  _ list: OpaquePointer?, _ arguments: Arguments,
  _ body: @MainActor (ListState, Arguments) throws -> Void
) -> lc_status {
  with(list, HostedList.self) { list in
    try list.work(arguments) { state, arguments in
      state.texts.removeAll()
      try body(state, arguments)
    }
  }
}

/// Returns a flag of the caller.
private func flag(_ number: UInt32, _ name: StaticString) throws(CallError) -> Bool {
  try enumerator(number, [false, true], name)
}

/// Returns memory of the caller that is read.
private func input<Element>(
  _ start: UnsafePointer<Element>?, _ count: Int, _ name: StaticString
) throws(CallError) -> UnsafeBufferPointer<Element> {
  // More rows than keys of one byte have room in an argument.
  guard 0...Int(Int32.max) ~= count else {
    throw CallError(LC_ERROR_ARGUMENT, "\(name) are more than \(Int32.max)")
  }
  guard start != nil || count == 0 else {
    throw CallError(LC_ERROR_ARGUMENT, "\(name) is NULL, but the count is not 0")
  }
  return UnsafeBufferPointer(start: start, count: count)
}

@c @implementation
package func lc_template_create(
  _ json: UnsafePointer<CChar>?, _ length: Int,
  _ template: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(template) {
    RowTemplate(try SceneTemplate(json: [UInt8](bytes(json, length, "the template"))))
  }
}

@c @implementation
package func lc_template_destroy(_ template: OpaquePointer?) -> lc_status {
  destroy(template, RowTemplate.self)
}

@c @implementation
package func lc_list_create(
  _ typesetter: OpaquePointer?, _ folder: UnsafePointer<CChar>?, _ folderLength: Int,
  _ options: UnsafePointer<lc_list_options>?, _ list: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(list) {
    let typesetter = try HandleTable.shared.object(typesetter, Typesetter.self)
    // There are no files in a file, so no image can be read.
    let folder =
      folder == nil && folderLength == 0
      ? "/dev/null" : try path(folder, folderLength, "the folder")
    return HostedList(typesetter, folder: folder, try ListOptions(options))
  }
}

@c @implementation
package func lc_list_set_options(
  _ list: OpaquePointer?, _ options: UnsafePointer<lc_list_options>?
) -> lc_status {
  with(list, options) { $0.set(try ListOptions($1)) }
}

@c @implementation
package func lc_list_destroy(_ list: OpaquePointer?) -> lc_status {
  destroy(list, HostedList.self)
}

@c @implementation
package func lc_list_update(
  _ list: OpaquePointer?, _ rows: UnsafePointer<lc_row>?, _ count: Int
) -> lc_status {
  with(list, (rows, count)) { try $0.update(input($1.0, $1.1, "the rows")) }
}

@c @implementation
package func lc_list_edit(
  _ list: OpaquePointer?, _ edits: UnsafePointer<lc_row_edit>?, _ count: Int
) -> lc_status {
  with(list, (edits, count)) { try $0.edit(input($1.0, $1.1, "the edits")) }
}

@c @implementation
package func lc_list_frame(
  _ list: OpaquePointer?, _ seconds: Double, _ info: UnsafeMutablePointer<lc_list_info>?
) -> lc_status {
  with(list, info) { list, info in
    // A longer time than any frame takes; more has no room in a duration.
    list.frame(.seconds(min(try number(seconds, "budget_seconds", atLeast: 0), 1e6)))
    if let info { try list.info.write(to: info) }
  }
}

@c @implementation
package func lc_list_read_info(
  _ list: OpaquePointer?, _ info: UnsafeMutablePointer<lc_list_info>?
) -> lc_status {
  with(list, info) { try $0.info.write(to: $1) }
}

@c @implementation
package func lc_list_wait(_ list: OpaquePointer?, _ seconds: Double) -> lc_status {
  with(list, seconds) { $0.wait(min(try number($1, "seconds", atLeast: 0), 1e6)) }
}

@c @implementation
package func lc_list_draw(
  _ list: OpaquePointer?, _ pixels: UnsafeMutableRawPointer?, _ stride: Int, _ width: Int,
  _ height: Int, _ blankCount: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(list, (pixels, blankCount)) { list, memory in
    guard let pixels = memory.0 else { throw CallError(LC_ERROR_ARGUMENT, "the pixels are NULL") }
    guard width >= 0, height >= 0, width <= 1 << 20, stride >= 4 * width, stride <= 1 << 40 else {
      throw CallError(
        LC_ERROR_ARGUMENT, "\(width) × \(height) pixels have no room in rows of \(stride) bytes")
    }
    let count = try list.draw(pixels, stride: stride, width: width, height: height)
    memory.1?.pointee = count
  }
}

@c @implementation
package func lc_list_visible(
  _ list: OpaquePointer?, _ rows: UnsafeMutablePointer<lc_visible_row>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(list, (rows, count)) { list, memory in
    let count = try required(memory.1, "the place for the count")
    count.pointee = list.copyVisible(to: try elements(memory.0, capacity, "the rows"))
  }
}

@c @implementation
package func lc_list_scroll(
  _ list: OpaquePointer?, _ offset: Double, _ animated: UInt32
) -> lc_status {
  with(list, ()) { list, _ in
    list.scroll(to: try number(offset, "offset"), animated: try flag(animated, "animated"))
  }
}

@c @implementation
package func lc_list_scroll_to(
  _ list: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ keyLength: Int, _ position: UInt32,
  _ animated: UInt32
) -> lc_status {
  with(list, key) { list, key in
    let position = try enumerator(position, ScrollPosition.allCases, "lc_scroll_position")
    try list.scroll(
      to: RowInput.key(key, keyLength), position, animated: flag(animated, "animated"))
  }
}

@c @implementation
package func lc_list_scroll_to_end(_ list: OpaquePointer?, _ animated: UInt32) -> lc_status {
  with(list, ()) { list, _ in
    let animated = try flag(animated, "animated")
    list.controller.scrollToEnd(animated: animated && list.host.animates)
  }
}

@c @implementation
package func lc_list_pointer(
  _ list: OpaquePointer?, _ event: UnsafePointer<lc_pointer_event>?,
  _ handled: UnsafeMutablePointer<UInt32>?
) -> lc_status {
  with(list, (event, handled)) { list, memory in
    let isHandled = try list.point(lc_pointer_event.readRequired(memory.0))
    memory.1?.pointee = isHandled ? 1 : 0
  }
}

@c @implementation
package func lc_list_key(
  _ list: OpaquePointer?, _ key: UInt32, _ handled: UnsafeMutablePointer<UInt32>?
) -> lc_status {
  with(list, handled) { list, handled in
    let isHandled = try list.press(key)
    handled?.pointee = isHandled ? 1 : 0
  }
}

@c @implementation
package func lc_list_copy(
  _ list: OpaquePointer?, _ handled: UnsafeMutablePointer<UInt32>?
) -> lc_status {
  with(list, handled) { list, handled in
    let isHandled = list.copySelection()
    handled?.pointee = isHandled ? 1 : 0
  }
}

@c @implementation
package func lc_list_hit_test(
  _ list: OpaquePointer?, _ x: Double, _ y: Double, _ hit: UnsafeMutablePointer<lc_list_hit>?
) -> lc_status {
  with(list, hit) { list, hit in
    try list.hit(Point(x: number(x, "x"), y: number(y, "y"))).write(to: hit)
  }
}

@c @implementation
package func lc_list_semantics(
  _ list: OpaquePointer?, _ nodes: UnsafeMutablePointer<lc_semantic_node>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(list, (nodes, count)) { list, memory in
    let count = try required(memory.1, "the place for the count")
    count.pointee = list.copySemantics(to: try elements(memory.0, capacity, "the nodes"))
  }
}

@c @implementation
package func lc_list_perform(
  _ list: OpaquePointer?, _ node: Int, _ action: UInt32, _ handled: UnsafeMutablePointer<UInt32>?
) -> lc_status {
  with(list, handled) { list, handled in
    let isHandled = try list.perform(action, onNode: node)
    handled?.pointee = isHandled ? 1 : 0
  }
}

@c @implementation
package func lc_list_next_event(
  _ list: OpaquePointer?, _ event: UnsafeMutablePointer<lc_event>?
) -> lc_status {
  with(list, event) { list, event in
    // An event that has no room stays.
    try lc_event().write(to: event)
    try list.nextEvent().write(to: event)
  }
}

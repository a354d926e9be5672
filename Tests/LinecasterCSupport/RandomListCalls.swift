import CLinecaster
import LinecasterTestSupport

#if canImport(Glibc)
  import Glibc
#endif

extension RandomCaller {
  // Safe: the memory is allocated once, and never written to or freed.
  private nonisolated(unsafe) static let texts = (strings + [#"{"a": "c"}"#, "k1", "k2", "k3"]).map
  {
    (start: UnsafePointer(strdup($0)), count: $0.utf8.count)
  }

  /// A text in memory that stays valid, or NULL.
  private mutating func fixedText() -> (UnsafePointer<CChar>?, Int) {
    if random.oneIn(12) { return (nil, random.oneIn(2) ? 0 : random.extremeInteger()) }
    let text = Self.texts.randomElement(using: &random) ?? (nil, 0)
    return (
      text.start, random.oneIn(20) ? [-1, .max].randomElement(using: &random) ?? 0 : text.count
    )
  }

  /// A key, usually of a row that may exist.
  private mutating func key() -> (UnsafePointer<CChar>?, Int) {
    if random.oneIn(6) { return fixedText() }
    let text = Self.texts.suffix(3).randomElement(using: &random) ?? (nil, 0)
    return (text.start, text.count)
  }

  private mutating func row() -> lc_row {
    let ((key, keyLength), (data, dataLength)) = (self.key(), fixedText())
    return lc_row(
      key: key, key_length: keyLength, template_: random.oneIn(3) ? nil : handle("template"),
      data: data, data_length: dataLength, flags: enumerator(16), reserved: 0)
  }

  /// Elements to read with their count, or NULL with a count that may be wrong.
  private mutating func elements<Element>(
    _ make: (inout RandomCaller) -> Element,
    _ body: (UnsafePointer<Element>?, Int) -> lc_status
  ) -> lc_status {
    if random.oneIn(10) { return body(nil, random.extremeInteger()) }
    let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in make(&self) }
    return elements.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
  }

  mutating func rows(_ body: (UnsafePointer<lc_row>?, Int) -> lc_status) -> lc_status {
    elements({ $0.row() }, body)
  }

  mutating func edits(_ body: (UnsafePointer<lc_row_edit>?, Int) -> lc_status) -> lc_status {
    elements(
      { caller in
        let (row, place) = (caller.row(), caller.key())
        return lc_row_edit(
          row: row, place: place.0, place_length: place.1, kind: caller.enumerator(5), reserved: 0)
      }, body)
  }

  mutating func listOptions(
    _ body: (UnsafePointer<lc_list_options>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    pass(
      { (options: inout lc_list_options, caller) in
        (options.width, options.height) = (caller.double(), caller.double())
        options.scale = min(caller.double(), 2)
        options.text_scale = min(caller.double(), 2)
        options.theme = caller.enumerator(3)
        options.flags = caller.enumerator(8)
      }, body)
  }

  mutating func pointerEvent(
    _ body: (UnsafePointer<lc_pointer_event>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    pass(
      { (event: inout lc_pointer_event, caller) in
        (event.x, event.y, event.wheel) = (caller.double(), caller.double(), caller.double())
        event.kind = caller.enumerator(6)
        event.clicks = caller.enumerator(3)
        event.is_touch = caller.enumerator(2)
      }, body)
  }

  /// A place for a flag, or NULL.
  mutating func flag(_ body: (UnsafeMutablePointer<UInt32>?) -> lc_status) -> lc_status {
    var flag: UInt32 = 0
    return random.oneIn(4) ? body(nil) : body(&flag)
  }

  /// The functions of lists.
  static let lists = making + asking + steering

  private static let making: [Function] = [
    Function("lc_template_create") { caller in
      caller.template { json, count, caller in
        caller.create("template") { lc_template_create(json, count, $1) }
      }
    },
    Function("lc_template_destroy") { lc_template_destroy($0.handle("template")) },
    Function("lc_list_create") { caller in
      let typesetter = caller.handle("typesetter")
      return caller.listOptions { options, caller in
        caller.folder { folder, length, caller in
          caller.create("list") { lc_list_create(typesetter, folder, length, options, $1) }
        }
      }
    },
    Function("lc_list_set_options") { caller in
      let list = caller.handle("list")
      return caller.listOptions { options, _ in lc_list_set_options(list, options) }
    },
    Function("lc_list_destroy") { caller in
      caller.random.oneIn(2) ? lc_list_destroy(nil) : lc_list_destroy(caller.handle("list"))
    },
    Function("lc_list_update") { caller in
      let list = caller.handle("list")
      return caller.rows { lc_list_update(list, $0, $1) }
    },
    Function("lc_list_edit") { caller in
      let list = caller.handle("list")
      return caller.edits { lc_list_edit(list, $0, $1) }
    },
  ]

  private static let asking: [Function] = [
    Function("lc_list_frame") { caller in
      let (list, budget) = (caller.handle("list"), caller.double())
      return caller.out { info, _ in lc_list_frame(list, budget, info) }
    },
    Function("lc_list_read_info") { caller in
      let list = caller.handle("list")
      return caller.out { info, _ in lc_list_read_info(list, info) }
    },
    Function("lc_list_wait") { caller in
      let seconds = [0, 0.0005, -1, .nan, .infinity].randomElement(using: &caller.random) ?? 0
      return lc_list_wait(caller.handle("list"), seconds)
    },
    Function("lc_list_draw") { caller in
      // A buffer of 16 bytes; the sizes of the second half would need more.
      let sizes = [
        (4, 1, 1), (8, 2, 2), (4, 1, 4), (16, 4, 1), (0, 0, 0), (16, 0, 9),
        (-4, 1, 1), (4, 2, 1), (8, -1, 1), (1 << 50, 1, 1), (.max, .max, 1), (.min, 1, .min),
      ]
      let (stride, width, height) = sizes.randomElement(using: &caller.random) ?? (4, 1, 1)
      let list = caller.handle("list")
      return caller.memory(of: UInt8(0)) { pixels, _, caller in
        caller.number { count, _ in lc_list_draw(list, pixels, stride, width, height, count) }
      }
    },
    Function("lc_list_visible") { caller in
      let list = caller.handle("list")
      return caller.memory(
        of: lc_visible_row(), reading: { GivenMemory.read($0.key, $0.key_length) }
      ) { lc_list_visible(list, $0, $1, $2) }
    },
    Function("lc_list_hit_test") { caller in
      let (list, x, y) = (caller.handle("list"), caller.double(), caller.double())
      return caller.out { hit, _ in lc_list_hit_test(list, x, y, hit) }
    },
    Function("lc_list_semantics") { caller in
      let list = caller.handle("list")
      return caller.memory(
        of: lc_semantic_node(),
        reading: { node in
          GivenMemory.read(node.key, node.key_length)
          GivenMemory.read(node.label, node.label_length)
          GivenMemory.read(node.value, node.value_length)
        }
      ) { lc_list_semantics(list, $0, $1, $2) }
    },
    Function("lc_list_next_event") { caller in
      let list = caller.handle("list")
      return caller.out { event, _ in lc_list_next_event(list, event) }
    },
  ]

  private static let steering: [Function] = [
    Function("lc_list_scroll") { caller in
      lc_list_scroll(caller.handle("list"), caller.double(), caller.enumerator(2))
    },
    Function("lc_list_scroll_to") { caller in
      let (list, key) = (caller.handle("list"), caller.key())
      return lc_list_scroll_to(list, key.0, key.1, caller.enumerator(4), caller.enumerator(2))
    },
    Function("lc_list_scroll_to_end") { caller in
      lc_list_scroll_to_end(caller.handle("list"), caller.enumerator(2))
    },
    Function("lc_list_pointer") { caller in
      let list = caller.handle("list")
      return caller.pointerEvent { event, caller in
        caller.flag { lc_list_pointer(list, event, $0) }
      }
    },
    Function("lc_list_key") { caller in
      let (list, key) = (caller.handle("list"), caller.enumerator(12))
      return caller.flag { lc_list_key(list, key, $0) }
    },
    Function("lc_list_copy") { caller in
      let list = caller.handle("list")
      return caller.flag { lc_list_copy(list, $0) }
    },
    Function("lc_list_perform") { caller in
      let (list, node, action) = (caller.handle("list"), caller.offset() / 8, caller.enumerator(4))
      // Without a call before it, there are no nodes.
      var count = 0
      if caller.random.oneIn(2) { _ = lc_list_semantics(list, nil, 0, &count) }
      return caller.flag { lc_list_perform(list, node, action, $0) }
    },
  ]
}

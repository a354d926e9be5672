import CLinecaster
import Foundation
import LinecasterTestSupport

extension RandomCaller {
  /// All functions of the header that can fail.
  package static let functions = fonts + texts + layouts + faces + pictures + draws + lists

  private static let fonts = [
    Function("lc_fonts_create") { $0.create("fonts") { lc_fonts_create($1) } },
    Function("lc_fonts_add_bundled") { caller in
      let fonts = caller.handle("fonts")
      guard caller.random.oneIn(3) else { return lc_fonts_add_bundled(fonts, nil, 0) }
      return caller.text { text, count, _ in lc_fonts_add_bundled(fonts, text, count) }
    },
    Function("lc_fonts_add_file") { caller in
      let fonts = caller.handle("fonts")
      let path = FontFixtures.variable
      guard caller.random.oneIn(2) else { return lc_fonts_add_file(fonts, path, path.utf8.count) }
      return caller.text { text, count, _ in lc_fonts_add_file(fonts, text, count) }
    },
    Function("lc_fonts_add_memory") { caller in
      let fonts = caller.handle("fonts")
      return caller.text { name, length, caller in
        guard caller.random.oneIn(3), let font else {
          return caller.text { text, count, _ in
            lc_fonts_add_memory(fonts, text, count, name, length)
          }
        }
        return lc_fonts_add_memory(fonts, font, font.count, name, length)
      }
    },
    Function("lc_fonts_count") { caller in
      let fonts = caller.handle("fonts")
      return caller.number { count, _ in lc_fonts_count(fonts, count) }
    },
    Function("lc_fonts_family") { caller in
      let (fonts, index) = (caller.handle("fonts"), caller.offset())
      return caller.memory(of: CChar(0)) { buffer, capacity, caller in
        caller.number { length, _ in lc_fonts_family(fonts, index, buffer, capacity, length) }
      }
    },
    Function("lc_fonts_destroy") { caller in
      caller.random.oneIn(2) ? lc_fonts_destroy(nil) : lc_fonts_destroy(caller.handle("fonts"))
    },
    Function("lc_typesetter_create") { caller in
      let fonts = caller.handle("fonts")
      return caller.create("typesetter") { lc_typesetter_create(fonts, $1) }
    },
    Function("lc_typesetter_release_memory") {
      lc_typesetter_release_memory($0.handle("typesetter"))
    },
    Function("lc_typesetter_destroy") { lc_typesetter_destroy($0.handle("typesetter")) },
  ]

  /// The bytes of a font.
  private static let font = FileManager.default.contents(atPath: FontFixtures.layers).map {
    [UInt8]($0)
  }

  private static let texts = [
    Function("lc_text_create") { caller in
      caller.paragraphStyle { paragraph, caller in
        caller.style { style, caller in
          caller.create("text") { lc_text_create(paragraph, style, $1) }
        }
      }
    },
    Function("lc_text_append") { caller in
      let text = caller.handle("text")
      return caller.text { bytes, count, caller in
        caller.style { style, _ in lc_text_append(text, bytes, count, style) }
      }
    },
    Function("lc_text_append_box") { caller in
      let text = caller.handle("text")
      return caller.text { bytes, count, caller in
        caller.style { style, caller in
          caller.box { box, _ in lc_text_append_box(text, bytes, count, style, box) }
        }
      }
    },
    Function("lc_text_append_text") { caller in
      let (text, other) = (caller.handle("text"), caller.handle("text"))
      return caller.box { box, caller in
        caller.style { style, _ in lc_text_append_text(text, other, style, box) }
      }
    },
    Function("lc_text_append_ruby") { caller in
      let text = caller.handle("text")
      return caller.text { bytes, count, caller in
        caller.style { style, caller in
          caller.ruby { ruby, _ in lc_text_append_ruby(text, bytes, count, style, ruby) }
        }
      }
    },
    Function("lc_text_append_attachment") { caller in
      let text = caller.handle("text")
      return caller.attachment { attachment, caller in
        caller.style { style, _ in lc_text_append_attachment(text, attachment, style) }
      }
    },
    Function("lc_text_replace") { caller in
      let (text, start, end) = (caller.handle("text"), caller.offset(), caller.offset())
      return caller.text { bytes, count, caller in
        caller.style { style, _ in lc_text_replace(text, start, end, bytes, count, style) }
      }
    },
    Function("lc_text_set_style") { caller in
      let (text, start, end) = (caller.handle("text"), caller.offset(), caller.offset())
      return caller.style { style, _ in lc_text_set_style(text, start, end, style) }
    },
    Function("lc_text_length") { caller in
      let text = caller.handle("text")
      return caller.number { length, _ in lc_text_length(text, length) }
    },
    Function("lc_text_copy") { caller in
      let text = caller.handle("text")
      return caller.memory(of: CChar(0)) { buffer, capacity, caller in
        caller.number { length, _ in lc_text_copy(text, buffer, capacity, length) }
      }
    },
    Function("lc_text_prepare") { caller in
      let (text, typesetter) = (caller.handle("text"), caller.handle("typesetter"))
      return caller.create("prepared") { lc_text_prepare(text, typesetter, $1) }
    },
    Function("lc_text_destroy") { lc_text_destroy($0.handle("text")) },
    Function("lc_prepared_widths") { caller in
      let prepared = caller.handle("prepared")
      return caller.fraction { minimum, caller in
        caller.fraction { maximum, _ in lc_prepared_widths(prepared, minimum, maximum) }
      }
    },
    Function("lc_prepared_missing") { caller in
      let prepared = caller.handle("prepared")
      return caller.memory(of: UInt32(0)) { characters, capacity, caller in
        caller.number { count, _ in lc_prepared_missing(prepared, characters, capacity, count) }
      }
    },
    Function("lc_prepared_layout") { caller in
      let (prepared, width) = (caller.handle("prepared"), caller.double())
      return caller.create("layout") { lc_prepared_layout(prepared, width, $1) }
    },
    Function("lc_prepared_destroy") { lc_prepared_destroy($0.handle("prepared")) },
  ]

  private static let layouts = [
    Function("lc_layout_size") { caller in
      let layout = caller.handle("layout")
      return caller.fraction { width, caller in
        caller.fraction { height, _ in lc_layout_size(layout, width, height) }
      }
    },
    Function("lc_layout_line_count") { caller in
      let layout = caller.handle("layout")
      return caller.number { count, _ in lc_layout_line_count(layout, count) }
    },
    Function("lc_layout_line") { caller in
      let (layout, index) = (caller.handle("layout"), caller.offset() / 8)
      return caller.out { line, _ in lc_layout_line(layout, index, line) }
    },
    Function("lc_layout_run_count") { caller in
      let layout = caller.handle("layout")
      return caller.number { count, _ in lc_layout_run_count(layout, count) }
    },
    Function("lc_layout_run") { caller in
      let (layout, index) = (caller.handle("layout"), caller.offset() / 8)
      return caller.out { run, _ in lc_layout_run(layout, index, run) }
    },
    Function("lc_layout_glyphs") { caller in
      let (layout, first) = (caller.handle("layout"), caller.offset() / 3)
      return caller.memory(of: lc_glyph()) { glyphs, capacity, caller in
        caller.number { count, _ in lc_layout_glyphs(layout, first, glyphs, capacity, count) }
      }
    },
    Function("lc_layout_face") { caller in
      let (layout, run) = (caller.handle("layout"), caller.offset() / 8)
      return caller.create("face") { lc_layout_face(layout, run, $1) }
    },
    Function("lc_layout_hit") { caller in
      let (layout, x, y) = (caller.handle("layout"), caller.double(), caller.double())
      return caller.out { caret, _ in lc_layout_hit(layout, x, y, caret) }
    },
    Function("lc_layout_caret") { caller in
      let (layout, offset) = (caller.handle("layout"), caller.offset() / 3)
      let affinity = caller.enumerator(2)
      return caller.out { caret, _ in lc_layout_caret(layout, offset, affinity, caret) }
    },
    Function("lc_layout_word") { caller in
      let (layout, offset) = (caller.handle("layout"), caller.offset() / 3)
      return caller.number { start, caller in
        caller.number { end, _ in lc_layout_word(layout, offset, start, end) }
      }
    },
    Function("lc_layout_selection") { caller in
      let (layout, start, end) = (caller.handle("layout"), caller.offset() / 3, caller.offset() / 3)
      return caller.memory(of: lc_rect()) { rects, capacity, caller in
        caller.number { count, _ in
          lc_layout_selection(layout, start, end, rects, capacity, count)
        }
      }
    },
    Function("lc_layout_backgrounds") { caller in
      caller.parts(lc_background(), lc_layout_backgrounds)
    },
    Function("lc_layout_decorations") { caller in
      caller.parts(lc_decoration_line(), lc_layout_decorations)
    },
    Function("lc_layout_boxes") { $0.parts(lc_box_fragment(), lc_layout_boxes) },
    Function("lc_layout_attachments") { caller in
      caller.parts(lc_attachment_place(), lc_layout_attachments)
    },
    Function("lc_layout_link") { caller in
      let (layout, x, y) = (caller.handle("layout"), caller.double(), caller.double())
      return caller.memory(of: CChar(0)) { buffer, capacity, caller in
        caller.number { length, _ in lc_layout_link(layout, x, y, buffer, capacity, length) }
      }
    },
    Function("lc_layout_destroy") { lc_layout_destroy($0.handle("layout")) },
  ]

  private static let faces = [
    Function("lc_face_read_info") { caller in
      let face = caller.handle("face")
      return caller.out { info, _ in lc_face_read_info(face, info) }
    },
    Function("lc_face_family") { caller in
      let face = caller.handle("face")
      return caller.memory(of: CChar(0)) { buffer, capacity, caller in
        caller.number { length, _ in lc_face_family(face, buffer, capacity, length) }
      }
    },
    Function("lc_face_axes") { caller in
      let face = caller.handle("face")
      return caller.memory(of: lc_axis_value()) { values, capacity, caller in
        caller.number { count, _ in lc_face_axes(face, values, capacity, count) }
      }
    },
    Function("lc_face_bytes") { caller in
      let face = caller.handle("face")
      return caller.bytes { lc_face_bytes(face, $0, $1) }
    },
    Function("lc_face_destroy") { lc_face_destroy($0.handle("face")) },
  ]

  private static let pictures = [
    Function("lc_painter_create") { caller in
      let fonts = caller.handle("fonts")
      return caller.budget { budget, caller in
        caller.folder { folder, length, caller in
          caller.create("painter") { lc_painter_create(fonts, folder, length, budget, $1) }
        }
      }
    },
    Function("lc_painter_release_memory") { caller in
      lc_painter_release_memory(caller.handle("painter"), caller.offset())
    },
    Function("lc_painter_destroy") { lc_painter_destroy($0.handle("painter")) },
    Function("lc_picture_draw") { caller in
      let painter = caller.handle("painter")
      return caller.text { json, count, caller in
        caller.options { options, caller in
          caller.create("picture") { lc_picture_draw(painter, json, count, options, $1) }
        }
      }
    },
    Function("lc_picture_draw_template") { caller in
      let painter = caller.handle("painter")
      return caller.template { json, count, caller in
        caller.text { data, length, caller in
          caller.options { options, caller in
            caller.create("picture") {
              lc_picture_draw_template(painter, json, count, data, length, options, $1)
            }
          }
        }
      }
    },
    Function("lc_picture_draw_markdown") { caller in
      let painter = caller.handle("painter")
      return caller.text { text, count, caller in
        caller.options { options, caller in
          caller.create("picture") { lc_picture_draw_markdown(painter, text, count, options, $1) }
        }
      }
    },
    Function("lc_picture_read_info") { caller in
      let picture = caller.handle("picture")
      return caller.out { info, _ in lc_picture_read_info(picture, info) }
    },
    Function("lc_picture_bytes") { caller in
      let picture = caller.handle("picture")
      return caller.bytes { lc_picture_bytes(picture, $0, $1) }
    },
    Function("lc_picture_warning") { caller in
      let (picture, index) = (caller.handle("picture"), caller.offset() / 8)
      return caller.memory(of: CChar(0)) { buffer, capacity, caller in
        caller.number { length, _ in
          lc_picture_warning(picture, index, buffer, capacity, length)
        }
      }
    },
    Function("lc_picture_missing") { caller in
      let picture = caller.handle("picture")
      return caller.memory(of: UInt32(0)) { characters, capacity, caller in
        caller.number { count, _ in lc_picture_missing(picture, characters, capacity, count) }
      }
    },
    Function("lc_picture_destroy") { lc_picture_destroy($0.handle("picture")) },
  ]

  private static let draws = [
    Function("lc_scene_create") { caller in
      let painter = caller.handle("painter")
      return caller.text { json, count, caller in
        caller.options { options, caller in
          caller.create("scene") { lc_scene_create(painter, json, count, options, $1) }
        }
      }
    },
    Function("lc_scene_size") { caller in
      let scene = caller.handle("scene")
      return caller.fraction { width, caller in
        caller.fraction { height, _ in lc_scene_size(scene, width, height) }
      }
    },
    Function("lc_scene_destroy") { lc_scene_destroy($0.handle("scene")) },
    Function("lc_draw_create") { caller in
      let painter = caller.handle("painter")
      return caller.drawOptions { options, caller in
        caller.create("draw") { lc_draw_create(painter, options, $1) }
      }
    },
    Function("lc_draw_begin") { caller in
      let draw = caller.handle("draw")
      return lc_draw_begin(draw, caller.enumerator(300), caller.enumerator(300))
    },
    Function("lc_draw_add_scene") { caller in
      let (draw, scene) = (caller.handle("draw"), caller.handle("scene"))
      return lc_draw_add_scene(draw, scene, caller.double(), caller.double())
    },
    Function("lc_draw_add_layout") { caller in
      let (draw, layout) = (caller.handle("draw"), caller.handle("layout"))
      return lc_draw_add_layout(draw, layout, caller.double(), caller.double())
    },
    Function("lc_draw_add_list") { caller in
      let (draw, list) = (caller.handle("draw"), caller.handle("list"))
      return lc_draw_add_list(draw, list, caller.double(), caller.double())
    },
    Function("lc_draw_end") { caller in
      let draw = caller.handle("draw")
      return caller.out { frame, _ in lc_draw_end(draw, frame) }
    },
    Function("lc_draw_lose_textures") { lc_draw_lose_textures($0.handle("draw")) },
    Function("lc_draw_destroy") { lc_draw_destroy($0.handle("draw")) },
  ]

  /// Copies parts of a layout.
  private mutating func parts<Part>(
    _ part: Part,
    _ copy: (OpaquePointer?, UnsafeMutablePointer<Part>?, Int, UnsafeMutablePointer<Int>?)
      -> lc_status
  ) -> lc_status {
    let layout = handle("layout")
    return memory(of: part) { parts, capacity, caller in
      caller.number { count, _ in copy(layout, parts, capacity, count) }
    }
  }
}

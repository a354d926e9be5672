package import CLinecaster
import Synchronization

/// A struct of the header whose size is set.
package protocol CStruct {
  init()
  var struct_size: Int { get set }

  /// Reads the memory to which a struct refers that a call has filled.
  func readMemory()
}

extension CStruct {
  /// A struct of zeros with its size.
  package static var sized: Self {
    var value = Self()
    value.struct_size = MemoryLayout<Self>.size
    return value
  }

  package func readMemory() {}
}

extension lc_text_style: CStruct {}
extension lc_paragraph_style: CStruct {}
extension lc_box: CStruct {}
extension lc_attachment: CStruct {}
extension lc_ruby: CStruct {}
extension lc_line: CStruct {}
extension lc_run: CStruct {}
extension lc_caret: CStruct {}
extension lc_face_info: CStruct {}
extension lc_budget: CStruct {}
extension lc_picture_options: CStruct {}
extension lc_picture_info: CStruct {}
extension lc_draw_options: CStruct {}
extension lc_list_options: CStruct {}
extension lc_list_info: CStruct {}
extension lc_pointer_event: CStruct {}

extension lc_draw_frame: CStruct {
  package func readMemory() {
    GivenMemory.read(vertices, vertex_count * MemoryLayout<lc_draw_vertex>.stride)
    GivenMemory.read(indices, index_count * MemoryLayout<UInt32>.stride)
    GivenMemory.read(commands, command_count * MemoryLayout<lc_draw_command>.stride)
    let parameterCount = Int(parameter_columns) * Int(parameter_rows)
    GivenMemory.read(parameters, parameterCount * 4 * MemoryLayout<Float>.stride)
    for index in 0..<upload_count {
      guard let upload = uploads?[index], upload.bytes != nil else { continue }
      GivenMemory.read(
        upload.bytes, Int(upload.columns) * Int(upload.rows) * Int(upload.texel_bytes))
    }
  }
}

extension lc_list_hit: CStruct {
  package func readMemory() {
    GivenMemory.read(key, key_length)
    GivenMemory.read(tag, tag_length)
    GivenMemory.read(link, link_length)
    GivenMemory.read(path, path_length)
  }
}

extension lc_event: CStruct {
  package func readMemory() {
    GivenMemory.read(key, key_length)
    GivenMemory.read(text, text_length)
  }
}

/// Reads memory that the library says is valid; a sanitizer ends the program if it is not.
package enum GivenMemory {
  package static func read(_ start: UnsafeRawPointer?, _ count: Int) {
    guard let start, count > 0 else { return }
    // Both ends and some bytes between them, which a call uses in the same way.
    var sum: UInt8 = 0
    for place in stride(from: 0, to: count, by: max(1, count / 64)) {
      sum &+= start.load(fromByteOffset: place, as: UInt8.self)
    }
    sum &+= start.load(fromByteOffset: count - 1, as: UInt8.self)
    // A sum that is used is not optimized away.
    if sum == 1 { seen.withLock { $0 &+= 1 } }
  }

  private static let seen = Mutex(0)
}

/// The bytes of a file in memory.
struct MemoryBytes: RandomAccessBytes {
  let bytes: [UInt8]
  let name: String

  var count: Int { bytes.count }

  func bytes(at position: Int, count: Int) -> [UInt8] {
    Array(bytes.dropFirst(position).prefix(count))
  }
}

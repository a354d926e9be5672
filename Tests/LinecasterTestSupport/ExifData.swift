/// EXIF data made for tests.
package enum ExifData {
  /// A TIFF structure with some entries before the orientation.
  package static func tiff(_ orientation: Int, isLittleEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isLittleEndian ? bytes : bytes.reversed()
    }
    let other = number(0x010F, 2) + number(2, 2) + number(3, 4) + Array("ab\0\0".utf8)
    let entry =
      number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
    return Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(12, 4)
      + [9, 9, 9, 9] + number(2, 2) + other + entry + number(0, 4)
  }

  /// A JPEG file with EXIF data after its start.
  package static func jpeg(_ file: [UInt8], orientation: Int) -> [UInt8] {
    let data = Array("Exif\0\0".utf8) + tiff(orientation, isLittleEndian: orientation % 2 == 0)
    let length = data.count + 2
    return file[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + data + file[2...]
  }
}

#if WOFF
  internal import CWOFF
#endif
#if canImport(Glibc)
  import Glibc
#endif
import LinecasterBase

extension WebFontFormat {
  /// Decompresses a font file into memory of `malloc`, which the caller frees.
  ///
  /// - Throws: `WebFontFault` with the position and the reason if the file is damaged or too large,
  ///   or without the trait `WOFF`.
  /// - Complexity: O(bytes of the file and the font), which has at most `fontLimit` bytes.
  func decompress(_ file: UnsafeRawBufferPointer) throws(WebFontFault) -> UnsafeRawBufferPointer {
    #if WOFF
      switch self {
      case .woff: try WOFFDirectory(file).font(from: file)
      case .woff2: try WOFF2Directory(file).font(from: file)
      }
    #else
      throw WebFontFault(withoutTrait: self)
    #endif
  }
}

#if WOFF
  extension WOFFDirectory {
    /// Writes the font that the file of the directory contains.
    func font(from file: UnsafeRawBufferPointer) throws(WebFontFault) -> UnsafeRawBufferPointer {
      // The caller owns the memory; here it is freed only if it is not returned.
      guard let start = malloc(header.fontLength) else {
        throw WebFontFault(.woff, "out of memory", at: 16)
      }
      let font = UnsafeMutableRawBufferPointer(start: start, count: header.fontLength)
      do throws(WebFontFault) {
        try write(to: font, from: file)
      } catch {
        free(start)
        throw error
      }
      return UnsafeRawBufferPointer(font)
    }

    /// Writes every byte of `font`, whose size is the sum of its padded parts.
    private func write(
      to font: UnsafeMutableRawBufferPointer, from file: UnsafeRawBufferPointer
    ) throws(WebFontFault) {
      func put(_ number: some FixedWidthInteger, at place: Int) {
        withUnsafeBytes(of: number.bigEndian) { bytes in
          UnsafeMutableRawBufferPointer(rebasing: font[place...]).copyMemory(from: bytes)
        }
      }
      // The fields for binary searches of the directory (OpenType, table directory).
      let power = tables.count.bitWidth - 1 - tables.count.leadingZeroBitCount
      let range = Self.entryLength << power
      put(header.flavor.rawValue, at: 0)
      put(UInt16(tables.count), at: 4)
      put(UInt16(truncatingIfNeeded: range), at: 6)
      put(UInt16(power), at: 8)
      put(UInt16(truncatingIfNeeded: Self.entryLength * tables.count - range), at: 10)
      var end = Self.headerLength + Self.entryLength * tables.count
      for (index, table) in tables.enumerated() {
        let entry = Self.headerLength + Self.entryLength * index
        put(table.tag.rawValue, at: entry)
        put(table.checksum, at: entry + 4)
        put(UInt32(end), at: entry + 8)
        put(UInt32(table.length), at: entry + 12)
        let place = end..<end + Self.padded(table.length)
        let target = UnsafeMutableRawBufferPointer(rebasing: font[place])
        try Self.copy(table, from: file, to: target)
        end = place.upperBound
      }
    }

    /// Copies or inflates a table and fills its padding with 0.
    private static func copy(
      _ table: Table, from file: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer
    ) throws(WebFontFault) {
      let stored = UnsafeRawBufferPointer(
        rebasing: file[table.offset..<table.offset + table.storedLength])
      for place in table.length..<target.count { target[place] = 0 }
      if table.storedLength == table.length {
        target.copyMemory(from: stored)
        return
      }
      // zlib reads `stored` and writes at most `length` bytes, which the target has; both stay in
      // place during the call.
      let isInflated = linecaster_woff_inflate(
        stored.baseAddress?.assumingMemoryBound(to: UInt8.self), stored.count,
        target.baseAddress?.assumingMemoryBound(to: UInt8.self), table.length)
      guard isInflated else { throw table.fault("damaged compressed data") }
    }
  }

  extension WOFF2Directory {
    /// Writes the font that the file of the directory contains.
    func font(from file: UnsafeRawBufferPointer) throws(WebFontFault) -> UnsafeRawBufferPointer {
      var font: UnsafeMutablePointer<UInt8>?
      var length = 0
      // libwoff2 keeps no pointer to the file after the call. `font` is memory of `malloc` that it
      // hands over to the caller.
      let result = linecaster_woff2_decompress(
        file.baseAddress?.assumingMemoryBound(to: UInt8.self), file.count,
        WebFontFormat.fontLimit, &font, &length)
      switch result {
      case linecaster_woff_decompressed:
        return UnsafeRawBufferPointer(start: font, count: length)
      case linecaster_woff_too_large:
        throw fault("the font has more than \(WebFontFormat.fontLimit) bytes")
      case linecaster_woff_out_of_memory: throw fault("out of memory")
      default: throw fault("damaged compressed tables")
      }
    }

    private func fault(_ reason: String) -> WebFontFault {
      WebFontFault(.woff2, reason, at: streamStart)
    }
  }
#endif

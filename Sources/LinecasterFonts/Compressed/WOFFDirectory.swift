#if WOFF
  import LinecasterBase

  /// The tables of a WOFF file, checked for order, overlaps, gaps and sizes (WOFF 1 §4 and 5).
  struct WOFFDirectory {
    /// A table of the font.
    struct Table {
      let tag: FontTag
      /// The position of the table's bytes in the file.
      let offset: Int
      /// The number of bytes in the file; equal to `length` if they are not compressed.
      let storedLength: Int
      /// The number of bytes in the font.
      let length: Int
      let checksum: UInt32
      /// The position of the table's entry in the directory.
      let entry: Int
    }

    let header: WebFontHeader
    /// The tables in the order of their tags.
    let tables: [Table]

    /// The size of a font's header, and of each entry of its directory.
    static let (headerLength, entryLength) = (12, 16)
    /// The maximum factor by which Deflate compresses: 258 bytes take at least two bits.
    private static let ratioLimit = 1032

    /// Creates the directory of a file and checks it.
    ///
    /// - Complexity: O(tables × log(tables)).
    init(_ file: UnsafeRawBufferPointer) throws(WebFontFault) {
      var reader = WebFontReader(.woff, file)
      header = try WebFontHeader(&reader)
      guard header.flavor != "ttcf" else {
        throw WebFontFault(.woff, "WOFF has no collections of fonts", at: 4)
      }
      var tables: [Table] = []
      for _ in 0..<header.tableCount {
        tables.append(try Self.table(&reader, after: tables.last))
      }
      self.tables = tables
      let length = tables.reduce(Self.headerLength + Self.entryLength * tables.count) {
        $0 + Self.padded($1.length)
      }
      guard length == header.fontLength else {
        throw WebFontFault(
          .woff, "the header says that the font has \(header.fontLength) bytes, not \(length)",
          at: 16)
      }
      try checkLayout(of: file, from: reader.position)
    }

    /// Returns a length rounded up to a multiple of four.
    static func padded(_ length: Int) -> Int { (length + 3) & ~3 }

    private static func table(
      _ reader: inout WebFontReader, after previous: Table?
    ) throws(WebFontFault) -> Table {
      let entry = reader.position
      let table = Table(
        tag: try reader.tag(), offset: try reader.length(), storedLength: try reader.length(),
        length: try reader.length(), checksum: try reader.number(), entry: entry)
      if let previous, previous.tag.rawValue >= table.tag.rawValue {
        throw table.fault("not in the order of tags")
      }
      guard table.storedLength <= table.length else {
        throw table.fault("\(table.length) bytes cannot be \(table.storedLength) when compressed")
      }
      guard table.length / ratioLimit <= table.storedLength else {
        throw table.fault("\(table.storedLength) bytes cannot hold \(table.length)")
      }
      return table
    }

    /// Checks that the parts of the file follow each other without overlap and gap.
    private func checkLayout(
      of file: UnsafeRawBufferPointer, from start: Int
    ) throws(WebFontFault) {
      var end = start
      for table in tables.sorted(by: { ($0.offset, $0.length) < ($1.offset, $1.length) }) {
        guard table.offset == Self.padded(end) else {
          throw table.fault("begins at byte \(table.offset), not \(Self.padded(end))")
        }
        end = table.offset + table.storedLength
        guard end <= file.count else { throw table.fault("ends after the file, at byte \(end)") }
      }
      for (block, name, place) in [
        (header.metadata, "metadata", 24), (header.privateData, "private data", 36),
      ] where block.offset != 0 {
        guard block.offset == Self.padded(end), block.length <= file.count - block.offset else {
          throw WebFontFault(
            .woff, "\(block.length) bytes of \(name) cannot begin at byte \(block.offset)",
            at: place)
        }
        end = block.offset + block.length
      }
      guard file.count == end || file.count == Self.padded(end) else {
        throw WebFontFault(.woff, "unused bytes at the end of the file", at: end)
      }
    }
  }

  extension WOFFDirectory.Table {
    /// Returns a fault of the table's entry.
    func fault(_ reason: String) -> WebFontFault {
      WebFontFault(.woff, "table \(tag.quoted): \(reason)", at: entry)
    }
  }
#endif

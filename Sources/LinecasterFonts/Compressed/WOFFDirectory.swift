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

  /// The table directory of a WOFF2 file, checked before libwoff2 reads it (WOFF 2 §4).
  ///
  /// libwoff2 does not return what is wrong with a file, prints some faults to standard error,
  /// allocates memory as the directory says, and takes quadratic time for repeated tags.
  struct WOFF2Directory {
    /// A table of the font, or one that fonts of a collection share.
    private struct Table {
      let tag: FontTag
      /// The number of bytes in the decompressed stream.
      let storedLength: Int
      let isTransformed: Bool
      /// The position of the table's entry in the file.
      let entry: Int
    }

    /// The position of the compressed tables in the file.
    let streamStart: Int

    /// The maximum size of transformed outlines: libwoff2 takes 12 bytes for each point of a glyph,
    /// which is at least two of these bytes.
    private static let outlineLimit = 64 << 20
    /// The maximum number of directory entries of all fonts of a collection.
    private static let entryLimit = 65_535
    /// The maximum factor by which tables are compressed, as in libwoff2.
    private static let ratioLimit = 100

    /// Creates the directory of a file and checks it.
    ///
    /// - Complexity: O(entries).
    init(_ file: UnsafeRawBufferPointer) throws(WebFontFault) {
      var reader = WebFontReader(.woff2, file)
      let header = try WebFontHeader(&reader)
      var tables: [Table] = []
      var storedLength = 0
      let lengthLimit = min(WebFontFormat.fontLimit, Self.ratioLimit * file.count)
      for _ in 0..<header.tableCount {
        let table = try Self.table(&reader)
        storedLength += table.storedLength
        guard storedLength <= lengthLimit else {
          throw WebFontFault(
            .woff2, "the tables have more than \(lengthLimit) bytes", at: table.entry)
        }
        tables.append(table)
      }
      if header.flavor == "ttcf" {
        try Self.checkFonts(&reader, tables)
      } else {
        var font = Font()
        for index in tables.indices { try font.add(index, of: tables, at: tables[index].entry) }
        try font.checkOutlines(of: tables, isCollection: false, at: reader.position)
      }
      streamStart = reader.position
      let end = (streamStart + header.streamLength + 3) & ~3
      guard end <= file.count else {
        throw WebFontFault(
          .woff2, "the compressed tables end after the file, at byte \(end)", at: 20)
      }
    }

    private static func table(_ reader: inout WebFontReader) throws(WebFontFault) -> Table {
      let entry = reader.position
      let flags = Int(try reader.number(UInt8.self))
      let number = flags & 0x3F
      let tag = number == 0x3F ? try reader.tag() : knownTags[number]
      let length = try reader.packedLength()
      let isOutlines = tag == "glyf" || tag == "loca"
      // Version 0 transforms outlines, and leaves other tables as they are.
      let isTransformed = (flags >> 6 == 0) == isOutlines
      let storedLength = isTransformed ? try reader.packedLength() : length
      guard !isTransformed || tag != "glyf" || storedLength <= outlineLimit else {
        throw WebFontFault(
          .woff2, "table 'glyf': more than \(outlineLimit) bytes of transformed outlines",
          at: entry)
      }
      return Table(
        tag: tag, storedLength: storedLength, isTransformed: isTransformed, entry: entry)
    }

    /// Checks the fonts of a collection (WOFF 2 §4.2).
    private static func checkFonts(
      _ reader: inout WebFontReader, _ tables: [Table]
    ) throws(WebFontFault) {
      // The version, which libwoff2 checks.
      _ = try reader.length()
      var entryCount = 0
      for _ in 0..<(try reader.packedCount()) {
        let start = reader.position
        let tableCount = try reader.packedCount()
        entryCount += tableCount
        guard entryCount <= entryLimit else {
          throw WebFontFault(.woff2, "the fonts have more than \(entryLimit) tables", at: start)
        }
        _ = try reader.tag()
        var font = Font()
        for _ in 0..<tableCount {
          let place = reader.position
          try font.add(try reader.packedCount(), of: tables, at: place)
        }
        try font.checkOutlines(of: tables, isCollection: true, at: start)
      }
    }

    /// The tables of one font, as indices into the directory.
    private struct Font {
      private var indices: [FontTag: Int] = [:]

      /// Adds a table that the file names at a position.
      mutating func add(
        _ index: Int, of tables: [Table], at place: Int
      ) throws(WebFontFault) {
        guard index < tables.count else {
          throw WebFontFault(.woff2, "there is no table \(index)", at: place)
        }
        let tag = tables[index].tag
        guard indices.updateValue(index, forKey: tag) == nil else {
          throw WebFontFault(.woff2, "table \(tag.quoted) is repeated", at: place)
        }
      }

      /// Checks that outlines and their index belong together (WOFF 2 §5.1 and 5.3).
      func checkOutlines(
        of tables: [Table], isCollection: Bool, at place: Int
      ) throws(WebFontFault) {
        let (glyf, loca) = (indices["glyf"], indices["loca"])
        guard glyf != nil || loca != nil else { return }
        guard let glyf, let loca, tables[glyf].isTransformed == tables[loca].isTransformed,
          !isCollection || loca == glyf + 1
        else { throw WebFontFault(.woff2, "tables 'glyf' and 'loca' do not match", at: place) }
      }
    }

    /// The tags that the directory names by number.
    private static let knownTags: [FontTag] = [
      "cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post", "cvt ", "fpgm", "glyf",
      "loca", "prep", "CFF ", "VORG", "EBDT", "EBLC", "gasp", "hdmx", "kern", "LTSH", "PCLT",
      "VDMX", "vhea", "vmtx", "BASE", "GDEF", "GPOS", "GSUB", "EBSC", "JSTF", "MATH", "CBDT",
      "CBLC", "COLR", "CPAL", "SVG ", "sbix", "acnt", "avar", "bdat", "bloc", "bsln", "cvar",
      "fdsc", "feat", "fmtx", "fvar", "gvar", "hsty", "just", "lcar", "mort", "morx", "opbd",
      "prop", "trak", "Zapf", "Silf", "Glat", "Gloc", "Feat", "Sill",
    ]
  }
#endif

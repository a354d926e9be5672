import LinecasterBase
import LinecasterFonts
import LinecasterRaster
import LinecasterText

/// The fonts of a PDF file, with the glyphs that it draws.
struct PDFFonts {
  /// The code of a glyph in page text.
  struct Code: Hashable {
    /// The index of the font.
    let font: Int
    /// The index of the glyph in the font.
    let index: Int
    /// Whether the code has two bytes, which are assigned when the font is written, instead of one.
    let isWide: Bool
  }

  /// The representation of a font's glyphs.
  fileprivate enum Kind: Hashable {
    /// A subset of a font file.
    case subset
    /// Outlines as drawing procedures, if HarfBuzz cannot subset the font.
    case outlines
    /// Images.
    case images(size: Int, ink: Color?)
    /// Invisible glyphs.
    case blanks
  }

  private struct Key: Hashable {
    let face: FontFace
    let kind: Kind
  }

  /// A font, with its glyphs in the order of their first use.
  fileprivate struct Font {
    let face: FontFace
    let kind: Kind
    /// The number of the font's object.
    let object: Int
    var glyphs: [UInt32] = []
    var places: [UInt32: Int] = [:]
    /// The text of each glyph; `nil` until it is known.
    var texts: [String?] = []
  }

  private var fonts: [Font] = []
  /// The fonts of a face and kind; the last one takes new glyphs.
  private var known: [Key: [Int]] = [:]
  private var subsettable: [FontFace: Bool] = [:]

  /// The maximum glyphs in a font with one-byte codes.
  private static let mostNarrow = 256

  /// The name of a font in page resources.
  static func name(_ font: Int) -> String { "F\(font)" }

  /// The code of a glyph.
  ///
  /// - Parameters:
  ///   - image: The key of its image; `nil` for outlines.
  ///   - isSeen: Whether it is drawn.
  mutating func code(
    of glyph: UInt32, in face: FontFace, image: ColorGlyphs.Key?, isSeen: Bool,
    in file: inout PDFFile
  ) -> Code {
    let kind: Kind =
      if image == nil, canSubset(face) {
        .subset
      } else if !isSeen {
        .blanks
      } else if let image {
        .images(size: image.size, ink: image.ink)
      } else {
        .outlines
      }
    let key = Key(face: face, kind: kind)
    for font in known[key] ?? [] {
      if let index = fonts[font].places[glyph] {
        return Code(font: font, index: index, isWide: kind == .subset)
      }
    }
    let limit = kind == .subset ? Int(UInt16.max) : Self.mostNarrow
    var font = known[key]?.last ?? -1
    if font < 0 || fonts[font].glyphs.count >= limit {
      font = fonts.count
      fonts.append(Font(face: face, kind: kind, object: file.reserve()))
      known[key, default: []].append(font)
    }
    let index = fonts[font].glyphs.count
    fonts[font].glyphs.append(glyph)
    fonts[font].texts.append(nil)
    fonts[font].places[glyph] = index
    return Code(font: font, index: index, isWide: kind == .subset)
  }

  private mutating func canSubset(_ face: FontFace) -> Bool {
    if let known = subsettable[face] { return known }
    let can = FontSubset.isPossible(for: face)
    subsettable[face] = can
    return can
  }

  /// Whether a glyph stands for a text, or can from now on.
  mutating func reads(_ code: Code, as text: String) -> Bool {
    if let known = fonts[code.font].texts[code.index] { return known == text }
    fonts[code.font].texts[code.index] = text
    return true
  }

  /// The width of a glyph in thousandths of an em.
  func width(of code: Code) -> Double { fonts[code.font].width(code.index) }

  /// The font resources of pages.
  var resources: String {
    fonts.indices.map { "/\(Self.name($0)) \(fonts[$0].object) 0 R" }.joined(separator: " ")
  }
}

// MARK: - Font files

extension PDFFonts {
  /// The code bytes of each font's glyphs, by index.
  typealias Numbers = [[UInt16]]

  /// Writes all fonts.
  ///
  /// - Parameters:
  ///   - images: Draws colour glyphs.
  ///   - write: Writes an image and returns its number.
  /// - Throws: `RasterError` if a glyph cannot be drawn or a font cannot be subset;
  ///   `CancellationError`.
  func write(
    to file: inout PDFFile, resources: Int, _ images: ColorGlyphs, _ scope: WorkScope,
    image write: (Bitmap, inout PDFFile) -> Int
  ) throws -> Numbers {
    var numbers: Numbers = []
    for (index, font) in fonts.enumerated() {
      try scope.checkCancellation()
      if font.kind == .subset {
        numbers.append(try font.writeSubset(named: Self.tag(index), to: &file))
      } else {
        try font.writeProcedures(to: &file, resources: resources, images, write)
        numbers.append([])
      }
    }
    return numbers
  }

  /// The six-letter tag that distinguishes subsets of a font (§9.6.4).
  private static func tag(_ index: Int) -> String {
    var (letters, rest) = ("", index)
    for _ in 0..<6 {
      letters = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(rest % 26))) + letters
      rest /= 26
    }
    return letters
  }
}

extension PDFFonts.Font {
  private var unit: Double { 1000 / Double(max(1, face.metrics.unitsPerEm)) }

  fileprivate func width(_ index: Int) -> Double {
    Double(face.harfBuzz.advance(ofGlyph: glyphs[index])) * unit
  }

  /// Writes a composite font with two-byte codes (§9.7), and returns the codes.
  fileprivate func writeSubset(named tag: String, to file: inout PDFFile) throws -> [UInt16] {
    guard let subset = FontSubset(face, glyphs: Set(glyphs), for: .glyphs),
      let codes = codes(subset)
    else {
      throw RasterError(
        code: .unusableFace, source: face.data.source,
        reason: "HarfBuzz could not subset the font")
    }
    let name = "\(tag)+\(postScriptName)"
    let program = file.add(
      stream: subset.bytes,
      subset.isCFF ? "/Subtype /CIDFontType0C" : "/Length1 \(subset.bytes.count)")
    let descriptor = file.add(descriptor(name, isCFF: subset.isCFF, program))
    let order = glyphs.indices.sorted { codes[$0] < codes[$1] }
    var widths = DocumentBytes()
    for index in order {
      widths.put("\(codes[index]) [")
      widths.put([width(index)], "] ")
    }
    let kind = subset.isCFF ? "/CIDFontType0" : "/CIDFontType2 /CIDToGIDMap /Identity"
    let descendant = file.add(
      "<< /Type /Font /Subtype \(kind) /BaseFont /\(name) /CIDSystemInfo << /Registry (Adobe) "
        + "/Ordering (Identity) /Supplement 0 >> /FontDescriptor \(descriptor) 0 R /DW 0 /W [ "
        + String(decoding: widths.bytes, as: UTF8.self) + "] >>")
    let map = file.add(stream: unicodeMap(codes.map { Array($0.hexadecimal) }), "")
    file.add(
      "<< /Type /Font /Subtype /Type0 /BaseFont /\(name) /Encoding /Identity-H "
        + "/DescendantFonts [ \(descendant) 0 R ] /ToUnicode \(map) 0 R >>", as: object)
    return codes
  }

  /// The code of each glyph in a subset: its index, or its CID if the font has CIDs.
  private func codes(_ subset: FontSubset) -> [UInt16]? {
    var characters: [UInt16]?
    if subset.isCFF {
      guard let charset = CFFCharset(subset.bytes) else { return nil }
      characters = charset.characters
    }
    return glyphs.map { glyph in
      let number = subset.numbers[glyph] ?? 0
      guard let characters else { return UInt16(truncatingIfNeeded: number) }
      return number < UInt32(characters.count) ? characters[Int(number)] : 0
    }
  }

  /// The PostScript name of the face, in letters, digits and hyphens.
  private var postScriptName: String {
    let words = [face.family, face.styleName].map { word in
      word.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    let name = words.filter { !$0.isEmpty }.joined(separator: "-")
    return name.isEmpty ? "Font" : String(name.prefix(64))
  }

  private func descriptor(_ name: String, isCFF: Bool, _ program: Int) -> String {
    let metrics = face.metrics
    var text = DocumentBytes()
    // The Symbolic flag: the character set is not a standard one.
    text.put("<< /Type /FontDescriptor /FontName /\(name) /Flags 4 /FontBBox [")
    text.put([-1000, -metrics.descent * unit - 500, 3000, metrics.ascent * unit + 500], "]")
    text.put(" /ItalicAngle ")
    text.put(face.slant == .upright ? 0 : -12)
    for (key, value) in [
      ("Ascent", metrics.ascent), ("Descent", -metrics.descent), ("CapHeight", metrics.capHeight),
    ] {
      text.put(" /\(key) ")
      text.put(value * unit)
    }
    text.put(" /StemV \(50 + face.weight.value / 10)")
    text.put(" /\(isCFF ? "FontFile3" : "FontFile2") \(program) 0 R >>")
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The ToUnicode map (§9.10.3).
  ///
  /// - Parameter codes: The code of each glyph in digits.
  private func unicodeMap(_ codes: [[UInt8]]) -> [UInt8] {
    var map = DocumentBytes()
    let last = String(repeating: "F", count: codes.first?.count ?? 2)
    let first = String(repeating: "0", count: last.count)
    map.put(
      """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <\(first)> <\(last)>
      endcodespacerange

      """)
    let read = codes.indices.filter { texts[$0]?.isEmpty == false }
    for start in stride(from: 0, to: read.count, by: 100) {
      let part = read[start..<min(read.count, start + 100)]
      map.put("\(part.count) beginbfchar\n")
      for index in part {
        map.put("<")
        map.put(codes[index])
        map.put("> <\((texts[index] ?? "").pdfUnits)>\n")
      }
      map.put("endbfchar\n")
    }
    map.put("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
    return map.bytes
  }
}

// MARK: - Glyphs drawn by the file

extension PDFFonts.Font {
  /// Writes a Type 3 font, whose glyphs are drawing procedures (§9.6.5).
  fileprivate func writeProcedures(
    to file: inout PDFFile, resources: Int, _ images: ColorGlyphs,
    _ write: (Bitmap, inout PDFFile) -> Int
  ) throws(RasterError) {
    var (procedures, names, widths) = ("", "", DocumentBytes())
    var drawn: [Int: Int] = [:]
    for (index, glyph) in glyphs.enumerated() {
      var content = DocumentBytes()
      content.put(width(index))
      switch kind {
      case .images(let size, let ink):
        let key = ColorGlyphs.Key(face: face, glyph: glyph, size: size, ink: ink)
        content.put(" 0 d0\n")
        if let part = try images.image(key) {
          drawn[index] = write(part.bitmap, &file)
          let frame = part.frame
          content.put("q ")
          content.put(
            [frame.width, 0, 0, frame.height, frame.minX, -frame.maxY].map { $0 * 1000 },
            " cm /I\(index) Do Q\n")
        }
      case .outlines: content.putOutline(face.outline(of: glyph))
      case .subset, .blanks: content.put(" 0 0 0 0 0 d1\n")
      }
      procedures += "/g\(index) \(file.add(stream: content.bytes, "")) 0 R "
      names += "/g\(index) "
      widths.put([width(index)], " ")
    }
    // Glyph procedures have their own resources.
    let own = drawn.sorted { $0.key < $1.key }.map { "/I\($0.key) \($0.value) 0 R" }
    let map = file.add(
      stream: unicodeMap(glyphs.indices.map { Array(UInt16($0 & 255).hexadecimal.suffix(2)) }), "")
    file.add(
      "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [0.001 0 0 0.001 0 0] "
        + "/CharProcs << \(procedures)>> /Encoding << /Type /Encoding /Differences [0 \(names)] "
        + ">> /FirstChar 0 /LastChar \(glyphs.count - 1) /Widths [ "
        + String(decoding: widths.bytes, as: UTF8.self)
        + "] /Resources << /XObject << \(own.joined(separator: " ")) >> >> "
        + "/ToUnicode \(map) 0 R >>", as: object)
  }
}

extension DocumentBytes {
  /// Writes an uncoloured glyph: its width, its box and its outline.
  fileprivate mutating func putOutline(_ outline: GlyphOutline) {
    let unit = 1000 / Double(max(1, outline.unitsPerEm))
    var path = VectorPath()
    path.add(outline) { Point(x: $0.x * unit, y: $0.y * unit) }
    let box = path.bounds ?? Rect(x: 0, y: 0, width: 0, height: 0)
    put(" 0 ")
    put([box.minX, box.minY, box.maxX, box.maxY], " d1\n")
    put(path)
    if !path.isEmpty { put("f\n") }
  }

  /// Writes the operators of a path (§8.5.2).
  mutating func put(_ path: VectorPath) {
    for step in path.steps {
      switch step {
      case .move(let point): put([point.x, point.y], " m\n")
      case .line(let point): put([point.x, point.y], " l\n")
      case .curve(let one, let two, let end):
        put([one.x, one.y, two.x, two.y, end.x, end.y], " c\n")
      case .close: put("h\n")
      }
    }
  }
}

/// The charset of a CFF font: glyph names, or CIDs (Adobe Technical Note 5176, §13).
struct CFFCharset {
  /// The CID of each glyph; `nil` for fonts with glyph names, whose codes are glyph indices.
  let characters: [UInt16]?

  /// Reads the charset; `nil` if the bytes are not a CFF table.
  ///
  /// - Complexity: O(glyphs).
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 4 else { return nil }
    var reader = CFFReader(bytes: bytes, place: Int(bytes[2]))
    guard reader.index() != nil, let dictionaries = reader.index(), let top = dictionaries.first,
      let values = CFFReader.dictionary(bytes[top])
    else { return nil }
    guard values[.registry] != nil else {
      characters = nil
      return
    }
    guard let outlines = values[.charStrings]?.first, outlines > 0, outlines < bytes.count else {
      return nil
    }
    reader.place = outlines
    guard let count = reader.index()?.count else { return nil }
    let place = values[.charset]?.first ?? 0
    guard place > 2, place < bytes.count else {
      characters = (0..<count).map { UInt16(truncatingIfNeeded: $0) }
      return
    }
    reader.place = place
    guard let read = reader.charset(count) else { return nil }
    characters = read
  }
}

/// Reads the structures of CFF, never beyond its bytes.
private struct CFFReader {
  /// The operators of a dictionary; two-byte ones start at 0x0C00.
  struct Operator: Hashable {
    let number: Int
    static let charset = Operator(number: 15)
    static let charStrings = Operator(number: 17)
    static let registry = Operator(number: 0x0C1E)
  }

  let bytes: [UInt8]
  var place: Int

  /// A big-endian number of a number of bytes.
  private mutating func number(_ count: Int) -> Int? {
    guard place >= 0, count <= bytes.count - place else { return nil }
    defer { place += count }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The ranges of the objects in an index (§5).
  mutating func index() -> [Range<Int>]? {
    guard let count = number(2) else { return nil }
    guard count > 0 else { return [] }
    guard let size = number(1), 1...4 ~= size else { return nil }
    guard (count + 1) * size <= bytes.count - place else { return nil }
    let offsets = (0...count).compactMap { _ in number(size) }
    let base = place - 1
    guard let last = offsets.last, offsets[0] >= 1,
      zip(offsets, offsets.dropFirst())
        .allSatisfy({ $0 <= $1 }), last <= bytes.count - base
    else { return nil }
    place = base + last
    return zip(offsets, offsets.dropFirst()).map { base + $0..<base + $1 }
  }

  /// The integer operands of each operator (§4); `nil` if a dictionary is malformed.
  static func dictionary(_ bytes: ArraySlice<UInt8>) -> [Operator: [Int]]? {
    var reader = CFFReader(bytes: Array(bytes), place: 0)
    var values: [Operator: [Int]] = [:]
    var operands: [Int] = []
    while let first = reader.number(1) {
      switch first {
      case 12:
        guard let second = reader.number(1) else { return nil }
        values[Operator(number: 0x0C00 | second)] = operands
        operands = []
      case 0...21:
        values[Operator(number: first)] = operands
        operands = []
      case 28:
        guard let number = reader.number(2) else { return nil }
        operands.append(Int(Int16(truncatingIfNeeded: number)))
      case 29:
        guard let number = reader.number(4) else { return nil }
        operands.append(Int(Int32(truncatingIfNeeded: number)))
      case 30:
        // Real numbers end with a nibble of 15; their values are not needed.
        while let pair = reader.number(1), pair & 15 != 15, pair >> 4 != 15 {}
        operands.append(0)
      case 32...246: operands.append(first - 139)
      case 247...250:
        guard let second = reader.number(1) else { return nil }
        operands.append((first - 247) * 256 + second + 108)
      case 251...254:
        guard let second = reader.number(1) else { return nil }
        operands.append(-(first - 251) * 256 - second - 108)
      default: return nil
      }
    }
    return values
  }

  /// The CIDs of a number of glyphs; the first is 0.
  mutating func charset(_ count: Int) -> [UInt16]? {
    guard let format = number(1), 0...2 ~= format else { return nil }
    var characters: [UInt16] = [0]
    while characters.count < count {
      guard let first = number(2) else { return nil }
      var more = 0
      if format > 0 {
        guard let left = number(format) else { return nil }
        more = left
      }
      for step in 0...min(more, count - characters.count - 1) {
        characters.append(UInt16(truncatingIfNeeded: first + step))
      }
    }
    return characters
  }
}

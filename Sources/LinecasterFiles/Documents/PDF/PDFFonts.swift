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
    /// The reading of the font: glyphs that stand for several texts are in several readings.
    var reading = 0
    /// The index of the glyph in the font.
    let index: Int
    /// Whether the code has two bytes, which are assigned when the font is written, instead of one.
    let isWide: Bool

    var resource: Resource { Resource(font: font, reading: reading) }
  }

  /// A reading of a font, as the name in page resources.
  struct Resource: Hashable, CustomStringConvertible {
    let font: Int
    let reading: Int

    var description: String { reading > 0 ? "F\(font)R\(reading)" : "F\(font)" }
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
    /// The readings, at least one. They differ only in their maps to Unicode.
    var readings: [Reading]
    var glyphs: [UInt32] = []
    var places: [UInt32: Int] = [:]

    /// The first reading in which a glyph has a text, or can have it.
    func reading(_ glyph: Int, as text: String) -> Int? {
      readings.firstIndex { $0.texts[glyph] == text }
        ?? readings.firstIndex { $0.texts[glyph] == nil }
    }
  }

  /// The texts of a font's glyphs, by index.
  fileprivate struct Reading {
    /// The number of the font's object.
    let object: Int
    var texts: [Int: String] = [:]
  }

  private var fonts: [Font] = []
  /// The fonts of a face and kind; the last one takes new glyphs.
  private var known: [Key: [Int]] = [:]
  private var subsettable: [FontFace: Bool] = [:]

  /// The maximum glyphs in a font with one-byte codes.
  private static let mostNarrow = 256
  /// The maximum readings of a font; glyphs of more texts are read as the first one.
  private static let mostReadings = 8

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
      fonts.append(Font(face: face, kind: kind, readings: [Reading(object: file.reserve())]))
      known[key, default: []].append(font)
    }
    let index = fonts[font].glyphs.count
    fonts[font].glyphs.append(glyph)
    fonts[font].places[glyph] = index
    return Code(font: font, index: index, isWide: kind == .subset)
  }

  private mutating func canSubset(_ face: FontFace) -> Bool {
    if let known = subsettable[face] { return known }
    let can = FontSubset.isPossible(for: face)
    subsettable[face] = can
    return can
  }

  /// The code of a glyph that readers take for a text.
  mutating func code(_ code: Code, readAs text: String, in file: inout PDFFile) -> Code {
    var code = code
    if let known = fonts[code.font].reading(code.index, as: text) {
      code.reading = known
    } else if fonts[code.font].readings.count < Self.mostReadings {
      code.reading = fonts[code.font].readings.count
      fonts[code.font].readings.append(Reading(object: file.reserve()))
    } else {
      return code
    }
    fonts[code.font].readings[code.reading].texts[code.index] = text
    return code
  }

  /// The text that readers take a code for; `nil` for none.
  func text(of code: Code) -> String? {
    fonts[code.font].readings[code.reading].texts[code.index]
  }

  /// The width of a glyph in thousandths of an em.
  func width(of code: Code) -> Double { fonts[code.font].width(code.index) }

  /// The font resources of pages.
  var resources: String {
    fonts.indices.flatMap { font in
      fonts[font].readings.enumerated().map {
        "/\(Resource(font: font, reading: $0.offset)) \($0.element.object) 0 R"
      }
    }.joined(separator: " ")
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
    for reading in readings {
      let map = file.add(stream: reading.unicodeMap(codes.map { Array($0.hexadecimal) }), "")
      file.add(
        "<< /Type /Font /Subtype /Type0 /BaseFont /\(name) /Encoding /Identity-H "
          + "/DescendantFonts [ \(descendant) 0 R ] /ToUnicode \(map) 0 R >>",
        as: reading.object)
    }
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
}

extension PDFFonts.Reading {
  /// The ToUnicode map (§9.10.3).
  ///
  /// - Parameter codes: The code of each glyph in digits.
  fileprivate func unicodeMap(_ codes: [[UInt8]]) -> [UInt8] {
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
    let codes = glyphs.indices.map { Array(UInt16($0 & 255).hexadecimal.suffix(2)) }
    for reading in readings {
      let map = file.add(stream: reading.unicodeMap(codes), "")
      file.add(
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [0.001 0 0 0.001 0 0] "
          + "/CharProcs << \(procedures)>> /Encoding << /Type /Encoding /Differences [0 \(names)] "
          + ">> /FirstChar 0 /LastChar \(glyphs.count - 1) /Widths [ "
          + String(decoding: widths.bytes, as: UTF8.self)
          + "] /Resources << /XObject << \(own.joined(separator: " ")) >> >> "
          + "/ToUnicode \(map) 0 R >>", as: reading.object)
    }
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

/// Writes a catalog as bytes: numbers in little-endian order, strings and lists after their count.
struct CatalogWriter {
  private(set) var bytes: [UInt8] = []

  init(_ catalog: FontCatalog) {
    write(UInt64(0))
    write(CatalogReader.signature)
    write(catalog.witnesses) { writer, witness in
      writer.write(witness.path)
      writer.write(witness.stamp.kind.rawValue)
      writer.write(witness.stamp.size)
      writer.write(witness.stamp.time)
    }
    var numbers: [ObjectIdentifier: UInt32] = [:]
    var coverages: [Coverage] = []
    for face in catalog.faces where numbers[ObjectIdentifier(face.coverage)] == nil {
      numbers[ObjectIdentifier(face.coverage)] = UInt32(coverages.count)
      coverages.append(face.coverage)
    }
    write(coverages) { $0.write($1) }
    write(catalog.faces) { writer, face in
      writer.write(face.description)
      writer.write(numbers[ObjectIdentifier(face.coverage)] ?? 0)
      writer.write(face.languages.designed)
      writer.write(face.languages.supported)
    }
    write(catalog.errors) { writer, error in
      writer.write(error.code.name)
      writer.write(error.source)
      writer.write(error.reason)
    }
    let sum = CatalogReader.checksum(bytes.dropFirst(8))
    for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: sum >> UInt64(index * 8)) }
  }

  private mutating func write(_ face: FontDescription) {
    write(face.source)
    write(UInt32(clamping: face.index))
    write(face.family)
    write(face.otherFamilyNames) { $0.write($1) }
    write(face.styleName)
    write(UInt32(face.weights.lowerBound.value))
    write(UInt32(face.weights.upperBound.value))
    write(face.widths.lowerBound.percent.bitPattern)
    write(face.widths.upperBound.percent.bitPattern)
    write(face.slant.rawValue)
    write(face.axes) { writer, axis in
      writer.write(axis.tag.rawValue)
      writer.write(axis.name)
      writer.write(axis.minimum.bitPattern)
      writer.write(axis.defaultValue.bitPattern)
      writer.write(axis.maximum.bitPattern)
      writer.write(UInt8(axis.isHidden ? 1 : 0))
    }
    write(UInt8(face.hasColorBitmaps ? 1 : 0))
    write(face.designLanguages) { $0.write($1) }
  }

  private mutating func write(_ coverage: Coverage) {
    write(Array(coverage.occupiedPages)) { writer, page in
      writer.write(UInt32(page))
      for word in coverage.words(ofPage: page) { writer.write(word) }
    }
  }

  private mutating func write<Element>(
    _ list: [Element], _ one: (inout CatalogWriter, Element) -> Void
  ) {
    write(UInt32(list.count))
    for element in list { one(&self, element) }
  }

  private mutating func write(_ text: String) {
    write(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func write(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

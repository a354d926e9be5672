import LinecasterBase
import Synchronization

/// The description of a face, available without opening its file.
public struct FontDescription: Hashable, Sendable {
  /// The path of the face's file, or the name given to bytes from memory.
  public let source: String
  /// The index of the face in its file; 0 in files with one face.
  public let index: Int
  /// The family name; the typographic family name if the font has it.
  public let family: String
  /// The other names of the family: names in other languages, and names for older programs.
  public let otherFamilyNames: [String]
  /// The name of the style within the family, for example "Bold Italic"; may be empty.
  public let styleName: String
  /// The weights of the face: one weight, or the range of its axis `wght`.
  public let weights: ClosedRange<FontWeight>
  /// The widths of the face: one width, or the range of its axis `wdth`.
  public let widths: ClosedRange<FontWidth>
  /// The slant of the design at its default axis values.
  public let slant: FontSlant
  /// The variation axes; empty unless the font is variable.
  public let axes: [FontAxis]
  /// Whether the face draws colour bitmaps, as emoji fonts do.
  public let hasColorBitmaps: Bool
  /// Whether the face has coloured outlines (OpenType `COLR`).
  public let hasColorOutlines: Bool
  /// The font's design languages as BCP 47 tags (OpenType `meta`, `dlng`).
  let designLanguages: [String]

  /// Returns whether the design of the face includes a slant.
  ///
  /// - Complexity: O(axes).
  public func supports(_ slant: FontSlant) -> Bool {
    if slant == self.slant { return true }
    switch slant {
    case .upright:
      return [.italicAxis, .slantAxis].contains { axis($0)?.range.contains(0) == true }
    case .italic: return axis(.italicAxis)?.range.contains(1) == true
    case .oblique: return (axis(.slantAxis)?.minimum ?? 0) < 0
    }
  }

  private func axis(_ tag: FontTag) -> FontAxis? { axes.first { $0.tag == tag } }
}

extension FontDescription {
  /// Describes an open face: the full range of its axes, or only this instance if it has other axis
  /// values or is synthesized.
  init(_ face: FontFace) {
    let axes = face.isDefault ? face.axes : []
    self.init(
      source: face.data.source, index: face.index, family: face.family,
      otherFamilyNames: face.base.otherFamilyNames, styleName: face.styleName,
      weights: Self.weights(axes) ?? face.weight...face.weight,
      widths: Self.widths(axes) ?? face.width...face.width, slant: face.slant, axes: axes,
      hasColorBitmaps: face.hasColorBitmaps,
      hasColorOutlines: face.base.harfBuzz.hasColorOutlines,
      designLanguages: face.base.designLanguages)
  }

  /// Returns the description with another family name as its only one.
  fileprivate func named(_ family: String) -> FontDescription {
    FontDescription(
      source: source, index: index, family: family, otherFamilyNames: [], styleName: styleName,
      weights: weights, widths: widths, slant: slant, axes: axes, hasColorBitmaps: hasColorBitmaps,
      hasColorOutlines: hasColorOutlines, designLanguages: designLanguages)
  }

  /// Returns the description for a file at another path.
  func found(at path: String) -> FontDescription {
    FontDescription(
      source: path, index: index, family: family, otherFamilyNames: otherFamilyNames,
      styleName: styleName, weights: weights, widths: widths, slant: slant, axes: axes,
      hasColorBitmaps: hasColorBitmaps, hasColorOutlines: hasColorOutlines,
      designLanguages: designLanguages)
  }

  private static func weights(_ axes: [FontAxis]) -> ClosedRange<FontWeight>? {
    guard let axis = axes.first(where: { $0.tag == .weightAxis }) else { return nil }
    let value = { (value: Double) in FontWeight(Int(saturating: min(max(value, 1), 1000))) }
    return value(axis.minimum)...value(axis.maximum)
  }

  private static func widths(_ axes: [FontAxis]) -> ClosedRange<FontWidth>? {
    guard let axis = axes.first(where: { $0.tag == .widthAxis }) else { return nil }
    return FontWidth(percent: axis.minimum)...FontWidth(percent: axis.maximum)
  }
}

/// A face in a collection: its description, and the face once it is open.
package final class FontEntry: Sendable {
  /// The face's identifier, assigned before it is opened.
  let identifier: UInt32
  /// The face's description, available without opening the file.
  package let description: FontDescription
  let coverage: Coverage
  /// Primary subtags of the languages in whose style, such as Nastaliq, the Arabic letters are
  /// drawn.
  let handLanguages: [String]

  private let opened: Mutex<Result<FontFace, FontError>?>
  /// Whether the face is opened from its description, repeatedly if necessary.
  private let isOpenedByName: Bool
  private let languages: Mutex<FontLanguages?>

  /// Creates an entry for an open face.
  ///
  /// - Parameters:
  ///   - family: The family name that finds it; `nil` for its own.
  ///   - languages: Primary subtags of the languages of the Arabic letters' style; text in
  ///     them asks the face first.
  package init(_ face: FontFace, family: String? = nil, handOf languages: [String] = []) {
    // Under another name it counts as another face, though it draws the same.
    identifier = family == nil ? face.identifier : FontFace.makeIdentifier()
    let own = FontDescription(face)
    description = family.map(own.named) ?? own
    coverage = face.base.coverage
    handLanguages = languages
    opened = Mutex(.success(face))
    isOpenedByName = false
    self.languages = Mutex(nil)
  }

  /// Creates an entry for a face whose file is opened when text is first drawn with it.
  ///
  /// - Parameter hand: Primary subtags of the languages in whose style the Arabic letters are
  ///   drawn.
  init(
    _ description: FontDescription, coverage: Coverage, languages: FontLanguages,
    handOf hand: [String] = []
  ) {
    identifier = FontFace.makeIdentifier()
    self.description = description
    self.coverage = coverage
    handLanguages = hand
    opened = Mutex(nil)
    isOpenedByName = true
    self.languages = Mutex(languages)
  }

  /// Whether the face has a glyph for the scalar with this value; does not open the file.
  ///
  /// - Complexity: O(1).
  package func covers(value: UInt32) -> Bool { coverage.contains(value) }

  /// Returns the face, opened by the first call or the first one after `close()`.
  ///
  /// - Throws: `FontError` if the file is missing or not usable.
  package func face() throws(FontError) -> FontFace {
    try opened.withLock { known throws(FontError) in
      if let known { return try known.get() }
      let result = Result { () throws(FontError) in
        try FontFace(
          data: FontData(path: description.source), index: description.index,
          identifier: identifier, known: coverage)
      }
      known = result
      return try result.get()
    }
  }

  /// Releases a face that was opened from its description. It closes with its last user; the next
  /// call of `face()` reopens the file under the same identifier.
  func close() {
    guard isOpenedByName else { return }
    let dropped = opened.withLock { known -> FontFace? in
      guard case .success(let face) = known else { return nil }
      known = nil
      return face
    }
    // Its memory is released here, outside the lock.
    withExtendedLifetime(dropped) {}
  }

  /// Returns the face's languages of Han characters; empty if the face cannot be opened.
  func hanLanguages() -> FontLanguages {
    languages.withLock { known in
      if let known { return known }
      let found = (try? face()).map { FontLanguages($0) } ?? FontLanguages()
      known = found
      return found
    }
  }
}

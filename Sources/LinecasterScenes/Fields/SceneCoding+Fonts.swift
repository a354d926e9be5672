import LinecasterFonts
import LinecasterText

extension SceneCoding<FontWeight> {
  /// 1 to 1000, or the name of a constant of `FontWeight`.
  static var fontWeight: SceneCoding<FontWeight> {
    named(
      "weight",
      [("regular", .regular), ("medium", .medium), ("semibold", .semibold), ("bold", .bold)],
      SceneCoding<Int>.integer(1...1000).mapped({ FontWeight($0) }, { $0.value }))
  }
}

extension SceneCoding<FontWidth> {
  /// A percentage from 50 to 200, or the name of a constant of `FontWidth`.
  static var fontWidth: SceneCoding<FontWidth> {
    named(
      "width", [("condensed", .condensed), ("normal", .normal), ("expanded", .expanded)],
      SceneCoding<Double> { value, scope throws(SceneFault) in
        let percent = try SceneCoding<Double>.number.read(value, scope)
        guard (50...200).contains(percent) else {
          throw SceneFault(value, isNot: "a percentage from 50 to 200")
        }
        return percent
      } write: { percent throws(SceneFault) in
        .number(percent)
      }
      .mapped({ FontWidth(percent: $0) }, { $0.percent }))
  }
}

extension SceneCoding where Value: Hashable {
  /// The name of a constant, or what another coding reads.
  static func named(
    _ what: String, _ constants: [(String, Value)], _ other: SceneCoding<Value>
  ) -> SceneCoding<Value> {
    let keyword = keyword(what, constants)
    let values = Set(constants.map(\.1))
    return SceneCoding { value, scope throws(SceneFault) in
      if case .string = value.content { return try keyword.read(value, scope) }
      return try other.read(value, scope)
    } write: { value throws(SceneFault) in
      try values.contains(value) ? keyword.write(value) : other.write(value)
    }
  }
}

extension SceneCoding<[FontVariation]> {
  /// `{"wght": 650, "opsz": 20}`.
  static var variations: SceneCoding<[FontVariation]> {
    .tags(
      "axes", SceneCoding<Double>.number, make: { FontVariation($0, $1) },
      take: { ($0.axis, $0.value) })
  }
}

extension SceneCoding<[FontFeature]> {
  /// `{"smcp": 1, "liga": 0}`.
  static var features: SceneCoding<[FontFeature]> {
    .tags(
      "features", SceneCoding<Int>.integer(0...Int(UInt32.max)),
      make: { FontFeature($0, UInt32(clamping: $1)) }, take: { ($0.tag, Int($0.value)) })
  }
}

extension SceneCoding {
  /// The most tags of one style; no font has so many axes or features that text asks for.
  static var tagLimit: Int { 64 }

  /// An object with a value for each four-letter tag.
  ///
  /// Of a tag that comes twice the last one is written, which is the one that decides.
  static func tags<Element: Sendable, Number: Sendable>(
    _ what: String, _ number: SceneCoding<Number>,
    make: @escaping @Sendable (FontTag, Number) -> Element,
    take: @escaping @Sendable (Element) -> (FontTag, Number)
  ) -> SceneCoding<[Element]> where Value == [Element] {
    SceneCoding { value, scope throws(SceneFault) in
      guard case .object(let members) = value.content else {
        throw SceneFault(value, isNot: "an object with a number for each tag")
      }
      guard members.count <= tagLimit else {
        throw SceneFault(.tooLarge, at: value.offset, "more than \(tagLimit) \(what)")
      }
      var elements: [Element] = []
      for member in members {
        guard let tag = FontTag(member.name) else {
          throw SceneFault(
            .wrongValue, at: member.offset,
            "'\(SceneFault.short(member.name))' is not a tag of one to four ASCII characters")
        }
        elements.append(make(tag, try number.read(member.value, scope)))
      }
      return elements
    } write: { elements throws(SceneFault) in
      var members: [JSONMember] = []
      for element in elements {
        let (tag, value) = take(element)
        members.removeAll { $0.name == tag.trimmedName }
        members.append(JSONMember(tag.trimmedName, try number.write(value)))
      }
      return .object(members)
    }
  }
}

extension FontTag {
  /// The name without the spaces that fill it up.
  fileprivate var trimmedName: String {
    var name = name[...]
    while name.count > 1, name.last == " " { name.removeLast() }
    return String(name)
  }
}

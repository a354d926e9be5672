import LinecasterBase
import LinecasterBoxLayout
import LinecasterCommandSupport

/// The rows and columns of grids, in CSS keywords.
extension BoxCaseStyle {
  static let templateKeys: Set = [
    "gridTemplateColumns", "gridTemplateRows", "gridAutoColumns", "gridAutoRows",
    "gridTemplateAreas", "gridAutoFlow",
  ]

  /// Reads the track properties of a grid container, if it has any.
  mutating func readTemplate(_ values: [String: BoxCaseValue]) throws(BoxCaseFault) {
    guard values.keys.contains(where: Self.templateKeys.contains) else { return }
    var template = GridTemplate()
    template.columns = try Self.tracks("gridTemplateColumns", values)
    template.rows = try Self.tracks("gridTemplateRows", values)
    template.autoColumns = try Self.simpleTracks("gridAutoColumns", values)
    template.autoRows = try Self.simpleTracks("gridAutoRows", values)
    if let flow = values["gridAutoFlow"] {
      guard let word = Self.flows[flow.description] else {
        throw BoxCaseFault("gridAutoFlow", flow)
      }
      template.flow = word
    }
    if let areas = values["gridTemplateAreas"] { template.areas = try Self.areas(areas) }
    setTemplate(template)
  }

  private static func areas(_ value: BoxCaseValue) throws(BoxCaseFault) -> GridAreas {
    guard case .list(let rows) = value else { throw BoxCaseFault("gridTemplateAreas", value) }
    do {
      return try GridAreas(rows.map(\.description))
    } catch {
      throw BoxCaseFault("style 'gridTemplateAreas': \(error)")
    }
  }

  private static func simpleTracks(
    _ key: String, _ values: [String: BoxCaseValue]
  ) throws(BoxCaseFault) -> [GridTrack] {
    guard let value = values[key] else { return [] }
    guard case .list(let tracks) = value else { throw BoxCaseFault(key, value) }
    var list: [GridTrack] = []
    for value in tracks { list.append(try track(key, value)) }
    return list
  }

  private static func tracks(
    _ key: String, _ values: [String: BoxCaseValue]
  ) throws(BoxCaseFault) -> GridTrackList {
    guard let value = values[key] else { return [] }
    if case .text("subgrid") = value { return .subgrid }
    if case .text("none") = value { return [] }
    guard case .list(let tracks) = value else { throw BoxCaseFault(key, value) }
    var list: GridTrackList = []
    for value in tracks {
      if case .object(let object) = value, object["repeat"] != nil {
        list = list + (try repetition(key, object))
      } else {
        list = list + GridTrackList([try track(key, value)])
      }
    }
    return list
  }

  private static func repetition(
    _ key: String, _ object: [String: BoxCaseValue]
  ) throws(BoxCaseFault) -> GridTrackList {
    let tracks = try simpleTracks("tracks", object)
    switch object["repeat"] {
    case .number(let count): return .repeating(Int(saturating: count), tracks)
    case .text("auto-fill"): return .autoFill(tracks)
    case .text("auto-fit"): return .autoFit(tracks)
    default: throw BoxCaseFault(key, .object(object))
    }
  }

  private static func track(
    _ key: String, _ value: BoxCaseValue
  ) throws(BoxCaseFault) -> GridTrack {
    switch value {
    case .number(let points): return .points(points)
    case .text(let text):
      if let factor = fraction(text) { return .fraction(factor) }
      switch text {
      case "auto": return .auto
      case "min-content": return .minContent
      case "max-content": return .maxContent
      default:
        guard text.hasSuffix("%"), let percent = Double(text.dropLast()) else {
          throw BoxCaseFault(key, value)
        }
        return .percent(percent)
      }
    case .object(let object):
      if let limit = object["fitContent"] { return .fit(try length(key, limit)) }
      guard case .list(let sizes)? = object["minmax"], sizes.count == 2 else {
        throw BoxCaseFault(key, value)
      }
      let minimum = try length(key, sizes[0])
      if let factor = fraction(sizes[1].description) {
        return .minmax(minimum, fraction: factor)
      }
      return .minmax(minimum, try length(key, sizes[1]))
    case .list: throw BoxCaseFault(key, value)
    }
  }

  private static func fraction(_ text: String) -> Double? {
    text.hasSuffix("fr") ? Double(text.dropLast(2)) : nil
  }

  /// The start or end of an item.
  static func line(_ key: String, _ value: BoxCaseValue) throws(BoxCaseFault) -> GridLine {
    let text = value.description
    if text == "auto" { return .auto }
    guard text.hasPrefix("span "), let count = Double(text.dropFirst(5)) else {
      throw BoxCaseFault(key, value)
    }
    return .span(Int(saturating: count))
  }

  private static let flows: [String: GridFlow] = [
    "row": .row, "column": .column, "row dense": .rowDense, "dense": .rowDense,
    "column dense": .columnDense,
  ]
}

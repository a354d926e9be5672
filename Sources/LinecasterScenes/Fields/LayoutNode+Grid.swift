import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells

extension LayoutNode {
  /// The arguments of grids, besides their content.
  static let gridArguments = SceneRecord<LayoutNode>(
    "argument of Grid",
    [
      SceneField(
        "columns", \.template.columns, .tracks,
        about: "The tracks of columns.", css: "grid-template-columns",
        example: #"[40, "1fr", "auto"]"#),
      SceneField(
        "rows", \.template.rows, .tracks,
        about: "The tracks of rows.", css: "grid-template-rows"),
      SceneField(
        "autoColumns", \.template.autoColumns, SceneCoding<GridTrack>.track.tracks,
        about: "The tracks of further columns.", css: "grid-auto-columns"),
      SceneField(
        "autoRows", \.template.autoRows, SceneCoding<GridTrack>.track.tracks,
        about: "The tracks of further rows.", css: "grid-auto-rows"),
      SceneField(
        "areas", \.template.areas, .areas,
        about: "The names of areas in each cell, one string a row.", css: "grid-template-areas"),
      SceneField(
        "flow", \.template.flow, .keyword("grid flow"),
        about: "The order of nodes without a place.", css: "grid-auto-flow"),
      spacing,
      SceneField(
        "alignment", \.style.alignItems, .alignment,
        about: "The alignment of nodes between the top and bottom of their cells.",
        css: "align-items"),
      SceneField(
        "justification", \.style.justifyItems, .alignment,
        about: "The alignment of nodes between the sides of their cells.", css: "justify-items"),
    ])

  /// The modifiers of grid items, and those of grids that are not also arguments.
  static let cells: [SceneField<LayoutNode>] = [
    SceneField(
      "gridColumn", \.style.gridColumn, .gridRange,
      about: "The columns in the surrounding grid.", css: "grid-column grid-column-start"),
    SceneField(
      "gridRow", \.style.gridRow, .gridRange,
      about: "The rows in the surrounding grid.", css: "grid-row grid-row-start"),
    SceneField(
      "gridArea", .string,
      about: "The area of the surrounding grid, by name.", css: "grid-area"
    ) { value, scope, node throws(SceneFault) in
      let name = try SceneCoding<String>.string("the name of an area").read(value, scope)
      guard let area = scope.areas[name] else {
        throw SceneFault(
          unknown: "area of the surrounding grid", ExactText(name), at: value.offset,
          among: scope.areas.names.map { ExactText($0) })
      }
      node.style.gridColumn = area.column
      node.style.gridRow = area.row
    } write: { _, _ throws(SceneFault) in
      nil
    },
    SceneField(
      "justifyItems", \.style.justifyItems, .alignment,
      about: "The alignment of children between the sides of their cells.", css: "justify-items"),
    SceneField(
      "justifySelf", \.style.justifySelf, SceneCoding<BoxAlign>.alignment.optional,
      about: "The node's own alignment between the sides of its cells.", css: "justify-self"),
    SceneField(
      "order", \.style.order, .integer(-Self.orderLimit...Self.orderLimit),
      about: "The position among siblings, 0 by default.", css: "order"),
  ]

  /// The largest integer up to which a `Double` represents all integers exactly.
  private static let orderLimit = 1 << 53

  /// The rows and columns; CSS defaults if the node has none.
  fileprivate var template: GridTemplate {
    get { grid ?? GridTemplate() }
    set { grid = newValue == GridTemplate() ? nil : newValue }
  }
}

extension SceneCoding<GridRange> {
  /// A line, `{"span": 2}` or `"auto"`, or a list of two of them.
  fileprivate static var gridRange: SceneCoding<GridRange> {
    let line = SceneCoding<GridLine>.gridLine
    return SceneCoding(
      .any(line.schema, .list(of: line.schema, least: 2, limit: 2)).named("gridRange")
    ) { value, scope throws(SceneFault) in
      guard case .array(let lines) = value.content else {
        return GridRange(try line.read(value, scope))
      }
      guard lines.count == 2 else {
        throw SceneFault(value, isNot: "a list of two lines, start and end")
      }
      return GridRange(try line.read(lines[0], scope), try line.read(lines[1], scope))
    } write: { range throws(SceneFault) in
      let start = try line.write(range.start)
      return range.end == .auto ? start : .array([start, try line.write(range.end)])
    }
  }
}

extension SceneCoding<GridLine> {
  /// A number, `{"span": 2}` or `"auto"`.
  fileprivate static var gridLine: SceneCoding<GridLine> {
    let limit = GridTrackList.maximumCount
    let number = SceneCoding<Int>.integer(-limit...limit)
    let span = SceneRecord<GridSpan>(
      "property of spans", [SceneField("span", \.count, .integer(1...limit), isRequired: true)])
    return SceneCoding(.any(number.schema, span.schema, .keywords(["auto"])).named("gridLine")) {
      value, scope throws(SceneFault) in
      switch value.content {
      case .number: return .line(try number.read(value, scope))
      case .object:
        var read = GridSpan()
        try span.read(value, scope, into: &read)
        return .span(read.count)
      case .string("auto"): return .auto
      default: throw SceneFault(value, isNot: "a line: a number, {\"span\": 2} or 'auto'")
      }
    } write: { line throws(SceneFault) in
      if line.number != 0 { return .number(Double(line.number)) }
      guard line.count != 0 else { return .string("auto") }
      return .object(try span.write(GridSpan(count: line.count), plain: nil))
    }
  }
}

/// A number of tracks to span.
private struct GridSpan: Hashable, Sendable {
  var count = 1
}

extension SceneCoding<GridAreas> {
  /// A string for each row.
  fileprivate static var areas: SceneCoding<GridAreas> {
    let rows = SceneCoding<String>.string("the names of a row").list(
      of: "rows", limit: GridTrackList.maximumCount)
    return SceneCoding(rows.schema) { value, scope throws(SceneFault) in
      let drawing = try rows.read(value, scope)
      do throws(GridAreasError) {
        return try GridAreas(drawing)
      } catch {
        throw SceneFault(.wrongValue, at: value.offset, error.description)
      }
    } write: { areas throws(SceneFault) in
      try rows.write(areas.drawing)
    }
  }
}

extension SceneCoding<GridTrackList> {
  /// A list of tracks and repetitions, or `"subgrid"`.
  static var tracks: SceneCoding<GridTrackList> {
    let repetition = SceneRecord<TrackRepetition>(
      "property of repetitions",
      [
        SceneField("repeat", \.count, .repetitionCount, isRequired: true),
        SceneField("tracks", \.tracks, SceneCoding<GridTrack>.track.tracks, isRequired: true),
      ])
    let track = SceneCoding<GridTrack>.track
    let list = SceneSchema.list(
      of: .any(track.schema, repetition.schema), limit: GridTrackList.maximumCount)
    return SceneCoding(.any(list, .keywords(["subgrid"])).named("tracks")) {
      value, scope throws(SceneFault) in
      if case .string("subgrid") = value.content { return .subgrid }
      guard case .array(let elements) = value.content else {
        throw SceneFault(value, isNot: "a list of tracks, or 'subgrid'")
      }
      var tracks = ReadTracks()
      for element in elements.prefix(GridTrackList.maximumCount) {
        try scope.attempt(()) { () throws(SceneFault) in
          if case .object(let members) = element.content,
            members.contains(where: { $0.name == "repeat" })
          {
            var repeated = TrackRepetition()
            try repetition.read(element, scope, into: &repeated)
            tracks.append(repeated)
          } else {
            tracks.append(try track.read(element, scope))
          }
        }
      }
      return tracks.list
    } write: { list throws(SceneFault) in
      if list.isSubgrid { return .string("subgrid") }
      var elements: [JSONValue] = []
      for each in list.leading { elements.append(try track.write(each)) }
      if !list.repeated.isEmpty {
        let repeated = TrackRepetition(
          count: list.collapses ? .autoFit : .autoFill, tracks: list.repeated)
        elements.append(.object(try repetition.write(repeated, plain: nil)))
      }
      for each in list.trailing { elements.append(try track.write(each)) }
      return .array(elements)
    }
  }
}

/// The tracks of a list that is being read, up to the most that a list can have.
private struct ReadTracks {
  private var leading: [GridTrack] = []
  /// The first `auto-fill` or `auto-fit` repetition of the list.
  private var repeated: GridTrackList?
  private var trailing: [GridTrack] = []

  mutating func append(_ track: GridTrack) {
    if repeated == nil { leading.append(track) } else { trailing.append(track) }
  }

  mutating func append(_ repetition: TrackRepetition) {
    switch repetition.count {
    case .times(let count):
      for _ in 0..<count {
        let count = repeated == nil ? leading.count : trailing.count
        guard count < GridTrackList.maximumCount else { return }
        for track in repetition.tracks { append(track) }
      }
    case .autoFill where repeated == nil: repeated = .autoFill(repetition.tracks)
    case .autoFit where repeated == nil: repeated = .autoFit(repetition.tracks)
    case .autoFill, .autoFit: for track in repetition.tracks { append(track) }
    }
  }

  var list: GridTrackList {
    GridTrackList(leading) + (repeated ?? []) + GridTrackList(trailing)
  }
}

/// Tracks that are repeated in a list (CSS `repeat()`).
private struct TrackRepetition: Hashable, Sendable {
  enum Count: Hashable, Sendable {
    case times(Int), autoFill, autoFit
  }

  var count = Count.times(1)
  var tracks: [GridTrack] = []
}

extension SceneCoding<TrackRepetition.Count> {
  fileprivate static var repetitionCount: SceneCoding<TrackRepetition.Count> {
    let number = SceneCoding<Int>.integer(1...GridTrackList.maximumCount)
    let keyword = SceneCoding.keyword(
      "repetition", [("autoFill", .autoFill), ("autoFit", .autoFit)])
    return SceneCoding(.any(number.schema, keyword.schema)) { value, scope throws(SceneFault) in
      guard case .number = value.content else { return try keyword.read(value, scope) }
      return .times(try number.read(value, scope))
    } write: { count throws(SceneFault) in
      guard case .times(let times) = count else { return try keyword.write(count) }
      return try number.write(times)
    }
  }
}

extension SceneCoding<GridTrack> {
  /// A size, `{"fit": 200}`, or `{"min": 100, "max": "1fr"}`.
  static var track: SceneCoding<GridTrack> {
    let size = SceneCoding<TrackSize>.trackSize
    let limits = SceneRecord<TrackLimits>(
      "property of tracks",
      [
        SceneField("min", \.minimum, size), SceneField("max", \.maximum, size),
        SceneField("fit", \.fit, SceneCoding<BoxLength>.length.optional),
      ])
    return SceneCoding(.any(size.schema, limits.schema).named("track")) {
      value, scope throws(SceneFault) in
      guard case .object = value.content else {
        let size = try size.read(value, scope)
        return TrackLimits(minimum: size, maximum: size).track
      }
      var read = TrackLimits()
      try limits.read(value, scope, into: &read)
      return read.track
    } write: { track throws(SceneFault) in
      let written = TrackLimits(track)
      guard written.fit == nil, written.minimum == written.maximum else {
        return .object(try limits.write(written, plain: TrackLimits()))
      }
      return try size.write(written.maximum)
    }
  }

  /// A list of tracks without repetitions.
  var tracks: SceneCoding<[GridTrack]> {
    list(of: "tracks", limit: GridTrackList.maximumCount)
  }
}

/// The size of one track: a length, or a fraction of the free space (CSS `fr`).
private enum TrackSize: Hashable, Sendable {
  case length(BoxLength)
  case fraction(Double)
}

/// The minimum and maximum of a track (CSS `minmax()`), or its `fit-content()` limit.
private struct TrackLimits: Sendable {
  var minimum = TrackSize.length(.auto)
  var maximum = TrackSize.length(.auto)
  var fit: BoxLength?

  init(minimum: TrackSize = .length(.auto), maximum: TrackSize = .length(.auto)) {
    self.minimum = minimum
    self.maximum = maximum
  }

  init(_ track: GridTrack) {
    minimum = .length(track.minimum)
    maximum = track.isFlexible ? .fraction(track.factor) : .length(track.maximum)
    if track.fits {
      (minimum, maximum, fit) = (.length(.auto), .length(.auto), track.maximum)
    }
    // A flexible track is at least as large as its content.
    if track.isFlexible, track.minimum == .auto { minimum = maximum }
  }

  var track: GridTrack {
    if let fit { return .fit(fit) }
    let least: BoxLength = if case .length(let length) = minimum { length } else { .auto }
    return switch maximum {
    case .fraction(let factor): .minmax(least, fraction: factor)
    case .length(let length): .minmax(least, length)
    }
  }
}

extension SceneCoding<TrackSize> {
  /// Points, `"50%"`, `"1fr"`, `"auto"`, `"minContent"` or `"maxContent"`.
  fileprivate static var trackSize: SceneCoding<TrackSize> {
    let length = SceneCoding<BoxLength>.length
    return SceneCoding(.any(length.schema, .string(matching: fraction)).named("trackSize")) {
      value, scope throws(SceneFault) in
      guard case .string(let text) = value.content, text.utf8.suffix(2).elementsEqual("fr".utf8)
      else {
        return .length(try length.read(value, scope))
      }
      let digits = text.utf8.dropLast(2)
      guard digits.first != UInt8(ascii: "-"), digits.allSatisfy(".0123456789eE+-".utf8.contains),
        let factor = Double(String(text.unicodeScalars.dropLast(2))), factor.isFinite, factor >= 0
      else { throw SceneFault(value, isNot: "a fraction, such as '1fr'") }
      return .fraction(factor)
    } write: { size throws(SceneFault) in
      switch size {
      case .length(let points): try length.write(points)
      case .fraction(let factor): .string(JSONWriter.number(factor) + "fr")
      }
    }
  }

  private static var fraction: String {
    #"^[+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?fr$"#
  }
}

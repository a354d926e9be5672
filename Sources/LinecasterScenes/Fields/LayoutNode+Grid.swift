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

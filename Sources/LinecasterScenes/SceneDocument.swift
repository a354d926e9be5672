import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterText

/// The content of a scene in all themes.
struct SceneDocument: Sendable {
  let title: String?
  /// The language of the initial text style.
  let language: String?
  let width: Double
  /// The height; `nil` for that of the content.
  let height: Double?
  let theme: Theme
  let rendering: TextRendering
  let fonts: [SceneFont]
  let layout: LayoutNode
  let background: ThemeColor

  /// The members of a scene, in writing order.
  static let names: [ExactText] = [
    "title", "width", "height", "theme", "rendering", "background", "fonts", "style", "colors",
    "styles", "parts", "body",
  ]

  static let defaultWidth = 360.0

  /// Reads a scene.
  ///
  /// - Parameters:
  ///   - value: The JSON value of the scene.
  ///   - work: Whether reading is still wanted.
  ///   - budget: The limits of nodes and text; `nil` for the limits of scenes alone.
  ///   - log: Collects faults, so reading continues; `nil` to stop at the first fault.
  init(
    _ value: JSONValue, _ work: WorkScope = .unlimited,
    budget: RenderBudget? = nil, log: SceneFaultLog? = nil
  ) throws(SceneFault) {
    var scope = SceneScope()
    scope.work = work
    scope.log = log
    let members = try Self.members(value, scope)
    title = try scope.attempt(nil) { [scope] () throws(SceneFault) in
      guard let title = members["title"] else { return nil }
      return try Self.titles.read(title, scope).string
    }
    width = try scope.attempt(Self.defaultWidth) { [scope] () throws(SceneFault) in
      try Self.extent("width", members["width"], scope) ?? Self.defaultWidth
    }
    height = try scope.attempt(nil) { [scope] () throws(SceneFault) in
      try Self.extent("height", members["height"], scope)
    }
    theme = try scope.attempt(.light) { [scope] () throws(SceneFault) in
      guard let theme = members["theme"] else { return .light }
      return try SceneCoding<Theme>.theme.read(theme, scope)
    }
    rendering = try scope.attempt(.automatic) { [scope] () throws(SceneFault) in
      guard let rendering = members["rendering"] else { return .automatic }
      return try Self.renderings.read(rendering, scope)
    }
    fonts = try scope.attempt([]) { [scope] () throws(SceneFault) in
      guard let fonts = members["fonts"] else { return [] }
      return try SceneFont.list.read(fonts, scope)
    }
    scope.colors = try Self.colors(members["colors"], scope)
    scope.styles = try Self.table(members["styles"], of: "styles", scope)
    try Self.setTextStyle(members["style"], in: &scope)
    language = scope.initialStyle.language
    var reader = SceneReader(
      parts: try Self.table(members["parts"], of: "parts", scope), budget: budget)
    var layout = try scope.attempt(LayoutNode(.empty)) { [scope] () throws(SceneFault) in
      guard let body = members["body"] else { return LayoutNode(.empty) }
      return try reader.branch(body, scope).node
    }
    if let height { layout.fill(height: height) }
    self.layout = layout
    background = try scope.attempt(ThemeColor(.clear)) { [scope] () throws(SceneFault) in
      guard let background = members["background"] else { return Self.plainBackground }
      return try SceneCoding<ThemeColor>.themeColor.read(background, scope)
    }
    try Self.checkUnused(scope, &reader, styles: members["styles"], parts: members["parts"])
  }

  private static let plainBackground = ThemeColor(light: .white, dark: .black)
  private static let titles = SceneCoding<ExactText>.exact("a title")
  private static let renderings = SceneCoding<TextRendering>.keyword("rendering")

  /// The members of a scene by their names; unknown names are faults.
  private static func members(
    _ value: JSONValue, _ scope: SceneScope
  ) throws(SceneFault) -> [ExactText: JSONValue] {
    guard case .object(let list) = value.content else {
      throw SceneFault(value, isNot: "a scene, such as {\"body\": {\"Text\": \"Hello\"}}")
    }
    var members: [ExactText: JSONValue] = [:]
    for member in list {
      members[member.name] = member.value
      try scope.attempt(()) { () throws(SceneFault) in
        guard names.contains(member.name) else {
          throw SceneFault(
            unknown: "member of scenes", member.name, at: member.offset, among: names,
            in: .scene)
        }
      }
    }
    try scope.attempt(()) { () throws(SceneFault) in
      guard members["body"] != nil else {
        throw SceneFault(.missing, at: value.offset, "'body' is missing")
      }
    }
    return members
  }

  /// A width or a height in layout points; `nil` if it is omitted.
  private static func extent(
    _ name: String, _ value: JSONValue?, _ scope: SceneScope
  ) throws(SceneFault) -> Double? {
    guard let value else { return nil }
    if name == "height", case .string("auto") = value.content { return nil }
    let extent = try SceneCoding<Double>.number.read(value, scope)
    guard Scene.widths.contains(extent) else {
      let (least, greatest) = (Scene.widths.lowerBound, Scene.widths.upperBound)
      throw SceneFault(
        value, isNot: "a \(name) from \(Int(saturating: least)) to \(Int(saturating: greatest))")
    }
    return extent
  }

  private static func setTextStyle(
    _ value: JSONValue?, in scope: inout SceneScope
  ) throws(SceneFault) {
    guard let value else { return }
    let outer = scope
    try outer.attempt(()) { () throws(SceneFault) in
      try TextStyle.apply(value, outer, to: &scope.initialStyle)
    }
  }

  private static func table(
    _ value: JSONValue?, of what: String, _ scope: SceneScope
  ) throws(SceneFault) -> [ExactText: JSONValue] {
    guard let value else { return [:] }
    return try scope.attempt([:]) { () throws(SceneFault) in
      guard case .object(let members) = value.content else {
        throw SceneFault(value, isNot: "an object that maps names to \(what)")
      }
      var table: [ExactText: JSONValue] = [:]
      for member in members {
        try scope.pass(SceneReader.valueSteps)
        table[member.name] = member.value
      }
      return table
    }
  }

  /// The named colours: one for both themes, or an object with one for each.
  private static func colors(
    _ value: JSONValue?, _ scope: SceneScope
  ) throws(SceneFault) -> [ExactText: ThemeColor] {
    guard let value else { return [:] }
    return try scope.attempt([:]) { () throws(SceneFault) in
      guard case .object(let list) = value.content else {
        throw SceneFault(value, isNot: "an object that maps names to colours")
      }
      var colors: [ExactText: ThemeColor] = [:]
      for member in list {
        try scope.pass(SceneReader.valueSteps)
        // A name that is defined, even with an invalid value, is no fault in its uses. Its value
        // cannot be another name.
        colors[member.name] = try scope.attempt(ThemeColor(.clear)) { () throws(SceneFault) in
          try SceneCoding<ThemeColor>.themeColor.read(member.value, SceneScope())
        }
      }
      return colors
    }
  }

  /// Reads unused styles and parts, so their faults are reported too.
  private static func checkUnused(
    _ scope: SceneScope, _ reader: inout SceneReader, styles: JSONValue?, parts: JSONValue?
  ) throws(SceneFault) {
    if case .object(let members)? = styles?.content {
      for member in members {
        try scope.attempt(()) { () throws(SceneFault) in
          var style = TextStyle()
          try TextStyle.apply(member.value, scope, to: &style)
        }
      }
    }
    if case .object(let members)? = parts?.content {
      for member in members {
        try scope.attempt(()) { () throws(SceneFault) in
          _ = try reader.part(member.name, at: member.offset, scope)
        }
      }
    }
  }
}

extension SceneDocument {
  /// The schema of scenes.
  static var schema: SceneSchema {
    let themes = Theme.allCases.map { (ExactText($0.rawValue), SceneSchema.plainColor) }
    let colors = SceneSchema.any(.plainColor, .object(themes, required: themes.map(\.0)))
    let fields: [(name: ExactText, schema: SceneSchema)] = [
      ("title", titles.schema), ("width", .number(Scene.widths)),
      ("height", .any(.number(Scene.widths), .keywords(["auto"]))),
      ("theme", SceneCoding<Theme>.theme.schema),
      ("rendering", renderings.schema),
      ("background", SceneCoding<ThemeColor>.themeColor.schema), ("fonts", SceneFont.list.schema),
      ("style", .reference("textStyle")), ("colors", .table(of: colors)),
      ("styles", .table(of: .reference("textStyle"))),
      ("parts", .table(of: .reference("node"))), ("body", .reference("node")),
    ]
    return .object(fields, required: ["body"])
  }
}

extension LayoutNode {
  /// Sets the height of a node without its own, so it fills a picture, margins included; and makes
  /// percentages of the picture's height definite.
  fileprivate mutating func fill(height: Double) {
    for length in [\BoxStyle.height, \.minHeight, \.maxHeight] {
      guard case .percent(let percent) = style[keyPath: length].value else { continue }
      style[keyPath: length] = .points(height * percent / 100)
    }
    guard style.height == .auto else { return }
    style.height = .points(
      max(0, height - Self.points(style.margin.top) - Self.points(style.margin.bottom)))
  }

  private static func points(_ length: BoxLength) -> Double {
    if case .points(let points) = length.value { points } else { 0 }
  }
}

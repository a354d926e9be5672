import LinecasterCells
import LinecasterGeometry
import LinecasterText

/// A scene as its text has it, read in both themes.
struct SceneDocument: Sendable {
  let width: Double
  let theme: Theme
  let fonts: [SceneFont]
  let looks: [Theme: Look]

  /// What a scene looks like in a theme.
  struct Look: Sendable {
    let node: LayoutNode
    let background: Color
  }

  /// The members of a scene, in the order they are written in.
  static let names: [ExactText] = [
    "width", "theme", "background", "fonts", "style", "colors", "styles", "parts", "body",
  ]

  static let defaultWidth = 360.0

  init(
    _ value: JSONValue, _ checkpoint: Checkpoint<SceneFault> = .silent
  ) throws(SceneFault) {
    guard case .object(let list) = value.content else {
      throw SceneFault(value, isNot: "a scene, such as {\"body\": {\"Text\": \"Hello\"}}")
    }
    var members: [ExactText: JSONValue] = [:]
    for member in list {
      guard Self.names.contains(member.name) else {
        throw SceneFault(
          unknown: "member of scenes", member.name, at: member.offset, among: Self.names,
          in: .scene)
      }
      members[member.name] = member.value
    }
    guard let body = members["body"] else {
      throw SceneFault(.missing, at: value.offset, "'body' is missing")
    }
    var scope = SceneScope(theme: .light)
    scope.checkpoint = checkpoint
    width = try Self.width(members["width"], scope)
    theme =
      try members["theme"].map { value throws(SceneFault) in
        try SceneCoding<Theme>.theme.read(value, scope)
      } ?? .light
    fonts =
      try members["fonts"].map { value throws(SceneFault) in
        try SceneFont.list.read(value, scope)
      } ?? []
    scope.colors = try Self.colors(members["colors"], checkpoint)
    scope.styles = try Self.table(members["styles"], of: "styles", checkpoint)
    try Self.setTextStyles(members["style"], in: &scope)
    var reader = SceneReader(
      parts: try Self.table(members["parts"], of: "parts", checkpoint))
    var looks: [Theme: Look] = [:]
    for theme in Theme.allCases {
      scope.theme = theme
      looks[theme] = Look(
        node: try reader.branch(body, scope).node,
        background: try Self.background(members["background"], scope))
    }
    self.looks = looks
    try Self.checkUnused(scope, &reader, styles: members["styles"], parts: members["parts"])
  }

  private static func width(
    _ value: JSONValue?, _ scope: SceneScope
  ) throws(SceneFault) -> Double {
    guard let value else { return defaultWidth }
    let width = try SceneCoding<Double>.number.read(value, scope)
    guard Scene.widths.contains(width) else {
      let (least, greatest) = (Scene.widths.lowerBound, Scene.widths.upperBound)
      throw SceneFault(
        value, isNot: "a width from \(Int(saturating: least)) to \(Int(saturating: greatest))")
    }
    return width
  }

  private static func background(
    _ value: JSONValue?, _ scope: SceneScope
  ) throws(SceneFault) -> Color {
    guard let value else { return scope.theme == .dark ? .black : .white }
    return try scope.color(value)
  }

  private static func setTextStyles(
    _ value: JSONValue?, in scope: inout SceneScope
  ) throws(SceneFault) {
    guard let value else { return }
    var themed = scope
    for theme in Theme.allCases {
      themed.theme = theme
      var style = TextStyle()
      try TextStyle.apply(value, themed, to: &style)
      scope.textStyles[theme] = style
    }
  }

  private static func table(
    _ value: JSONValue?, of what: String, _ checkpoint: Checkpoint<SceneFault>
  ) throws(SceneFault) -> [ExactText: JSONValue] {
    guard let value else { return [:] }
    guard case .object(let members) = value.content else {
      throw SceneFault(value, isNot: "an object of \(what) by their names")
    }
    var table: [ExactText: JSONValue] = [:]
    for member in members {
      try checkpoint.pass(SceneReader.valueSteps)
      table[member.name] = member.value
    }
    return table
  }

  /// Colours by name: one for both themes, or an object with one for each.
  private static func colors(
    _ value: JSONValue?, _ checkpoint: Checkpoint<SceneFault>
  ) throws(SceneFault) -> [ExactText: [Theme: Color]] {
    let plain = SceneScope(theme: .light)
    var colors: [ExactText: [Theme: Color]] = [:]
    guard let value else { return colors }
    guard case .object(let list) = value.content else {
      throw SceneFault(value, isNot: "an object of colours by their names")
    }
    for member in list {
      try checkpoint.pass(SceneReader.valueSteps)
      let (name, value) = (member.name, member.value)
      guard case .object(let members) = value.content else {
        let color = try plain.color(value)
        colors[name] = [.light: color, .dark: color]
        continue
      }
      var pair: [Theme: Color] = [:]
      for member in members {
        guard
          let theme = Theme.allCases.first(where: { ExactText($0.rawValue) == member.name })
        else {
          throw SceneFault(
            unknown: "theme", member.name, at: member.offset,
            among: Theme.allCases.map { ExactText($0.rawValue) })
        }
        pair[theme] = try plain.color(member.value)
      }
      guard pair.count == Theme.allCases.count else {
        throw SceneFault(.missing, at: value.offset, "a colour for each of light and dark")
      }
      colors[name] = pair
    }
    return colors
  }

  /// Reads styles and parts that nothing uses, whose faults would go unseen.
  private static func checkUnused(
    _ scope: SceneScope, _ reader: inout SceneReader, styles: JSONValue?, parts: JSONValue?
  ) throws(SceneFault) {
    if case .object(let members)? = styles?.content {
      for member in members {
        var style = TextStyle()
        try TextStyle.apply(member.value, scope, to: &style)
      }
    }
    if case .object(let members)? = parts?.content {
      for member in members { _ = try reader.part(member.name, at: member.offset, scope) }
    }
  }
}

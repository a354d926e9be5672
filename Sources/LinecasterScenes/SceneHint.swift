import LinecasterBase
import LinecasterCells
import LinecasterText

/// The place of a name in a scene, for hints.
enum ScenePlace: Sendable {
  case scene
  /// Beside a layout, among its modifiers.
  case beside(SceneElement)
  /// Among the arguments of a layout.
  case inside(SceneElement)
  case textStyle
  case paragraphStyle
  case elsewhere
}

/// Hints for unknown names: the same name in another place, or the counterpart of a CSS name.
enum SceneHint {
  /// The hint for a name that is unknown in a place; `nil` without a hint.
  static func hint(for name: ExactText, in place: ScenePlace) -> String? {
    let css = CSSNames.meaning(of: name.string)
    // Text styles have a `width`, and stacks have other names for some CSS properties.
    if let css, CSSNames.decides(name.string, in: place) { return css }
    return rightPlace(of: name, seenIn: place) ?? css
  }

  /// The place where a misplaced name belongs.
  private static func rightPlace(of name: ExactText, seenIn place: ScenePlace) -> String? {
    let isModifier = LayoutNode.modifiers.names.contains(name)
    switch place {
    case .scene:
      if SceneElement(rawValue: name) != nil {
        return "layouts belong in 'body': {\"body\": {\"\(name)\": …}}"
      }
      return isModifier ? "it belongs beside the layout in 'body'" : nil
    case .beside(let element):
      return argument(name, of: element)
        ?? SceneElement.allCases.lazy.compactMap { argument(name, of: $0) }.first
    case .inside(let element):
      if element == .text, let hint = argument(name, of: .text) { return hint }
      return isModifier
        ? "it belongs beside '\(element.rawValue)': {\"\(element.rawValue)\": …, \"\(name)\": …}"
        : nil
    case .textStyle:
      if let hint = paragraphProperty(name) { return hint }
      return isModifier ? "it belongs beside the layout" : nil
    case .paragraphStyle: return styleProperty(name)
    case .elsewhere: return nil
    }
  }

  /// A hint for an argument that stands outside its layout.
  private static func argument(_ name: ExactText, of element: SceneElement) -> String? {
    switch element {
    case .row, .column, .grid:
      guard element.stackArguments.names.contains(name) else {
        return name == "content"
          ? "it belongs inside: {\"\(element.rawValue)\": {\"content\": […]}}" : nil
      }
      return "it belongs inside: {\"\(element.rawValue)\": {\"\(name)\": …, \"content\": […]}}"
    case .text:
      if SceneText.names.contains(name) {
        return "it belongs inside: {\"Text\": {\"string\": …"
          + (name == "string" ? "}}" : ", \"\(name)\": …}}")
      }
      return styleProperty(name) ?? paragraphProperty(name)
    case .box: return argument(name, of: element, BoxArguments.leaf.record.names)
    case .image: return argument(name, of: element, ImageArguments.leaf.record.names)
    case .spacer, .part: return nil
    }
  }

  private static func argument(
    _ name: ExactText, of element: SceneElement, _ names: [ExactText]
  ) -> String? {
    guard names.contains(name) else { return nil }
    return "it belongs inside: {\"\(element.rawValue)\": {\"\(name)\": …}}"
  }

  private static func styleProperty(_ name: ExactText) -> String? {
    guard TextStyle.fields.names.contains(name) else { return nil }
    return "it is a property of text styles: "
      + "{\"Text\": {\"string\": …, \"style\": {\"\(name)\": …}}}"
  }

  private static func paragraphProperty(_ name: ExactText) -> String? {
    guard ParagraphStyle.fields.names.contains(name) else { return nil }
    return "it is a property of paragraph styles: "
      + "{\"Text\": {\"string\": …, \"paragraphStyle\": {\"\(name)\": …}}}"
  }
}

/// Names of CSS and HTML, and their counterparts in scenes.
enum CSSNames {
  /// The counterpart of a CSS name, as part of a sentence; `nil` for other names.
  static func meaning(of name: String) -> String? {
    guard name.utf8.count <= 32, let meaning = properties[key(name)] else { return nil }
    return "for CSS '\(name)', use \(meaning)"
  }

  /// The layout that corresponds to an HTML element; `nil` for other names.
  static func layout(for element: String) -> String? {
    guard element.utf8.count <= 32 else { return nil }
    return elements[element].map { "for HTML '\(element)', use \($0)" }
  }

  /// Whether the CSS meaning takes precedence, although scenes use the same name elsewhere.
  static func decides(_ name: String, in place: ScenePlace) -> Bool {
    switch place {
    case .beside: ["width", "height"].contains(name)
    case .inside(.row), .inside(.column): ["alignItems", "justifyContent"].contains(name)
    default: false
    }
  }

  /// Both `font-size` and `fontSize` are the key `fontsize`.
  private static func key(_ name: String) -> String { name.filter { $0 != "-" }.lowercased() }

  /// The counterparts of CSS properties, by name in lower case without hyphens: those of fields,
  /// and those that are written otherwise.
  static let properties = {
    var names: [String: String] = [:]
    let tables = [
      (TextStyle.fields.table, " of text styles"),
      (ParagraphStyle.fields.table, " of paragraph styles"),
      (LayoutNode.stackArguments.table, " inside Row and Column"),
      (LayoutNode.gridArguments.table, " inside Grid"),
      (ImageArguments.leaf.record.table, " inside Image"), (LayoutNode.modifiers.table, ""),
    ]
    for (table, place) in tables {
      for (css, name) in table.cssNames where css != name.string && names[key(css)] == nil {
        names[key(css)] = "'\(name)'\(place)"
      }
    }
    return names.merging(phrases) { $1 }
  }()

  /// The counterparts that are not the name of one field.
  private static let phrases = [
    "backgroundimage": "'background': [{\"image\": …, \"mode\": \"fill\"}]",
    "bordercolor": "'border': {\"color\": …}",
    "borderstyle": "'border': {\"color\": …, \"pattern\": …}",
    "bottom": "'inset': {\"bottom\": …}",
    "class": "a name in 'styles', 'parts' or 'colors' of the scene",
    "dir": "'writingDirection', or 'baseDirection' of paragraph styles",
    "backgroundclip": "'textPaint' for text, and 'clipped'",
    "family": "'families' of text styles: a list of names",
    "flex": "'grow', 'shrink' and 'basis'",
    "flexdirection": "Row or Column, or 'direction'",
    "flexflow": "'direction' and 'wrap'",
    "font": "'families', 'size', 'weight' and 'slant' of text styles",
    "fontfamily": "'families' of text styles: a list of names",
    "gap": "'spacing' inside Row, Column and Grid, or 'rowGap' and 'columnGap' beside them",
    "gridcolumnend": "'gridColumn': [1, 3]",
    "gridrowend": "'gridRow': [1, 3]",
    "gridtemplate": "'columns' and 'rows' inside Grid",
    "height": "'frame': {\"height\": …}",
    "left": "'inset': {\"left\": …}",
    "marginbottom": "'margin': {\"bottom\": …}",
    "marginleft": "'margin': {\"left\": …}",
    "marginright": "'margin': {\"right\": …}",
    "margintop": "'margin': {\"top\": …}",
    "overflow": "'clipped': true",
    "paddingbottom": "'padding': {\"bottom\": …}",
    "paddingleft": "'padding': {\"left\": …}",
    "paddingright": "'padding': {\"right\": …}",
    "paddingtop": "'padding': {\"top\": …}",
    "right": "'inset': {\"right\": …}",
    "top": "'inset': {\"top\": …}",
    "verticalalign": "'baselineShift' of text styles, or 'alignment' inside Row",
    "visibility": "'opacity' or 'display'",
    "width": "'frame': {\"width\": …}",
  ]

  private static let elements = [
    "a": "an InlineBox with 'link' among the parts of a Text", "b": "Styled in a Text",
    "button": "a Row or Column", "div": "Row or Column", "em": "Styled in a Text",
    "h1": "Text with a style", "h2": "Text with a style", "h3": "Text with a style",
    "hr": "Box", "i": "Styled in a Text", "img": "Image", "label": "Text", "li": "Row or Text",
    "ol": "Column", "p": "Text", "section": "Column", "span": "Text, or Styled in a Text",
    "strong": "Styled in a Text", "svg": "an Image of an SVG file, with the trait SVG",
    "table": "Grid, or Column of Row",
    "ul": "Column", "view": "Row or Column", "hstack": "Row", "vstack": "Column",
  ]

  /// The named colours of CSS (CSS Color 4 §6.1), except for those that scenes have too.
  static let colors: [String: String] = {
    var colors: [String: String] = [:]
    for line in colorLines {
      let words = line.split(separator: " ")
      for index in stride(from: 0, to: words.count - 1, by: 2) {
        colors[String(words[index])] = String(words[index + 1])
      }
    }
    return colors
  }()

  private static let colorLines = [
    "aliceblue F0F8FF antiquewhite FAEBD7 aqua 00FFFF aquamarine 7FFFD4 azure F0FFFF",
    "beige F5F5DC bisque FFE4C4 blanchedalmond FFEBCD blue 0000FF blueviolet 8A2BE2",
    "brown A52A2A burlywood DEB887 cadetblue 5F9EA0 chartreuse 7FFF00 chocolate D2691E",
    "coral FF7F50 cornflowerblue 6495ED cornsilk FFF8DC crimson DC143C cyan 00FFFF",
    "darkblue 00008B darkcyan 008B8B darkgoldenrod B8860B darkgray A9A9A9 darkgreen 006400",
    "darkgrey A9A9A9 darkkhaki BDB76B darkmagenta 8B008B darkolivegreen 556B2F darkorange FF8C00",
    "darkorchid 9932CC darkred 8B0000 darksalmon E9967A darkseagreen 8FBC8F darkslateblue 483D8B",
    "darkslategray 2F4F4F darkslategrey 2F4F4F darkturquoise 00CED1 darkviolet 9400D3",
    "deeppink FF1493 deepskyblue 00BFFF dimgray 696969 dimgrey 696969 dodgerblue 1E90FF",
    "firebrick B22222 floralwhite FFFAF0 forestgreen 228B22 fuchsia FF00FF gainsboro DCDCDC",
    "ghostwhite F8F8FF gold FFD700 goldenrod DAA520 gray 808080 green 008000 greenyellow ADFF2F",
    "grey 808080 honeydew F0FFF0 hotpink FF69B4 indianred CD5C5C indigo 4B0082 ivory FFFFF0",
    "khaki F0E68C lavender E6E6FA lavenderblush FFF0F5 lawngreen 7CFC00 lemonchiffon FFFACD",
    "lightblue ADD8E6 lightcoral F08080 lightcyan E0FFFF lightgoldenrodyellow FAFAD2",
    "lightgray D3D3D3 lightgreen 90EE90 lightgrey D3D3D3 lightpink FFB6C1 lightsalmon FFA07A",
    "lightseagreen 20B2AA lightskyblue 87CEFA lightslategray 778899 lightslategrey 778899",
    "lightsteelblue B0C4DE lightyellow FFFFE0 lime 00FF00 limegreen 32CD32 linen FAF0E6",
    "magenta FF00FF maroon 800000 mediumaquamarine 66CDAA mediumblue 0000CD mediumorchid BA55D3",
    "mediumpurple 9370DB mediumseagreen 3CB371 mediumslateblue 7B68EE mediumspringgreen 00FA9A",
    "mediumturquoise 48D1CC mediumvioletred C71585 midnightblue 191970 mintcream F5FFFA",
    "mistyrose FFE4E1 moccasin FFE4B5 navajowhite FFDEAD navy 000080 oldlace FDF5E6 olive 808000",
    "olivedrab 6B8E23 orange FFA500 orangered FF4500 orchid DA70D6 palegoldenrod EEE8AA",
    "palegreen 98FB98 paleturquoise AFEEEE palevioletred DB7093 papayawhip FFEFD5 peachpuff FFDAB9",
    "peru CD853F pink FFC0CB plum DDA0DD powderblue B0E0E6 purple 800080 rebeccapurple 663399",
    "red FF0000 rosybrown BC8F8F royalblue 4169E1 saddlebrown 8B4513 salmon FA8072",
    "sandybrown F4A460 seagreen 2E8B57 seashell FFF5EE sienna A0522D silver C0C0C0 skyblue 87CEEB",
    "slateblue 6A5ACD slategray 708090 slategrey 708090 snow FFFAFA springgreen 00FF7F",
    "steelblue 4682B4 tan D2B48C teal 008080 thistle D8BFD8 tomato FF6347 transparent 00000000",
    "turquoise 40E0D0 violet EE82EE wheat F5DEB3 whitesmoke F5F5F5 yellow FFFF00",
    "yellowgreen 9ACD32",
  ]
}

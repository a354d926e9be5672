import Testing

@testable import LinecasterScenes

/// The messages of faults in scenes and templates, each with the input that causes it.
@Suite struct MessageTableTests {
  /// Texts that are not JSON.
  static let texts: [(json: String, message: String)] = [
    ("", "a.json:1:1: not JSON: unexpected end of the text"),
    ("{", "a.json:1:2: not JSON: expected a name in quotes"),
    (#"{"body" 1}"#, "a.json:1:9: not JSON: expected ':'"),
    (#"{"body": {}"#, "a.json:1:12: not JSON: expected ',' or '}'"),
    ("[1 2]", "a.json:1:4: not JSON: expected ',' or ']'"),
    ("[1,]", "a.json:1:3: not JSON: remove the ',' before ']'"),
    (#"{"a": 1, }"#, "a.json:1:8: not JSON: remove the ',' before '}'"),
    (
      "{'body': 1}",
      #"a.json:1:2: not JSON: expected a name in quotes; use straight double quotes, "…""#
    ),
    (
      "[“a”]", #"a.json:1:2: not JSON: expected a value; use straight double quotes, "…""#
    ),
    ("{body: 1}", "a.json:1:2: not JSON: 'body' needs double quotes"),
    ("[True]", "a.json:1:2: not JSON: write 'True' as true"),
    ("[1 /* one */]", "a.json:1:4: not JSON: JSON has no comments; remove it"),
    ("{// a\n}", "a.json:1:2: not JSON: JSON has no comments; remove it"),
    ("{} # end", "a.json:1:4: not JSON: JSON has no comments; remove it"),
    ("{} {}", "a.json:1:4: not JSON: unexpected text after the end"),
    (#"{"a": 1, "a": 2}"#, "a.json:1:10: not JSON: duplicate name 'a'"),
    ("[01]", "a.json:1:2: not JSON: '01' is not a number"),
    (#"["a"#, "a.json:1:2: not JSON: unterminated string"),
    (#"["a\x"]"#, "a.json:1:4: not JSON: unknown escape sequence"),
    (#"["\u12"]"#, #"a.json:1:3: not JSON: '\u' needs four hexadecimal digits"#),
    (#"["\ud800"]"#, "a.json:1:3: not JSON: unpaired surrogate"),
    ("[1e999]", "a.json:1:2: the number '1e999' is too large"),
  ]

  /// Faults of scenes and their members.
  static let scenes: [(json: String, message: String)] = [
    ("[]", #"a.json:1:1: an array is not a scene, such as {"body": {"Text": "Hello"}}"#),
    (#"{"width": 2}"#, "a.json:1:1: 'body' is missing"),
    (
      #"{"scale": 2, "body": {"Spacer": {}}}"#,
      "a.json:1:2: scale: 'scale' is not a member of scenes"
    ),
    (
      #"{"Text": "a"}"#,
      """
      a.json:1:2: Text: 'Text' is not a member of scenes; layouts belong in 'body': {"body": \
      {"Text": …}}
      """
    ),
    (
      #"{"padding": 3, "body": {"Spacer": {}}}"#,
      """
      a.json:1:2: padding: 'padding' is not a member of scenes; it belongs beside the layout in \
      'body'
      """
    ),
    (
      #"{"width": 0, "body": {"Spacer": {}}}"#,
      "a.json:1:11: width: 0 is not a width from 1 to 10000"
    ),
    (
      #"{"width": 1.0e5, "body": {"Spacer": {}}}"#,
      "a.json:1:11: width: 1.0e5 is not a width from 1 to 10000"
    ),
    (#"{"height": "x", "body": {"Spacer": {}}}"#, "a.json:1:12: height: 'x' is not a number"),
    (#"{"theme": "dusk", "body": {"Spacer": {}}}"#, "a.json:1:11: theme: 'dusk' is not a theme"),
    (#"{"theme": 1, "body": {"Spacer": {}}}"#, "a.json:1:11: theme: 1 is not one of light, dark"),
    (
      #"{"styles": 1, "body": {"Spacer": {}}}"#,
      "a.json:1:12: styles: 1 is not an object that maps names to styles"
    ),
    (
      #"{"parts": [], "body": {"Spacer": {}}}"#,
      "a.json:1:11: parts: an array is not an object that maps names to parts"
    ),
    (
      #"{"colors": "x", "body": {"Spacer": {}}}"#,
      "a.json:1:12: colors: 'x' is not an object that maps names to colours"
    ),
    (
      ##"{"colors": {"a": {"light": "#FFF"}}, "body": {"Spacer": {}}}"##,
      "a.json:1:18: colors.a: 'dark' is missing"
    ),
    (
      ##"{"colors": {"a": "#12"}, "body": {"Spacer": {}}}"##,
      "a.json:1:18: colors.a: '#12' is not a colour: '#RGB', '#RGBA', '#RRGGBB' or '#RRGGBBAA'"
    ),
    (
      #"{"fonts": [{"family": "a"}], "body": {"Spacer": {}}}"#,
      "a.json:1:12: fonts[0]: 'file' is missing"
    ),
    (
      #"{"fonts": [{"family": "a", "file": "../a.ttf"}], "body": {"Spacer": {}}}"#,
      "a.json:1:36: fonts[0].file: '../a.ttf' is not a path inside the folder of the scene"
    ),
    (
      #"{"styles": {"a": {"sice": 3}}, "body": {"Spacer": {}}}"#,
      "a.json:1:19: styles.a.sice: 'sice' is not a property of text styles; did you mean 'size'?"
    ),
    (
      #"{"parts": {"a": {"Row": [{"Part": "a"}]}}, "body": {"Part": "a"}}"#,
      "a.json:1:35: parts.a.Row[0].Part: the part 'a' contains itself"
    ),
  ]

  /// Faults of nodes.
  static let nodes: [(json: String, message: String)] = [
    (#"{"body": 3}"#, #"a.json:1:10: body: 3 is not a node, such as {"Text": "Hello"}"#),
    (
      #"{"body": {"padding": 3}}"#,
      """
      a.json:1:10: body: the node has no layout; add one of Row, Column, Grid, Text, Box, Image, \
      Spacer, Part
      """
    ),
    (
      #"{"body": {"text": "a"}}"#,
      "a.json:1:11: body.text: 'text' is not a layout; did you mean 'Text'?"
    ),
    (
      #"{"body": {"Row": [{"repeat": "a", "content": {"Spacer": {}}}]}}"#,
      "a.json:1:20: body.Row[0].repeat: 'repeat' is not a layout; did you mean 'Repeat'?"
    ),
    (
      #"{"body": {"Row": [{"Repeat": "a", "content": {"Spacer": {}}}]}}"#,
      """
      a.json:1:20: body.Row[0].Repeat: 'Repeat' is not a layout; 'Repeat' is a word of templates; \
      a scene with "data": {…} is one
      """
    ),
    (
      #"{"body": {"Image": "a.png"}}"#,
      """
      a.json:1:20: body.Image: 'a.png' is not an object with the name of an image; write \
      {"Image": {"image": "a.png"}}
      """
    ),
    (
      #"{"body": {"div": []}}"#,
      "a.json:1:11: body.div: 'div' is not a layout; for HTML 'div', use Row or Column"
    ),
    (
      #"{"body": {"Row": [], "Column": []}}"#,
      "a.json:1:22: body.Column: a node cannot be both Row and Column"
    ),
    (#"{"body": {"Part": "a"}}"#, "a.json:1:19: body.Part: 'a' is not a part in 'parts'"),
    (#"{"body": {"Part": 1}}"#, "a.json:1:19: body.Part: 1 is not the name of a part"),
    (
      #"{"body": {"Row": 1}}"#,
      "a.json:1:18: body.Row: 1 is not a list of nodes, or an object with 'content'"
    ),
    (
      #"{"body": {"Row": {"content": {}}}}"#,
      "a.json:1:30: body.Row.content: an object is not a list of nodes"
    ),
    (
      #"{"body": {"Row": {"zzzz": 1}}}"#,
      "a.json:1:19: body.Row.zzzz: 'zzzz' is not an argument of Row"
    ),
    (
      #"{"body": {"Row": {"padding": 3}}}"#,
      """
      a.json:1:19: body.Row.padding: 'padding' is not an argument of Row; it belongs beside \
      'Row': {"Row": …, "padding": …}
      """
    ),
    (
      #"{"body": {"Row": {"alignment": "centre"}}}"#,
      "a.json:1:32: body.Row.alignment: 'centre' is not an alignment; did you mean 'center'?"
    ),
    (
      #"{"body": {"Row": {"alignment": "middle"}}}"#,
      "a.json:1:32: body.Row.alignment: 'middle' is not an alignment; use 'center'"
    ),
    (
      #"{"body": {"Row": [], "alignment": "center"}}"#,
      """
      a.json:1:22: body.alignment: 'alignment' beside Row is ambiguous; to place the children, \
      write {"Row": {"alignment": …, "content": […]}}; to place this node, write 'alignSelf' \
      beside it
      """
    ),
    (##"{"body": {"Box": {"color": "#FFF"}}}"##, "a.json:1:18: body.Box: 'size' is missing"),
    (
      #"{"body": {"Spacer": {"zzzz": 1}}}"#,
      "a.json:1:22: body.Spacer.zzzz: 'zzzz' is not an argument of Spacer"
    ),
    (
      #"{"body": {"Text": "a", "paddin": 4}}"#,
      "a.json:1:24: body.paddin: 'paddin' is not a modifier; did you mean 'padding'?"
    ),
    (
      #"{"body": {"Text": "a", "fontSize": 4}}"#,
      """
      a.json:1:24: body.fontSize: 'fontSize' is not a modifier; for CSS 'fontSize', use 'size' \
      of text styles
      """
    ),
    (
      #"{"body": {"Spacer": {}, "padding": "8px"}}"#,
      """
      a.json:1:36: body.padding: '8px' is not a length; write lengths without a unit, in CSS \
      pixels: 8
      """
    ),
    (
      #"{"body": {"Spacer": {}, "padding": true}}"#,
      "a.json:1:36: body.padding: true is not a length: points, '50%' or 'auto'"
    ),
    (
      #"{"body": {"Spacer": {}, "cornerRadius": "4"}}"#,
      "a.json:1:41: body.cornerRadius: '4' is not a number; write numbers without quotes: 4"
    ),
    (
      #"{"body": {"Spacer": {}, "background": "red"}}"#,
      """
      a.json:1:39: body.background: 'red' is not a colour; for CSS 'red', use '#FF0000' or a \
      name from 'colors'
      """
    ),
    (
      #"{"body": {"Spacer": {}, "background": "rgba(1, 2, 255, 0.5)"}}"#,
      """
      a.json:1:39: body.background: 'rgba(1, 2, 255, 0.5)' is not a colour; write colours as \
      '#0102FF80' or a name from 'colors'
      """
    ),
    (
      #"{"body": {"Spacer": {}, "background": "linear-gradient(90deg, #FFF, #000)"}}"#,
      """
      a.json:1:39: body.background: 'linear-gradient(90deg, #FFF, #000)' is not a colour; write \
      gradients as {"linear": {"stops": ["#RRGGBB", "#RRGGBB"]}}
      """
    ),
    (
      #"{"body": {"Spacer": {}, "background": {"linear": {"angle": "135deg"}}}}"#,
      """
      a.json:1:60: body.background.linear.angle: '135deg' is not a number; write angles without \
      a unit, in degrees: 135
      """
    ),
    (
      #"{"body": {"Spacer": {}, "background": 1}}"#,
      "a.json:1:39: body.background: 1 is not a colour: '#RRGGBB' or a name"
    ),
    (
      #"{"body": {"Spacer": {}, "gridArea": "a"}}"#,
      "a.json:1:37: body.gridArea: 'a' is not an area of the surrounding grid"
    ),
    (
      #"{"body": {"Spacer": {}, "gridColumn": [1]}}"#,
      "a.json:1:39: body.gridColumn: an array is not a list of two lines, start and end"
    ),
    (
      #"{"body": {"Grid": {"areas": ["a a", "a ."]}}}"#,
      "a.json:1:29: body.Grid.areas: The area a is not a rectangle."
    ),
    (
      #"{"body": {"Grid": {"columns": ["xfr"]}}}"#,
      "a.json:1:32: body.Grid.columns[0]: 'xfr' is not a fraction, such as '1fr'"
    ),
    (
      #"{"body": {"Spacer": {}, "transform": {"twirl": 1}}}"#,
      "a.json:1:39: body.transform.twirl: 'twirl' is not a transform"
    ),
  ]

  /// Faults of texts in nodes.
  static let paragraphs: [(json: String, message: String)] = [
    (
      #"{"body": {"Text": 1}}"#,
      "a.json:1:19: body.Text: 1 is not a string or a list of strings and styled parts"
    ),
    (#"{"body": {"Text": {}}}"#, "a.json:1:19: body.Text: 'string' is missing"),
    (
      #"{"body": {"Text": ["a", {"weight": 3}]}}"#,
      "a.json:1:25: body.Text[1]: a part of a text needs 'Styled'"
    ),
    (
      #"{"body": {"Text": {"string": "a", "style": "b"}}}"#,
      "a.json:1:44: body.Text.style: 'b' is not a style in 'styles'"
    ),
    (
      #"{"body": {"Text": {"string": "a", "style": {"weight": 0}}}}"#,
      "a.json:1:55: body.Text.style.weight: 0 is not a whole number from 1 to 1000"
    ),
    (
      #"{"body": {"Text": {"string": "a", "style": {"weight": "800"}}}}"#,
      """
      a.json:1:55: body.Text.style.weight: '800' is not a weight; write numbers without quotes: \
      800
      """
    ),
    (
      #"{"body": {"Text": {"string": "a", "style": {"families": "Inter"}}}}"#,
      """
      a.json:1:57: body.Text.style.families: 'Inter' is not a list of families; write ["Inter"]
      """
    ),
    (
      #"{"body": {"Text": {"string": "a", "style": {"weight": 400.50}}}}"#,
      "a.json:1:55: body.Text.style.weight: 400.50 is not a whole number from 1 to 1000"
    ),
    (
      #"{"body": {"Text": {"string": "a", "style": {"letterSpacing": "x"}}}}"#,
      """
      a.json:1:62: body.Text.style.letterSpacing: 'x' is not a number or a length in em, such as \
      '0.05em'
      """
    ),
    (
      #"{"body": {"Text": {"string": "a", "style": {"features": {"toolong": 1}}}}}"#,
      """
      a.json:1:58: body.Text.style.features.toolong: 'toolong' is not a tag of one to four ASCII \
      characters
      """
    ),
    (
      #"{"body": {"Text": {"string": "a", "paragraphStyle": {"whiteSpace": "zzzz"}}}}"#,
      "a.json:1:68: body.Text.paragraphStyle.whiteSpace: 'zzzz' is not a white-space mode"
    ),
    (
      #"{"body": {"Text": {"string": "a", "paragraphStyle": {"textBoxTrim": ["middle"]}}}}"#,
      "a.json:1:70: body.Text.paragraphStyle.textBoxTrim[0]: 'middle' is not a text end"
    ),
    (#"{"body": {"Text": [{"Ruby": "a"}]}}"#, "a.json:1:20: body.Text[0]: 'annotation' is missing"),
    (
      #"{"body": {"Text": [{"Attachment": {}, "style": {}}]}}"#,
      "a.json:1:39: body.Text[0].style: 'style' is not allowed beside 'Attachment'"
    ),
  ]

  /// Faults of templates and their data.
  static let templates: [(json: String, data: String, message: String)] = [
    (
      #"{"body": {"Text": "{{nam}}"}}"#, #"{"name": 1}"#,
      "card.json:1:19: body.Text: 'nam' is not a name in the data; did you mean 'name'?"
    ),
    (
      #"{"body": {"Text": "{{a.b}}"}}"#, #"{"a": {"bc": 1}}"#,
      "card.json:1:19: body.Text: 'b' is not a name in 'a'; did you mean 'bc'?"
    ),
    (
      #"{"body": {"Row": [{"Repeat": "{{a}}", "content": []}]}}"#, #"{"a": []}"#,
      "card.json:1:30: body.Row[0].Repeat: '{{a}}' must be a name without braces: \"a\""
    ),
    (
      #"{"body": {"Row": [{"If": "{{a}}", "then": []}]}}"#, #"{"a": []}"#,
      "card.json:1:26: body.Row[0].If: '{{a}}' must be a name without braces: \"a\""
    ),
    (
      #"{"body": {"Row": [{"repeat": "a", "content": []}]}}"#, "{}",
      "card.json:1:20: body.Row[0].repeat: 'repeat' is not a layout; did you mean 'Repeat'?"
    ),
    (
      #"{"body": {"Text": "{{a}}"}}"#, #"{"a": null}"#,
      """
      card.json:1:19: body.Text: 'a' is null; give it a value, or write '{{a?}}'; the value comes \
      from 'a' at row.json:1:7
      """
    ),
    (
      #"{"data": {"name": "A"}, "body": {"Text": "{{name}}"}}"#, #"{"nmae": "B"}"#,
      "row.json:1:2: nmae: 'nmae' is not a name that the template uses; did you mean 'name'?"
    ),
    (
      #"{"data": {"name": "A"}, "body": {"Text": "{{name}}"}}"#, "{}",
      """
      row.json:1:1: 'name' is missing; a row replaces every value in 'data' of the template, \
      unless 'defaults' has one too
      """
    ),
    (
      #"{"body": {"Spacer": {}, "opacity": {"If": "a", "then": "{{b}}"}}}"#,
      #"{"a": 1, "b": []}"#,
      """
      card.json:1:56: body.opacity.then: an array is not a number; the value comes from 'b' at \
      row.json:1:15
      """
    ),
    (
      #"{"body": {"Text": "{{a"}}"#, "{}",
      "card.json:1:19: body.Text: '{{a' is missing its closing '}}'"
    ),
    (
      #"{"body": {"Text": "{{}}"}}"#, "{}",
      "card.json:1:19: body.Text: '' is not a name such as author.name"
    ),
    (
      #"{"body": {"Text": "a {{a}}"}}"#, #"{"a": []}"#,
      """
      card.json:1:19: body.Text: an array cannot be inserted into a text; the value comes from \
      'a' at row.json:1:7
      """
    ),
    (
      #"{"body": {"Spacer": {}, "grow": "{{n}}"}}"#, #"{"n": "much"}"#,
      "card.json:1:33: body.grow: 'much' is not a number; the value comes from 'n' at row.json:1:7"
    ),
    (
      #"{"body": {"Row": [{"Repeat": -1, "content": []}]}}"#, "{}",
      "card.json:1:30: body.Row[0].Repeat: -1 is not a list or a whole number to repeat over"
    ),
    (
      #"{"body": {"Row": {"Repeat": "a", "content": []}}}"#, #"{"a": []}"#,
      "card.json:1:19: body.Row.Repeat: 'Repeat' must be an element of a list"
    ),
    (
      #"{"body": {"Row": [{"Repeat": "a"}]}}"#, #"{"a": []}"#,
      "card.json:1:19: body.Row[0]: 'content' is missing"
    ),
    (
      #"{"body": {"Row": [{"Repeat": "a", "zzzz": 1}]}}"#, #"{"a": []}"#,
      "card.json:1:35: body.Row[0].zzzz: 'zzzz' is not a member of Repeat"
    ),
    (
      #"{"body": {"Row": [{"Repeat": "a", "as": "b.c", "content": []}]}}"#, #"{"a": []}"#,
      "card.json:1:41: body.Row[0].as: 'b.c' is not a name, such as 'item'"
    ),
    (
      #"{"body": {"Row": [{"If": "a", "than": 1}]}}"#, "{}",
      "card.json:1:31: body.Row[0].than: 'than' is not a member of If; did you mean 'then'?"
    ),
    (#"{"body": {"Row": [{"If": "a"}]}}"#, "{}", "card.json:1:19: body.Row[0]: 'then' is missing"),
    (
      #"{"body": {"Row": [{"If": 1, "then": []}]}}"#, "{}",
      "card.json:1:26: body.Row[0].If: 1 is not the name of a value"
    ),
    (
      #"{"body": {"Row": [{"If": "a", "is": [], "then": []}]}}"#, "{}",
      "card.json:1:37: body.Row[0].is: an array is not a short text, a number, or true or false"
    ),
    (
      #"{"body": {"Part": "b", "with": 1}}"#, "{}",
      "card.json:1:19: body.Part: 'b' is not a part in 'parts'"
    ),
    (
      #"{"parts": {"b": {"Spacer": {}}}, "body": {"Part": "b", "with": 1}}"#, "{}",
      "card.json:1:64: body.with: 1 is not an object with the parameters of a part"
    ),
    (
      #"{"parts": {"b": {"If": "a", "then": {"Spacer": {}}}}, "body": {"Part": "b"}}"#, "{}",
      "card.json:1:17: parts.b: the part 'b' is empty for this data; give it a node in every case"
    ),
    (
      #"{"parts": {"a": {"Row": [{"Part": "a"}]}}, "body": {"Part": "a"}}"#, "{}",
      "card.json:1:35: parts.a.Row[0].Part: the part 'a' contains itself"
    ),
    (
      #"{"body": {"Text": "a"}}"#, "[]",
      "row.json:1:1: an array is not an object with the data of a template"
    ),
    (#"{"body": {"Text": "a"}}"#, "{", "row.json:1:2: not JSON: expected a name in quotes"),
  ]

  @Test(arguments: (texts + scenes + nodes + paragraphs).map(\.json))
  func scenesHaveTheirMessages(json: String) {
    let rows = Self.texts + Self.scenes + Self.nodes + Self.paragraphs
    let error = #expect(throws: SceneError.self) { try Scene(json: json, source: "a.json") }
    let row = rows.first { $0.json == json }
    #expect(error?.description == row?.message)
  }

  @Test(arguments: templates.indices)
  func templatesHaveTheirMessages(row: Int) {
    let (json, data, message) = Self.templates[row]
    let error = #expect(throws: SceneError.self) {
      try SceneTemplate(json: json, source: "card.json").scene(with: data, source: "row.json")
    }
    #expect(error?.description == message)
  }

  @Test func rowsAreOfDifferentInputs() {
    let inputs = (Self.texts + Self.scenes + Self.nodes + Self.paragraphs).map(\.json)
    #expect(inputs.count > 60 && Set(inputs).count == inputs.count)
  }
}

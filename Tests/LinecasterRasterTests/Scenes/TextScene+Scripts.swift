import LinecasterDisplay
import LinecasterFonts
import LinecasterGeometry
import LinecasterText

extension TextScene {
  /// Scripts, emoji, and letters that are made bold and leaning.
  static let scripts = [
    TextScene(name: "scripts-complex") { typesetter in
      lines(
        typesetter,
        ["نص حكيم له سر", "דג סקרן שט בים", "ऋषियों को सताने", "เป็นมนุษย์สุด"]
          .map { ($0, TextStyle(size: 13, color: .black)) })
    },
    TextScene(name: "scripts-other") { typesetter in
      lines(
        typesetter,
        ["Ξεσκεπάζω την", "Съешь же ещё", "天地玄黃 宇宙", "키스의 고유", "ሰማይ አይታረስ"]
          .map { ($0, TextStyle(size: 14, color: CanvasScene.blue)) })
    },
    TextScene(name: "emoji") { typesetter in
      lines(
        typesetter,
        [
          ("😀 🎉 👩‍👩‍👧 🇩🇪", TextStyle(size: 16, color: .black)),
          ("🦊 ❤️‍🔥 👍🏽", TextStyle(size: 40, color: Color.black.opacity(0.6))),
        ])
    },
    TextScene(name: "synthetic") { typesetter in
      let families = ["Droid Sans Fallback", "Nanum Gothic"]
      let looks: [(FontWeight, FontSlant)] = [
        (.regular, .upright), (.bold, .upright), (.regular, .oblique), (.bold, .oblique),
      ]
      return lines(
        typesetter,
        looks.map { weight, slant in
          let style = TextStyle(
            families: families, size: 17, weight: weight, slant: slant, color: .black)
          return ("天地玄黃 키스의", style)
        })
    },
  ]
}

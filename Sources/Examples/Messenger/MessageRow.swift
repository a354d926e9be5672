#if SDL
  import Linecaster

  /// The row of a message: its author, text, link and two buttons.
  struct MessageRow: Cell {
    enum Action: Hashable { case like, remove }

    var message: Message

    func body(in environment: LayoutEnvironment) -> some Layout {
      let isDark = environment.theme == .dark
      let name = Message.authors[message.author]
      Row(spacing: 12, alignment: .flexStart) {
        Row(alignment: .center, distribution: .center) {
          Text(String(name.prefix(1)), style: TextStyle(size: 18, weight: .bold, color: .white))
        }
        .frame(width: 40, height: 40).shrink(0)
        .background(Self.colors[message.author], cornerRadius: 20)
        Column(spacing: 4) {
          Text(name, style: TextStyle(size: 15, weight: .bold))
          Text(Paragraph(text))
          if let picture = message.picture {
            Image(picture, size: Pictures.size).cornerRadius(8)
              .role(.image, label: "A picture of colours")
          }
          Row(spacing: 8) {
            button("♥ \(message.isLiked ? 1 : 0)", .like, environment)
              .role(.toggle(isOn: message.isLiked), label: "Like")
            button("Remove", .remove, environment).role(.button)
          }
        }
        .grow().modified { $0.style.minWidth = .zero }
      }
      .padding(Insets(horizontal: 12, vertical: 10))
      .background(
        environment.state.isSelected
          ? (isDark ? Color(rgb: 0x1F3350) : Color(rgb: 0xE7F0FF)) : .clear
      )
      .border(
        Border(bottom: BorderEdge(width: 1, color: Color(rgb: isDark ? 0x30363D : 0xE4E8EC))))
    }

    private var text: AttributedText {
      let style = TextStyle(size: 15)
      let edits = message.edits > 0 ? " (edited \(message.edits) times)" : ""
      var text = AttributedText(message.text + edits + " ", style: style)
      let link = InlineBox(
        style: style, link: "https://example.org/\(message.author)")
      text.append(
        AttributedText("example.org", style: TextStyle(size: 15, color: .accent)), in: link)
      return text
    }

    private func button(
      _ title: String, _ action: Action, _ environment: LayoutEnvironment
    ) -> LayoutNode {
      let isDark = environment.theme == .dark
      let state = environment.state
      let ground =
        state.isPressed(action)
        ? 0x4361EE : state.isHovered(action) ? 0xA5B4FC : isDark ? 0x30363D : 0xEEF1F4
      return Text(title, style: TextStyle(size: 13))
        .padding(Insets(horizontal: 8, vertical: 3))
        .background(Color(rgb: UInt32(ground)), cornerRadius: 6)
        .border(state.isFocused(action) ? Color(rgb: 0xD6336C) : .clear, width: 2)
        .tag(action)
    }

    private static let colors = [
      0x4361EE, 0xD6336C, 0xE8590C, 0x0B7285, 0x5F3DC4, 0x2B8A3E,
    ].map { Color(rgb: UInt32($0)) }
  }
#endif

import LinecasterCells
import LinecasterGeometry

/// The colours of a feed in a theme.
struct FeedPalette {
  let ground: Color
  let text: Color
  let muted: Color
  let separator: Color

  init(_ theme: Theme) {
    switch theme {
    case .light:
      ground = .white
      text = Color(rgb: 0x1B1F24)
      muted = Color(rgb: 0x6A737D)
      separator = Color(rgb: 0xE4E8EC)
    case .dark:
      ground = Color(rgb: 0x15191E)
      text = Color(rgb: 0xE8EBEE)
      muted = Color(rgb: 0x8B949E)
      separator = Color(rgb: 0x2A3036)
    }
  }

  /// The colour of an author without one: the same for the same name in every run.
  static func avatar(of author: String) -> Color {
    // FNV-1a; Swift's own hashes differ from run to run.
    let hash = author.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return avatars[Int(hash % UInt64(avatars.count))]
  }

  /// White or near black, whichever stands out more against the colour of an avatar.
  static func initial(on avatar: Color) -> Color {
    // The luma of ITU-R BT.601, 0 to 255.
    let luma =
      0.299 * Double(avatar.red) + 0.587 * Double(avatar.green) + 0.114 * Double(avatar.blue)
    return luma > 160 ? Color(rgb: 0x1B1F24) : .white
  }

  private static let avatars = [
    0x4361EE, 0x7209B7, 0xD6336C, 0xE8590C, 0x2B8A3E, 0x0B7285, 0x5F3DC4, 0x862E9C,
  ].map { Color(rgb: UInt32($0)) }
}

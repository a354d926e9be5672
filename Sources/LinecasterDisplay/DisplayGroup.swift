/// Steps that are drawn as one image.
public struct DisplayGroup: Sendable {
  /// The most groups inside each other: two a level of the deepest cell, and some more.
  public static let maximumDepth = 600

  /// The steps from back to front.
  ///
  /// Empty where groups were nested deeper than `maximumDepth`, so that taking a list apart never
  /// ends the stack of a thread; see `isTooDeep`.
  public let commands: [DisplayCommand]
  /// What the opacity of the whole is multiplied with, 0 to 1.
  public let opacity: Double
  /// What of the whole is seen; nil for all of it.
  public let clip: DisplayShape?
  /// The number of groups inside each other, this one included.
  private let depth: Int

  /// Makes a group; an opacity outside of 0…1 is clamped, and one that is not a number is 0.
  ///
  /// - Complexity: O(commands), groups among them counting as one.
  public init(_ commands: [DisplayCommand], opacity: Double = 1, clip: DisplayShape? = nil) {
    let depth = 1 + commands.reduce(0) { max($0, $1.depth) }
    self.depth = min(depth, Self.maximumDepth + 1)
    self.commands = depth > Self.maximumDepth ? [] : commands
    self.opacity = opacity > 0 ? min(opacity, 1) : 0
    self.clip = clip
  }

  /// Whether groups in it were nested too deep and left out; drawing it is an error.
  public var isTooDeep: Bool { depth > Self.maximumDepth }

  fileprivate static func depth(of group: DisplayGroup) -> Int { group.depth }
}

extension DisplayCommand {
  fileprivate var depth: Int {
    if case .group(let group) = self { DisplayGroup.depth(of: group) } else { 0 }
  }
}

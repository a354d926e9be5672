import LinecasterDisplay
import LinecasterGeometry
import LinecasterText

// Whether steps draw the same for certain. Images of one name are taken to have the same pixels.

extension DisplayCommand {
  func isSame(as other: DisplayCommand) -> Bool {
    switch (self, other) {
    case (.fill(let one, let paint), .fill(let other, let otherPaint)):
      one == other && paint == otherPaint
    case (.border(let one, let border), .border(let other, let otherBorder)):
      one == other && border == otherBorder
    case (.shadow(let one, let shadow), .shadow(let other, let otherShadow)):
      one == other && shadow == otherShadow
    case (.text(let one, let place), .text(let other, let otherPlace)):
      place == otherPlace && one.looksLike(other)
    case (.textShadow(let one, let place, let shadow), .textShadow(let other, let to, let cast)):
      place == to && shadow == cast && one.looksLike(other)
    case (.image(let one, let shape, let mode), .image(let other, let box, let otherMode)):
      one == other && shape == box && mode == otherMode
    case (.group(let one), .group(let other)): one.isSame(as: other)
    default: false
    }
  }
}

extension DisplayGroup {
  func isSame(as other: DisplayGroup) -> Bool {
    hasSameFrame(as: other) && commands.count == other.commands.count
      && isTooDeep == other.isTooDeep
      && zip(commands, other.commands).allSatisfy { $0.isSame(as: $1) }
  }

  /// Whether both have the same opacity and clip, whatever is in them.
  func hasSameFrame(as other: DisplayGroup) -> Bool {
    opacity == other.opacity && clip == other.clip
  }
}

extension TextLayout {
  fileprivate func looksLike(_ other: TextLayout) -> Bool {
    let (runs, others) = (glyphRuns, other.glyphRuns)
    return backgrounds == other.backgrounds && decorationLines == other.decorationLines
      && runs.count == others.count && zip(runs, others).allSatisfy { $0.looksLike($1) }
  }
}

import LinecasterDisplay
import LinecasterGeometry
import LinecasterTestSupport
import LinecasterText

/// Random steps of every kind, and random edits of them.
struct DamageSamples {
  let samples: ScriptSamples
  let size: Size

  func list(_ commands: [DisplayCommand]) -> DisplayList {
    var list = DisplayList(size: size)
    for command in commands { list.append(command) }
    return list
  }

  func commands(_ count: Int, _ random: inout SeededGenerator, depth: Int = 0) -> [DisplayCommand] {
    (0..<count).map { _ in command(&random, depth: depth) }
  }

  /// Half of all steps are texts and fills; groups are in groups at times.
  func command(_ random: inout SeededGenerator, depth: Int = 0) -> DisplayCommand {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .border(shape(&random), border(&random))
    case 1: .shadow(shape(&random), shadow(&random))
    case 2: .fill(shape(&random), .linear(gradient(&random)))
    case 3:
      .image(
        ImageReference("none"), shape(&random), .allCases.randomElement(using: &random) ?? .fit)
    case 4: textShadow(&random)
    case 5 where depth < 3: .group(group(commands(3, &random, depth: depth + 1), &random))
    default: samples.command(in: size, &random)
    }
  }

  private func group(
    _ commands: [DisplayCommand], _ random: inout SeededGenerator
  ) -> DisplayGroup {
    DisplayGroup(
      commands, opacity: random.oneIn(2) ? 1 : .random(in: 0...1, using: &random),
      clip: random.oneIn(2) ? nil : shape(&random))
  }

  /// Removes a step, adds one, changes the order, or edits what is in a group.
  func edit(_ commands: [DisplayCommand], _ random: inout SeededGenerator) -> [DisplayCommand] {
    var commands = commands
    guard let place = commands.indices.randomElement(using: &random) else {
      return [command(&random)]
    }
    if case .group(let group) = commands[place] {
      commands[place] = .group(
        DisplayGroup(edit(group.commands, &random), opacity: group.opacity, clip: group.clip))
      return commands
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: commands.remove(at: place)
    case 1: commands.insert(command(&random), at: place)
    default: commands.swapAt(place, 0)
    }
    return commands
  }
}

// MARK: - Parts of steps

extension DamageSamples {
  private func shape(_ random: inout SeededGenerator) -> DisplayShape {
    let rect = Rect(
      x: .random(in: -20...size.width, using: &random),
      y: .random(in: -10...size.height, using: &random),
      width: .random(in: 0...70, using: &random), height: .random(in: 0...40, using: &random))
    return DisplayShape(
      rect, cornerRadius: random.oneIn(2) ? 0 : .random(in: 0...15, using: &random))
  }

  private func color(_ random: inout SeededGenerator) -> Color {
    Color(
      red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
      blue: 90, alpha: random.oneIn(2) ? 255 : .random(in: 0...255, using: &random))
  }

  private func edge(_ random: inout SeededGenerator) -> BorderEdge {
    BorderEdge(
      width: .random(in: 0...6, using: &random), color: color(&random),
      pattern: .allCases.randomElement(using: &random) ?? .solid)
  }

  private func border(_ random: inout SeededGenerator) -> Border {
    random.oneIn(2)
      ? Border(all: edge(&random))
      : Border(
        top: edge(&random), right: edge(&random), bottom: edge(&random), left: edge(&random))
  }

  private func shadow(_ random: inout SeededGenerator) -> Shadow {
    Shadow(
      color(&random),
      offset: Point(x: .random(in: -4...4, using: &random), y: .random(in: -4...4, using: &random)),
      blur: random.oneIn(3) ? 0 : .random(in: 0...12, using: &random),
      spread: .random(in: -3...3, using: &random), isInset: random.oneIn(3))
  }

  private func gradient(_ random: inout SeededGenerator) -> LinearGradient {
    LinearGradient(
      angle: .random(in: 0...360, using: &random),
      stops: .even(color(&random), color(&random)))
  }

  private func textShadow(_ random: inout SeededGenerator) -> DisplayCommand {
    let style = TextStyle(size: 14, color: .black, decorations: [TextDecoration(.underline)])
    return .textShadow(
      samples.layout("Shadow", style),
      origin: Point(
        x: .random(in: -10...size.width, using: &random),
        y: .random(in: -10...size.height, using: &random)), shadow(&random))
  }
}

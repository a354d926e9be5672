import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterList
import LinecasterRaster
import LinecasterText
import Testing

@testable import LinecasterSurface

/// Backgrounds of pages.
extension SurfaceScreenHostTests {
  private static let red = ThemeColor(light: Color(rgb: 0xFFE0E0), dark: Color(rgb: 0x400000))
  private static let blue = ThemeColor(light: Color(rgb: 0xE0E0FF), dark: Color(rgb: 0x000040))

  /// A visible pixel: in the bar, or near the bottom.
  private func pixel(inBar: Bool = false) throws -> Color {
    let picture = picture
    let start = ((inBar ? 4 : 300) * picture.width + 200) * 4
    let bytes = try #require(
      picture.pixels.count >= start + 4 ? picture.pixels[start..<start + 4] : nil)
    return Color(
      red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2], alpha: bytes[start + 3])
  }

  @Test func aPageHasABackgroundOfItsOwn() async throws {
    let witness = HeadlessScreenHost(size: size)
    let other = ScreenStack(
      pipeline: pipeline, environment: LayoutEnvironment(width: 240), host: witness,
      delivery: .manual(mailbox))
    other.show(true)
    let models = [stack, other].map { _ in PeopleModel("Second", ["Other"]) }
    for (stack, model) in zip([stack, other], models) {
      try stack.push(PeopleModel("First"))
      model.state.background = Self.red
      try stack.push(model)
    }
    func expect(_ color: Color, _ name: String) async throws {
      repeat { try await settle() } while !other.isIdle
      #expect(try pixel() == color, "\(name)")
      #expect(try pixel(inBar: true) == color, "\(name)")
      #expect(distance(picture, try witness.picture(of: other)) <= 1, "\(name)")
    }
    try await expect(Self.red.color(in: .light), "pushed")
    let dark = LayoutEnvironment(width: 240, theme: .dark)
    for stack in [stack, other] { stack.setEnvironment(dark) }
    try await expect(Self.red.color(in: .dark), "in another theme")
    for model in models { model.state.background = Self.blue }
    try await expect(Self.blue.color(in: .dark), "changed by the state")
    for model in models { model.state.background = nil }
    try await expect(dark.ground, "without a background")
    for model in models { model.state.background = Self.blue }
    try await expect(Self.blue.color(in: .dark), "with one again")
    for stack in [stack, other] { stack.goBack() }
    try await expect(dark.ground, "the screen below")
  }

  @Test func childrenInRegionsHaveTheBackgroundOfTheirParent() async throws {
    let model = PeopleModel("Parent", [])
    model.state.room = 300
    model.state.background = Self.red
    let parent = try stack.push(model)
    let inner = PeopleModel("Child", [])
    let child = try stack.add(inner, to: parent, in: "room")
    try await settle()
    #expect(stack.regions(of: parent).first?.frame.contains(Point(x: 200, y: 240)) == true)
    #expect(try pixel() == Self.red.color(in: .light))
    inner.state.background = Self.blue
    try await settle()
    #expect(try pixel() == Self.blue.color(in: .light))
    inner.state.background = nil
    model.state.background = nil
    try await settle()
    #expect(try pixel() == LayoutEnvironment(width: 240).ground)
    stack.remove(child: child)
  }
}

import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterList
import LinecasterRaster
import Observation
import Testing

@testable import LinecasterSurface

/// A rotated box that turns on a tap.
private enum Turning: Screen {
  struct Turned: Cell {
    var angle: Double

    func body(in environment: LayoutEnvironment) -> some Layout {
      Row(alignment: .center, distribution: .center) {
        Box(.black, size: Size(width: 60, height: 20)).transform(.rotate(angle))
      }
      .frame(height: 100)
    }
  }

  static func page(
    _ angle: Double, in environment: LayoutEnvironment, send: @escaping Send<Bool>
  ) -> ScreenPage {
    ScreenPage { TableItem("box", cell: Turned(angle: angle)).onTap { send(true) } }
  }
}

@MainActor @Observable
private final class TurningModel: ScreenModel {
  typealias Content = Turning
  var state: Double
  @ObservationIgnored private var turns = 0

  init(_ angle: Double = 0) { state = angle }

  func handle(_ event: Bool, on screen: ScreenController) {
    turns += 1
    screen.animate(Binding(self, \.state), to: Double(turns) * 90, for: .milliseconds(400))
  }
}

/// Numbers that are animated from frame to frame.
extension SurfaceScreenHostTests {
  /// Draws a later frame and returns the angle.
  private func angle(of model: TurningModel, after milliseconds: Int) -> Double {
    time += .milliseconds(milliseconds)
    host.draw(at: time)
    return model.state
  }

  /// Seed row G11: a tap turns a box by an animation.
  @Test func aTapTurnsABoxFromFrameToFrame() async throws {
    let (model, still) = (TurningModel(), TurningModel(78.75))
    try stack.push(model)
    try await settle()
    let (upright, start) = (picture, time)
    #expect(host.nextFrame == nil)
    click(120, 50)
    #expect(model.state == 0 && host.nextFrame == time)
    // The first frame is at 16 of 400 ms.
    let first = angle(of: model, after: 16)
    #expect(abs(first - 90 * (1 - 0.96 * 0.96 * 0.96)) < 1e-9)
    #expect(abs(angle(of: model, after: 184) - 78.75) < 1e-9 && host.nextFrame == time)
    try await work()
    let turned = picture
    #expect(angle(of: model, after: 200) == 90)
    try await settle()
    #expect(host.nextFrame == nil && time - start > .milliseconds(400))
    let end = picture
    #expect(distance(upright, end) > 200 && distance(turned, end) > 200)
    // Second witness: the pixels during the animation equal those of a box at rest at that angle.
    try stack.push(still, animated: false)
    try await settle()
    #expect(picture.pixels == turned.pixels)
  }

  @Test func aSecondTapGoesOnFromWhereTheBoxIs() async throws {
    let model = TurningModel()
    try stack.push(model)
    try await settle()
    click(120, 50)
    var angles = (0..<6).map { _ in angle(of: model, after: 16) }
    click(120, 50)
    while model.state < 180, angles.count < 60 { angles.append(angle(of: model, after: 16)) }
    #expect(zip(angles, angles.dropFirst()).allSatisfy { $0 < $1 })
    #expect(angles.count == 6 + 25 && model.state == 180)
  }

  @Test func animationsEndWithTheirScreensAndOtherChanges() async throws {
    try stack.push(PeopleModel("First"))
    weak var gone: TurningModel?
    do {
      let model = TurningModel()
      gone = model
      try stack.push(model, animated: false)
      try await settle()
      click(120, 50)
      _ = angle(of: model, after: 16)
      model.state = 7
      #expect(angle(of: model, after: 16) == 7 && !stack.isAnimating)
      click(120, 50)
      #expect(stack.isAnimating)
    }
    stack.pop(animated: false)
    try await settle()
    #expect(gone == nil && !stack.isAnimating)
  }

  @Test func aHostThatDoesNotAnimateShowsTheEndAtOnce() async throws {
    host.animates = false
    let model = TurningModel()
    try stack.push(model)
    try await settle()
    click(120, 50)
    #expect(model.state == 90 && !stack.isAnimating)
  }

  @Test func numbersOnTheirWayAreInRange() {
    let strange = [Double.nan, .infinity, -.infinity]
    for number in strange {
      #expect(ValueAnimation(from: number, to: 1, duration: .seconds(1)) == nil)
      #expect(ValueAnimation(from: 1, to: number, duration: .seconds(1)) == nil)
    }
    #expect(ValueAnimation(from: 0, to: 1, duration: .zero) == nil)
    for (from, to) in [(0.0, 1.0), (-1.7e308, 1.7e308), (5, -5)] {
      var animation = ValueAnimation(from: from, to: to, duration: .milliseconds(100))
      for time in [50, 60, 10, 1_000_000] {
        let value = animation?.value(at: .milliseconds(time)) ?? .nan
        #expect(min(from, to) <= value && value <= max(from, to))
      }
      #expect(animation?.value(at: .seconds(9)) == to)
    }
  }
}

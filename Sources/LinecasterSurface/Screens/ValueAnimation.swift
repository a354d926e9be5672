import LinecasterBase

/// The way of a number from one value to another: a value without a clock.
struct ValueAnimation: Hashable, Sendable {
  let from, to: Double
  let duration: Duration
  /// The time of the start; `nil` before the first frame.
  private var start: Duration?

  /// The time between the start and the first frame, which differs from the frame before.
  static let firstStep = Duration.milliseconds(16)

  /// Creates an animation; `nil` if there is nothing between the ends.
  init?(from: Double, to: Double, duration: Duration) {
    guard from.isFinite, to.isFinite, from != to, duration > .zero else { return nil }
    (self.from, self.to, self.duration) = (from, to, duration)
  }

  /// Returns the number at a moment: fast at first, slow at the end (ease out). The first call is
  /// a sixtieth of a second after the start.
  mutating func value(at time: Duration) -> Double {
    let start = start ?? time - Self.firstStep
    self.start = start
    let left = 1 - min(max((time - start).seconds / duration.seconds, 0), 1)
    let share = 1 - left * left * left
    return left > 0 ? from * (1 - share) + to * share : to
  }

  /// Returns whether the number has arrived.
  func isOver(at time: Duration) -> Bool { start.map { time - $0 >= duration } ?? false }
}

/// An animation of a screen, and the number that it changes.
@MainActor
struct RunningAnimation {
  private let number: Binding<Double>
  private var animation: ValueAnimation
  /// The number as this animation left it.
  private var last: Double
  private weak var screen: ScreenController?

  init(_ animation: ValueAnimation, of number: Binding<Double>, on screen: ScreenController) {
    (self.animation, self.number, self.screen) = (animation, number, screen)
    last = animation.from
  }

  /// Changes the number.
  ///
  /// - Returns: Whether there is more to do: not at the end, and not if the screen is gone or the
  ///   number was changed by something else.
  mutating func advance(to time: Duration) -> Bool {
    guard screen?.stack != nil, number.value == last else { return false }
    number.set(animation.value(at: time))
    guard let value = number.value else { return false }
    last = value
    return !animation.isOver(at: time)
  }
}

extension ScreenController {
  /// Moves a number to another value over time, for example an angle or an opacity (UIKit
  /// `UIView.animate(withDuration:)`).
  ///
  ///     screen.animate(Binding(model, \.state), to: 90, for: .milliseconds(400))
  ///
  /// The number changes once per frame, fast at first and slowly at the end, and each change is an
  /// update of the page. If frames are faster than workers, the newest number is shown. The
  /// animation ends early if the screen is detached or anything else changes the number. A later
  /// animation continues from there. If the host animates nothing, the number changes at once.
  ///
  /// - Parameters:
  ///   - number: The number, which should be part of the model's state.
  ///   - target: The value at the end.
  ///   - duration: The time from the current frame to the end.
  public func animate(
    _ number: Binding<Double>, to target: Double, for duration: Duration = .milliseconds(400)
  ) {
    guard let stack, let value = number.value else { return }
    guard stack.host?.animatesValues == true,
      let animation = ValueAnimation(from: value, to: target, duration: duration)
    else { return number.set(target) }
    stack.add(RunningAnimation(animation, of: number, on: self))
  }
}

import LinecasterDisplay
import LinecasterGeometry

extension CanvasScene {
  /// Gradients along lines and outwards.
  static let gradients = [
    CanvasScene(
      name: "gradients-linear",
      commands: [
        .fill(box(0), .linear(LinearGradient(angle: 90, stops: .even(blue, yellow)))),
        .fill(
          box(1, corners: CornerRadii(all: 20)),
          .linear(
            LinearGradient(
              angle: 135,
              stops: [
                GradientStop(red, at: 0.1), GradientStop(yellow, at: 0.51),
                GradientStop(green, at: 0.51), GradientStop(blue, at: 0.9),
              ]))),
        .fill(
          box(2),
          .linear(LinearGradient(angle: 20, stops: .even(green, red.opacity(0.2), .clear)))),
      ]),
    CanvasScene(
      name: "gradients-radial",
      commands: [
        .fill(
          box(0),
          .radial(RadialGradient(extent: .closestSide, isCircle: true, stops: .even(yellow, red)))),
        .fill(
          box(1),
          .radial(
            RadialGradient(
              center: Point(x: 0.25, y: 0.75), stops: .even(.white, blue, Color(rgb: 0x0A1A3A))))),
        .fill(
          box(2, corners: CornerRadii(all: 32)),
          .radial(
            RadialGradient(
              center: Point(x: 0.75, y: 0.25), extent: .closestCorner,
              stops: [
                GradientStop(green, at: 0), GradientStop(green, at: 0.5),
                GradientStop(.clear, at: 1),
              ]))),
      ]),
  ]
}

import LinecasterGeometry
import Testing

@testable import LinecasterRaster

@Suite struct PremultipliedPixelTests {
  @Test func productsAreRoundedToTheNearest() {
    for left in UInt8.min...255 {
      for right in UInt8.min...255 {
        let exact = (Double(left) * Double(right) / 255).rounded()
        if Double(left.multiplied(by: right)) != exact { Issue.record("\(left) × \(right)") }
      }
    }
  }

  @Test func straightColoursMultiplyBackToTheSamePixel() {
    for alpha in UInt8.min...255 {
      for channel in 0...alpha {
        let pixel = PremultipliedPixel(red: channel, green: alpha, blue: 0, alpha: alpha)
        if PremultipliedPixel(pixel.color) != pixel { Issue.record("\(channel) of \(alpha)") }
      }
    }
  }
}

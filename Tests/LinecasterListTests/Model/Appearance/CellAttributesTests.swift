import LinecasterList
import Testing

@Suite struct CellAttributesTests {
  @Test func alphaIsAlwaysUsable() {
    for (given, usable) in [(2.0, 1.0), (-1, 0), (.nan, 1), (.infinity, 1), (0.5, 0.5)] {
      var attributes = CellAttributes(alpha: given)
      #expect(attributes.alpha == usable)
      attributes.alpha = given
      #expect(attributes.alpha == usable)
    }
  }

  /// Seed row A46: appearing, resting and disappearing, each with attributes of its own.
  @Test func rowsComeAndGoAsTheyRest() {
    let raised = CellAttributes(zIndex: 3)
    let appearance = CellAppearance(resting: raised, disappearing: CellAttributes(alpha: 0))
    #expect(appearance.appearing == raised && appearance.disappearing.alpha == 0)
    #expect(CellAppearance.fading.resting == .plain && CellAppearance.fading.appearing.alpha == 0)
  }
}

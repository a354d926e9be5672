import LinecasterFonts
import LinecasterText
import Testing

@testable import LinecasterCommand
@testable import LinecasterCommandSupport

@Suite struct FontArgumentsTests {
  @Test func readsPlacesOnAxes() throws {
    #expect(try FontVariation.list("") == [])
    #expect(try FontVariation.list("wght=700") == [FontVariation("wght", 700)])
    #expect(
      try FontVariation.list("M1:-0.4; T1:0.3,opsz=72")
        == [FontVariation("M1", -0.4), FontVariation("T1", 0.3), FontVariation("opsz", 72)])
    for wrong in ["wght", "wght=", "=7", "wght=nan", "wght=1=2", "weight=5", "wght 7"] {
      #expect(throws: CommandFailure.self, "\(wrong)") { try FontVariation.list(wrong) }
    }
  }

  @Test func readsFeatures() throws {
    #expect(try FontFeature.list("") == [])
    #expect(
      try FontFeature.list("smcp,-liga;+kern ss01=2")
        == [
          FontFeature("smcp"), FontFeature("liga", 0), FontFeature("kern"),
          FontFeature("ss01", 2),
        ])
    for wrong in ["smallcaps", "liga=", "liga=x", "=1", "--liga", "liga=-1"] {
      #expect(throws: CommandFailure.self, "\(wrong)") { try FontFeature.list(wrong) }
    }
  }
}

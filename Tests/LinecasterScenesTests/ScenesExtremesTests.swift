import LinecasterCells
import LinecasterScenes
import LinecasterTestSupport
import Testing

/// Scenes of any numbers; those that come as JSON are in `HostileSceneTests`.
@Suite struct ScenesExtremesTests {
  /// Scenes made in Swift have numbers that JSON has not, which is an error.
  @Test func numbersThatJSONLacksAreErrors() {
    for width in ExtremeNumbers.doubles {
      do throws(SceneError) {
        let scene = try Scene(Text("a"), width: width)
        #expect(Scene.widths.contains(width) && scene.width == width)
      } catch {
        #expect(!Scene.widths.contains(width))
      }
    }
  }
}

import LinecasterCells
import LinecasterScenes
import LinecasterTestSupport
import Testing

/// Scenes in Swift with extreme numbers; `HostileSceneTests` has those in JSON.
@Suite struct ScenesExtremesTests {
  /// Numbers that JSON cannot express are an error.
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

import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterGeometry
import LinecasterRaster
import LinecasterScenes
import LinecasterTestSupport
import LinecasterText
import Testing

/// Whatever the numbers of a scene, the answer is an image or a typed error.
@Suite struct HostileSceneTests {
  /// Larger images are not drawn here: they take memory that is allowed, and time.
  private static let sideLimit = 1000.0

  @Test(arguments: [UInt64(1), 2])
  func numbersWithoutSenseEndNothing(salt: UInt64) throws {
    var scenes = HostileScenes(salt: salt)
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let rasterizer = DisplayRasterizer()
    var drawn = 0
    for _ in 0..<60 {
      let json = scenes.next()
      do {
        let scene = try Scene(json: json)
        let list = try arranger.arrange(
          scene.layout(in: .light), in: LayoutEnvironment(width: scene.width)
        ).displayList
        #expect(list.size.height >= 0, "\(json)")
        guard list.size.height < Self.sideLimit, list.size.width < Self.sideLimit else { continue }
        _ = try rasterizer.rasterize(list)
        drawn += 1
      } catch let error as SceneError {
        Issue.record("\(error): \(json)")
      } catch is ArrangementError {
      } catch is RasterError {
      }
    }
    #expect(drawn > 5)
  }
}

import LinecasterBase
import LinecasterBundledFonts
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes
import LinecasterTestSupport
import Testing

/// Requests with extreme numbers give a picture, or an error that names the exceeded limit.
@Suite(.timeLimit(.minutes(60))) struct PicturesExtremesTests {
  private let painter: PicturePainter
  private let source: SceneSource

  init() throws {
    painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "/nonexistent")
    let json = #"{"width": 90, "body": {"Text": "Words"}}"#
    source = try SceneSource(json: Array(json.utf8))
  }

  @Test func requests() throws {
    for number in ExtremeNumbers.doubles {
      var request = PictureRequest(source)
      request.options.scale = number
      // Wider pictures would only take longer.
      request.options.width = min(number, 500)
      request.options.textScale = number
      let picture = try painter.picture(of: request)
      #expect(picture.width > 0 && picture.height > 0, "\(number)")
    }
  }

  @Test func qualities() throws {
    for quality in ExtremeNumbers.integers {
      for format in PictureFormat.builtIn {
        var request = PictureRequest(source)
        request.options.encoding = PictureEncoding(format, quality: quality)
        let picture = try painter.picture(of: request)
        guard !format.isDocument else { continue }
        #expect(try ImageDecoder().decode(picture.bytes).width == 90, "\(format) \(quality)")
      }
    }
  }

  @Test func budgets() throws {
    for number in ExtremeNumbers.integers {
      let painter = PicturePainter(
        fonts: try FontCollection.bundled(), folder: "/nonexistent",
        budget: RenderBudget(
          pixelCount: number, byteCount: number, blendedPixelCount: number, nodeCount: number,
          textUnitCount: number))
      let request = PictureRequest(source)
      if number == .max {
        #expect(try painter.picture(of: request).width == 90)
      } else {
        #expect(throws: RenderBudget.Excess.self) { try painter.picture(of: request) }
      }
    }
  }

  @Test func sizesOfPictures() throws {
    let request = PictureRequest(source)
    let plain = try painter.picture(of: request)
    for number in ExtremeNumbers.integers {
      let painter = PicturePainter(
        fonts: try FontCollection.bundled(), folder: "/nonexistent",
        budget: RenderBudget(pictureSize: number))
      if number >= plain.width * plain.height {
        #expect(try painter.picture(of: request).width == 90)
      } else {
        #expect(throws: RenderBudget.Excess.self) { try painter.picture(of: request) }
      }
    }
  }

  @Test func memory() throws {
    let request = PictureRequest(source)
    for number in ExtremeNumbers.integers {
      #expect(try painter.picture(of: request).width == 90)
      #expect(painter.releaseMemory(over: number) == (number < 1 << 10))
    }
  }
}

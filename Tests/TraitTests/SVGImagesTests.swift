#if SVG
  import Foundation
  import LinecasterDisplay
  import LinecasterBase
  import LinecasterFiles
  import LinecasterRaster
  import LinecasterTestSupport
  import Testing

  /// SVG images as librsvg draws them.
  @Suite struct SVGImagesTests {
    private static let head = "<svg xmlns=\"http://www.w3.org/2000/svg\""
    private let decoder = ImageDecoder()

    private func drawn(_ text: String, covering size: PixelSize? = nil) throws -> Bitmap {
      try decoder.decode(Array(text.utf8), covering: size, name: "a.svg")
    }

    private static let halves =
      "\(head) width=\"20\" height=\"10\"><rect width=\"10\" height=\"10\" fill=\"#F00\"/>"
      + "<rect x=\"10\" width=\"10\" height=\"10\" fill=\"#00F\" fill-opacity=\".5\"/></svg>"

    @Test func shapesAreDrawnInTheirColours() throws {
      let image = try drawn(Self.halves)
      #expect((image.width, image.height) == (20, 10))
      #expect(image.color(atX: 4, y: 5) == Color(rgb: 0xFF0000))
      #expect(image.color(atX: 15, y: 5) == Color(red: 0, green: 0, blue: 255, alpha: 128))
    }

    /// Shapes are drawn at the requested size.
    @Test func largeOnesAreSharp() throws {
      let image = try drawn(Self.halves, covering: PixelSize(width: 200, height: 100))
      #expect((image.width, image.height) == (200, 100))
      for y in [0, 50, 99] {
        #expect(image.color(atX: 99, y: y) == Color(rgb: 0xFF0000))
        #expect(image.color(atX: 100, y: y)?.alpha == 128)
      }
      let small = try drawn(Self.halves, covering: PixelSize(width: 10, height: 5))
      #expect((small.width, small.height) == (10, 5))
    }

    @Test func namesOfAFolderAndDataAddressesWork() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(Self.halves.utf8).write(to: folder.appending(path: "a.svg"))
      let images = ImageFileProvider(folder: folder.path)
      #expect(images.naturalSize(of: ImageReference("a.svg")) == Size(width: 20, height: 10))
      #expect(try images.load(ImageReference("a.svg")) == drawn(Self.halves))
      let address = "data:image/svg+xml;base64," + Data(Self.halves.utf8).base64EncodedString()
      #expect(try images.load(ImageReference(address)) == drawn(Self.halves))
    }

    /// References to other files are not read.
    @Test func otherFilesAreNotRead() throws {
      for inside in ["<image href=\"/etc/hostname\"/>", "<use href=\"file:///etc/passwd#a\"/>"] {
        let error = #expect(throws: ImageError.self) { try drawn("\(Self.head)>\(inside)</svg>") }
        #expect(error?.code == .unsupported)
      }
    }

    @Test func bombsAndHugeSizesAreErrorsAtOnce() throws {
      var bomb = "<g id=\"a0\"><rect width=\"9\" height=\"9\"/></g>"
      for level in 1..<12 {
        bomb +=
          "<g id=\"a\(level)\">"
          + String(repeating: "<use href=\"#a\(level - 1)\"/>", count: 10) + "</g>"
      }
      let texts = [
        "\(Self.head)>\(bomb)</svg>", "\(Self.head) width=\"1e9\" height=\"1e9\"/>",
        "\(Self.head) width=\"30000\" height=\"30000\"/>",
      ]
      let time = ThreadClock.milliseconds {
        for text in texts {
          let error = #expect(throws: ImageError.self) { try drawn(text) }
          #expect(error?.code == .tooLarge)
        }
      }
      #expect(time < 5_000)
    }

    @Test func whatTheLibraryDoesNotReadIsMalformed() {
      let error = #expect(throws: ImageError.self) { try drawn("\(Self.head)><g></svg>") }
      #expect(error?.code == .malformed && error?.reason.contains("librsvg") == true)
    }

    /// The fuzzers' corpus is drawn or refused.
    @Test func inputsOfTheFuzzersAreDrawnOrRefused() throws {
      let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("../Fuzz/Corpus/svg")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(!names.isEmpty)
      for name in names {
        let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
        guard let size = try? decoder.info(of: bytes, name: name).size,
          let image = try? decoder.decode(bytes, name: name)
        else { continue }
        #expect(PixelSize(width: image.width, height: image.height) == size, "\(name)")
      }
    }

    /// Many images, as on a page of icons, are drawn concurrently.
    @Test func manyThreadsDrawAtOnce() async throws {
      let whole = try drawn(Self.halves)
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<40 {
          group.addTask { try ImageDecoder().decode(Array(Self.halves.utf8)) == whole }
        }
        for try await isSame in group { #expect(isSame) }
      }
    }
  }
#endif

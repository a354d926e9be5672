import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct GlyphAtlasTests {
  /// Inserts and uses random glyphs frame after frame, and records the expected content.
  private struct Player {
    var atlas: GlyphAtlas
    var random: SeededGenerator
    let face: FontFace
    let noise: [UInt8]
    var known: [AtlasKey: (bitmap: GlyphBitmap, entry: AtlasEntry, frame: Int)] = [:]
    var textures = MirroredTextures()
    var failures = 0

    mutating func step() {
      if random.oneIn(40) { atlas.beginFrame() }
      if random.oneIn(30) { textures.upload(&atlas) }
      let number = UInt32.random(in: 0..<400, using: &random)
      let key = AtlasKey(GlyphKey(face: face, glyph: number, size: 640))
      if let entry = atlas.use(key) {
        #expect(known[key]?.entry == entry)
        known[key]?.frame = atlas.frame
        return
      }
      let bitmap = bitmap(number)
      let whole = PixelRect(x: 0, y: 0, width: Int(bitmap.width), height: Int(bitmap.height))
      let kind: AtlasPageKind = bitmap.content == .mask ? .mask : .color
      guard let entry = atlas.insert(bitmap, part: whole, as: kind, for: key) else {
        failures += 1
        return
      }
      known[key] = (bitmap, entry, atlas.frame)
    }

    private mutating func bitmap(_ number: UInt32) -> GlyphBitmap {
      let content: GlyphBitmap.Content = number % 5 == 0 ? .color : .mask
      let (width, height) = (
        Int.random(in: 1...90, using: &random), Int.random(in: 1...90, using: &random)
      )
      let count = GlyphBitmap.rowBytes(content, width: width) * height
      let start = Int.random(in: 0...noise.count - count, using: &random)
      return GlyphBitmap(
        content: content, left: 3, top: 50, width: Int32(width), height: Int32(height),
        bytes: Array(noise[start..<start + count]))
    }

    /// Forgets evicted glyphs, none of which may be of this frame.
    mutating func check() {
      for (key, value) in known {
        guard let entry = atlas.entries[key] else {
          #expect(value.frame < atlas.frame, "dropped in its frame, seed \(random.seed)")
          known[key] = nil
          continue
        }
        #expect(entry == value.entry)
        #expect(isAlone(value.bitmap, entry), "seed \(random.seed)")
      }
      #expect(atlas.entries.count == known.count)
      #expect(atlas.statistics.bytes <= atlas.options.byteLimit)
    }

    /// Whether the texels are those of the bitmap, surrounded by empty ones.
    private func isAlone(_ bitmap: GlyphBitmap, _ entry: AtlasEntry) -> Bool {
      let page = atlas.pages[Int(entry.page)]
      let texel = page.kind.texelBytes
      let (width, height) = (Int(bitmap.width), Int(bitmap.height))
      let gutter = [UInt8](repeating: 0, count: texel)
      let empty = [UInt8](repeating: 0, count: (width + 2) * texel)
      return (-1...height).allSatisfy { row in
        let start = (Int(entry.y) + row) * page.rowBytes + (Int(entry.x) - 1) * texel
        let source = row * bitmap.rowBytes
        let line =
          0..<height ~= row
          ? gutter + bitmap.bytes[source..<source + width * texel] + gutter : empty
        return Array(page.texels[start..<start + line.count]) == line
      }
    }
  }

  private func player(byteLimit: Int) throws -> Player {
    var random = SeededGenerator()
    let noise = random.bytes(60_000)
    return Player(
      atlas: GlyphAtlas(options: .init(pageSide: 256, byteLimit: byteLimit)),
      random: random, face: try SampleFonts.sans(), noise: noise)
  }

  /// The witness is a dictionary of the inserted glyphs.
  @Test(arguments: [0, 400_000, 900_000])
  func whatIsThereIsWhatWasPutInAndNothingOfTheFrameGoes(byteLimit: Int) throws {
    var player = try player(byteLimit: byteLimit)
    for round in 0..<500 {
      player.step()
      if round % 100 == 99 { player.check() }
    }
    #expect(player.atlas.statistics.evictions > 20)
  }

  /// Textures that apply only the uploads have every glyph of the atlas.
  @Test func uploadsAreAllThatTexturesNeed() throws {
    var player = try player(byteLimit: 600_000)
    for round in 0..<500 {
      player.step()
      guard round % 50 == 49 else { continue }
      player.textures.upload(&player.atlas)
      for entry in player.atlas.entries.values {
        let rect = PixelRect(
          x: Int(entry.x) - 1, y: Int(entry.y) - 1, width: Int(entry.width) + 2,
          height: Int(entry.height) + 2)
        #expect(
          player.textures.has(rect, ofPage: Int(entry.page), of: player.atlas),
          "seed \(player.random.seed)")
      }
      player.atlas.forEachUpload { _, _ in Issue.record("uploaded twice") }
    }
  }

  /// Lost textures are complete again after all pages are marked, and only then.
  @Test func texturesThatAreLostAreUploadedAgain() throws {
    var player = try player(byteLimit: 600_000)
    for _ in 0..<500 { player.step() }
    player.textures.upload(&player.atlas)
    var textures = MirroredTextures()
    textures.upload(&player.atlas)
    #expect(textures.byteCount == 0)
    player.atlas.markAllForUpload()
    textures.upload(&player.atlas)
    let pages = player.atlas.pages.filter { !$0.isVacant }
    #expect(pages.count > 1 && textures.byteCount == pages.reduce(0) { $0 + $1.byteCount })
    for (index, page) in player.atlas.pages.enumerated() where !page.isVacant {
      let whole = PixelRect(x: 0, y: 0, width: page.side, height: page.side)
      #expect(textures.has(whole, ofPage: index, of: player.atlas))
    }
    player.atlas.forEachUpload { _, _ in Issue.record("uploaded twice") }
  }

  @Test func sameStepsGiveTheSameBytes() throws {
    var first = try player(byteLimit: 500_000)
    var second = first
    for _ in 0..<400 {
      first.step()
      second.step()
    }
    #expect(first.atlas.pages.map(\.texels) == second.atlas.pages.map(\.texels))
    #expect(first.atlas.pages.map(\.generation) == second.atlas.pages.map(\.generation))
    #expect(first.atlas.entries == second.atlas.entries && first.failures == second.failures)
  }

  @Test func whatOneFrameUsesMayFillIt() throws {
    var atlas = GlyphAtlas(options: .init(pageSide: 0, byteLimit: 0))
    #expect(atlas.options.pageSide == 256 && atlas.options.byteLimit == 256 * 1024)
    let face = try SampleFonts.sans()
    let bitmap = GlyphBitmap(
      content: .color, left: 0, top: 0, width: 100, height: 100,
      bytes: [UInt8](repeating: 7, count: 40_000))
    let whole = PixelRect(x: 0, y: 0, width: 100, height: 100)
    func insert(_ glyph: UInt32, as kind: AtlasPageKind) -> AtlasEntry? {
      atlas.insert(
        bitmap, part: whole, as: kind,
        for: AtlasKey(GlyphKey(face: face, glyph: glyph, size: 640)))
    }
    for glyph in 0..<4 as Range<UInt32> { #expect(insert(glyph, as: .color) != nil) }
    #expect(insert(4, as: .color) == nil && insert(4, as: .mask) == nil)
    #expect(atlas.statistics.evictions == 0)
    let identifier = atlas.pages[0].identifier
    atlas.beginFrame()
    // The memory is reused for another kind of page.
    #expect(insert(4, as: .mask) != nil)
    #expect(atlas.pages[0].kind == .mask && atlas.pages[0].identifier != identifier)
    #expect(atlas.statistics.evictions == 4 && atlas.statistics.pages == 1)
    for glyph in 5..<16 as Range<UInt32> { #expect(insert(glyph, as: .mask) != nil) }
    atlas.beginFrame()
    // One page replaces four; the other pages keep their places.
    #expect(insert(0, as: .color) != nil)
    #expect(
      atlas.pages.map(\.isVacant) == [false, true, true] + (atlas.pages.count > 3 ? [true] : []))
    atlas.removeAll()
    #expect(atlas.pages.isEmpty && atlas.statistics.entries == 0)
  }
}

/// Textures as a renderer has them: random bytes except for the uploaded ones.
struct MirroredTextures {
  struct Texture {
    let upload: AtlasUpload
    var bytes: [UInt8]
  }

  private(set) var textures: [Int: Texture] = [:]
  /// The number of bytes uploaded so far.
  private(set) var byteCount = 0

  /// Applies the pending uploads of the atlas.
  mutating func upload(_ atlas: inout GlyphAtlas) {
    atlas.forEachUpload { upload, bytes in
      var texture =
        textures[upload.page]
        .flatMap { $0.upload.identifier == upload.identifier ? $0 : nil }
        ?? Texture(
          upload: upload,
          bytes: [UInt8](repeating: 0xA5, count: upload.side * upload.side * upload.kind.texelBytes)
        )
      textures[upload.page] = nil
      let texel = upload.kind.texelBytes
      for row in 0..<upload.rect.height {
        let target = ((upload.rect.top + row) * upload.side + upload.rect.left) * texel
        let line = bytes[row * upload.rowBytes..<row * upload.rowBytes + upload.rect.width * texel]
        texture.bytes.replaceSubrange(target..<target + line.count, with: line)
        byteCount += line.count
      }
      textures[upload.page] = texture
    }
  }

  /// Whether the texels of a rectangle equal those of the atlas.
  func has(_ rect: PixelRect, ofPage index: Int, of atlas: GlyphAtlas) -> Bool {
    let page = atlas.pages[index]
    guard let texture = textures[index], texture.upload.identifier == page.identifier else {
      return false
    }
    let texel = page.kind.texelBytes
    return (rect.top..<rect.bottom).allSatisfy { row in
      let range = row * page.rowBytes + rect.left * texel..<row * page.rowBytes + rect.right * texel
      return texture.bytes[range] == page.texels[range]
    }
  }
}

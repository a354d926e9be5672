@testable import LinecasterRaster

/// Textures as a renderer has them: full of chance bytes, but for what was uploaded.
struct MirroredTextures {
  struct Texture {
    let upload: AtlasUpload
    var bytes: [UInt8]
  }

  private(set) var textures: [Int: Texture] = [:]
  /// Bytes uploaded so far.
  private(set) var byteCount = 0

  /// Takes what the atlas has to upload.
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

  /// Whether some texels are those of the atlas.
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

import LinecasterBase
import LinecasterRaster

extension PDFPage {
  /// Writes the remaining objects, and returns the whole file.
  ///
  /// - Throws: As `PDFFonts.write` does.
  mutating func finish(_ scope: WorkScope) throws -> [UInt8] {
    let numbers = try fonts.write(
      to: &file, resources: resources, colors, scope
    ) { image, file in Self.write(image, to: &file) }
    let keys = formKeys
    for form in forms {
      let key = keys[form.object].map { " /StructParents \($0)" } ?? ""
      file.add(
        stream: form.content.bytes(numbers), form.entries + key, as: form.object)
    }
    let content = file.add(stream: contents[0].bytes(numbers), "")
    func names(_ letter: String, _ objects: some Sequence<Int>) -> String {
      objects.sorted().map { "/\(letter)\($0) \($0) 0 R" }.joined(separator: " ")
    }
    file.add(
      "<< /Font << \(fonts.resources) >> /XObject << \(names("X", objects.drawn)) >> "
        + "/ExtGState << \(names("S", objects.states.values)) >> "
        + "/Shading << \(names("H", objects.shadings.values)) >> >>", as: resources)
    let (pages, page) = (file.reserve(), file.reserve())
    let links = writeLinks()
    let structure = writeStructure(page: page, links: links)
    let annotations = links.flatMap { $0 }.map { "\($0) 0 R" }.joined(separator: " ")
    var box = DocumentBytes()
    box.put([0, 0, size.width, size.height])
    file.add(
      "<< /Type /Page /Parent \(pages) 0 R "
        + "/MediaBox [\(String(decoding: box.bytes, as: UTF8.self))] "
        + "/Resources \(resources) 0 R /Contents \(content) 0 R "
        + "/Group << /Type /Group /S /Transparency /I true /CS /DeviceRGB >>"
        + (annotations.isEmpty ? "" : " /Annots [ \(annotations) ]")
        + (structure.isEmpty ? "" : " /StructParents 0 /Tabs /S") + " >>", as: page)
    file.add("<< /Type /Pages /Kids [\(page) 0 R] /Count 1 >>", as: pages)
    let outline = writeOutline(page: page)
    let catalog = file.add(
      "<< /Type /Catalog /Pages \(pages) 0 R\(structure)\(outline)\(writeMetadata()) >>")
    let title = document.title.map { " /Title \($0.pdfText)" } ?? ""
    let information = file.add("<< /Producer (\(Self.producer))\(title) >>")
    return file.bytes(catalog: catalog, information: information)
  }

  private static let producer = "Linecaster"

  /// Writes the colour space of the file, its title and its language, and returns their catalog
  /// entries.
  private mutating func writeMetadata() -> String {
    let profile = file.add(stream: StandardProfile.bytes, "/N 3")
    var entries =
      " /OutputIntents [ << /Type /OutputIntent /S /GTS_PDFA1 "
      + "/OutputConditionIdentifier (sRGB) /DestOutputProfile \(profile) 0 R >> ]"
    if let language = document.language { entries += " /Lang \(language.pdfText)" }
    if document.title != nil { entries += " /ViewerPreferences << /DisplayDocTitle true >>" }
    guard document.title != nil || document.language != nil else { return entries }
    // Programs look for metadata in files that they cannot read otherwise, so it is not packed.
    let metadata = file.add(
      plainStream: Array(description.utf8), "/Type /Metadata /Subtype /XML")
    return entries + " /Metadata \(metadata) 0 R"
  }

  /// The description of the file in XMP (ISO 16684-1).
  private var description: String {
    let title = document.title.map {
      "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(HTMLText.escaped($0))</rdf:li>"
        + "</rdf:Alt></dc:title>\n"
    }
    let language = document.language.map {
      "<dc:language><rdf:Bag><rdf:li>\(HTMLText.escaped($0))</rdf:li></rdf:Bag></dc:language>\n"
    }
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
      <dc:format>application/pdf</dc:format>
      \(title ?? "")\(language ?? "")<pdf:Producer>\(Self.producer)</pdf:Producer>
      </rdf:Description>
      </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="r"?>
      """
  }
}

extension PDFPage.Content {
  /// The content with final glyph codes, after the fonts are written.
  fileprivate func bytes(_ numbers: PDFFonts.Numbers) -> [UInt8] {
    var text = text
    for (place, code) in calls where code.isWide {
      text.replace(at: place, with: numbers[code.font][code.index].hexadecimal)
    }
    return text.bytes
  }
}

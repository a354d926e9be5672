internal import CHarfBuzz

extension HarfBuzzFace {
  /// The axes of a variable font, in the font's order; empty for other fonts.
  func axes() -> [FontAxis] {
    let count = min(Int(hb_ot_var_get_axis_count(pointer)), Self.axisLimit)
    guard count > 0 else { return [] }
    var found = UInt32(count)
    let infos = [hb_ot_var_axis_info_t](unsafeUninitializedCapacity: count) { buffer, filled in
      buffer.initialize(repeating: hb_ot_var_axis_info_t())
      _ = hb_ot_var_get_axis_infos(pointer, 0, &found, buffer.baseAddress)
      filled = min(count, Int(found))
    }
    return infos.map { info in
      let tag = FontTag(rawValue: info.tag)
      return FontAxis(
        tag: tag, name: name(info.name_id) ?? tag.name, minimum: Double(info.min_value),
        defaultValue: Double(info.default_value), maximum: Double(info.max_value),
        isHidden: info.flags.rawValue & HB_OT_VAR_AXIS_FLAG_HIDDEN.rawValue != 0)
    }
  }

  /// The named places on the axes.
  func namedInstances(_ axes: [FontAxis]) -> [FontInstance] {
    let count = min(Int(hb_ot_var_get_named_instance_count(pointer)), Self.instanceLimit)
    guard !axes.isEmpty else { return [] }
    return (0..<count).compactMap { index in
      var filled = UInt32(axes.count)
      let place = [Float](unsafeUninitializedCapacity: axes.count) { buffer, initialized in
        buffer.initialize(repeating: 0)
        _ = hb_ot_var_named_instance_get_design_coords(
          pointer, UInt32(index), &filled, buffer.baseAddress)
        initialized = axes.count
      }
      guard Int(filled) == axes.count else { return nil }
      let identifier = hb_ot_var_named_instance_get_subfamily_name_id(pointer, UInt32(index))
      return FontInstance(
        name: name(identifier) ?? "",
        variations: zip(axes, place).map { FontVariation($0.tag, Double($1)) })
    }
  }

  /// Axes that are used; variable fonts have a handful, some research fonts dozens.
  private static let axisLimit = 64
  /// Named places that are listed.
  private static let instanceLimit = 1024
}

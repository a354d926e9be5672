extension FontFace {
  /// What of the design can be set; empty unless the font is variable.
  public var axes: [FontAxis] { base.axes }

  /// The places on the axes that have names of their own.
  public var namedInstances: [FontInstance] { base.namedInstances }

  /// The place of this face on each axis, in the order of `axes`.
  public var variations: [FontVariation] {
    zip(axes, coordinates).map { FontVariation($0.tag, Double($1) / 65_536) }
  }

  /// The same face at another place on its axes, or with other synthesis.
  ///
  /// Bytes, tables and coverage are shared. Equal requests get the same face for as long as one is
  /// alive, so that caches keyed by `identifier` are shared as well. May be called on any thread.
  ///
  /// - Parameters:
  ///   - variations: Places on axes, clamped to what the axes have; the last one of an axis
  ///     decides, axes that the face does not have are passed over, and axes that are not named
  ///     stay where this face has them.
  ///   - synthesis: What rasterizers are to add.
  public func instance(
    variations: [FontVariation] = [], synthesis: FontSynthesis = .none
  ) -> FontFace {
    var places = coordinates
    for variation in variations {
      for (index, axis) in axes.enumerated() where axis.tag == variation.axis {
        places[index] = axis.fixed(variation.value)
      }
    }
    if places == coordinates, synthesis == self.synthesis { return self }
    // The first face of a file is found again only through others made from it, so it is entered
    // when one is made: weak references make all counting of an object's references slow.
    if isDefault { base.register(self) }
    return base.face(coordinates: places, synthesis: synthesis)
  }
}

public import LinecasterDisplay
import LinecasterFlexbox
public import LinecasterGeometry

extension Layout {
  /// The layout on a background of a colour, whose corners may be rounded by a radius in layout
  /// points; without one they stay as they are.
  public func background(_ color: Color, cornerRadius: Double? = nil) -> LayoutNode {
    background(.color(color), cornerRadius: cornerRadius)
  }

  /// The layout on a background of a colour or a gradient, whose corners may be rounded by a radius
  /// in layout points; without one they stay as they are.
  public func background(_ paint: DisplayPaint, cornerRadius: Double? = nil) -> LayoutNode {
    modified {
      $0.decoration.background = paint
      if let cornerRadius { $0.decoration.corners = CornerRadii(all: cornerRadius) }
    }
  }

  /// The layout with corners all rounded by a radius in layout points.
  public func cornerRadius(_ radius: Double) -> LayoutNode { corners(CornerRadii(all: radius)) }

  /// The layout with rounded corners, each with a radius of its own.
  public func corners(_ radii: CornerRadii) -> LayoutNode {
    modified { $0.decoration.corners = radii }
  }

  /// The layout with lines along its edges, which take room as padding does.
  public func border(_ border: Border) -> LayoutNode {
    modified {
      $0.decoration.border = border
      $0.style.border = FlexEdges(border.insets)
    }
  }

  /// The layout with a line of a width in layout points along all its edges.
  public func border(
    _ color: Color, width: Double = 1, pattern: BorderPattern = .solid
  ) -> LayoutNode {
    border(Border(all: BorderEdge(width: width, color: color, pattern: pattern)))
  }

  /// The layout with a shadow behind those it has.
  public func shadow(_ shadow: Shadow) -> LayoutNode {
    modified { $0.decoration.shadows.append(shadow) }
  }

  /// The text with a shadow behind those it has; other layouts stay as they are.
  public func textShadow(_ shadow: Shadow) -> LayoutNode {
    modified { $0.decoration.textShadows.append(shadow) }
  }

  /// The layout, with all that is in it, as transparent as a number from 0, not seen, to 1 says.
  public func opacity(_ opacity: Double) -> LayoutNode {
    modified { $0.decoration.opacity = opacity }
  }

  /// The layout with its content cut off at its edges, round corners included.
  public func clipped() -> LayoutNode {
    modified { $0.decoration.clipsContent = true }
  }
}

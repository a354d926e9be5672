/// The shader that draws the triangles of `DrawData`, in GLSL 3.30 and GLSL ES 3.00.
///
/// A source is a header and a body, which both dialects share. The uniforms are: `target`, the size
/// of the target in pixels; `page`, the texture of the command; `records`, the parameter texture.
/// The output is premultiplied: blend with one and one minus the source's alpha.
public enum DrawShader {
  /// The first lines of both stages for OpenGL 3.3.
  public static let desktopHeader = "#version 330 core\n"
  /// The first lines of both stages for OpenGL ES 3.0 and WebGL 2.
  public static let embeddedHeader = """
    #version 300 es
    precision highp float;
    precision highp int;
    precision highp sampler2D;

    """

  /// The vertex stage: moves pixels with y down into clip space.
  public static let vertex = """
    layout(location = 0) in vec2 position;
    layout(location = 1) in vec2 coordinates;
    layout(location = 2) in vec4 color;
    layout(location = 3) in uint shape;
    uniform vec2 target;
    out vec2 place;
    out vec4 ink;
    flat out uint kind;

    void main() {
      place = coordinates;
      ink = color;
      kind = shape;
      gl_Position = vec4(
          position.x / target.x * 2.0 - 1.0, 1.0 - position.y / target.y * 2.0, 0.0, 1.0);
    }

    """

  /// The fragment stage.
  ///
  /// Boxes use the signed distance to an edge: of straight edges, the exact area of the pixel on
  /// their inner side; at corners, the area inside of a tangent of the ellipse.
  /// Shadows use the integral of the Gaussian: exact along x, and in twelve slices along y.
  public static let fragment = """
    in vec2 place;
    in vec4 ink;
    flat in uint kind;
    uniform sampler2D page;
    uniform sampler2D records;
    out vec4 pixel;

    vec4 record(int index) {
      return texelFetch(records, ivec2(index & 255, index >> 8), 0);
    }

    // The share of a pixel between two edges.
    float span(float low, float high, float at) {
      return max(0.0, min(high, at + 0.5) - max(low, at - 0.5));
    }

    // The share of a pixel inside a line, `distance` pixels outside of it along a unit normal.
    float halfPlane(float distance, vec2 normal) {
      float wide = max(abs(normal.x), abs(normal.y));
      float narrow = min(abs(normal.x), abs(normal.y));
      float away = abs(distance);
      if (away <= 0.5 * (wide - narrow)) return 0.5 - distance / wide;
      float rest = max(0.5 * (wide + narrow) - away, 0.0);
      float corner = rest * rest / max(2.0 * wide * narrow, 1e-6);
      return distance < 0.0 ? 1.0 - corner : corner;
    }

    // The distance of an ellipse from a side, at a distance from its middle.
    float inset(float radiusX, float radiusY, float away) {
      if (away <= 0.0 || radiusY <= 0.0) return 0.0;
      float share = min(1.0, away / radiusY);
      return radiusX * (1.0 - sqrt(1.0 - share * share));
    }

    // The same as `corner` in eight slices, for flat ellipses.
    float sliced(float x, float y, float radiusX, float radiusY) {
      if (x - 0.5 >= radiusX || y - 0.5 >= radiusY) return 1.0;
      float sum = 0.0;
      for (int slice = 0; slice < 8; slice++) {
        float at = y - 0.5 + (float(slice) + 0.5) / 8.0;
        float start = max(inset(radiusX, radiusY, radiusY - at), x - 0.5);
        if (at > 0.0) sum += max(x + 0.5 - start, 0.0) / 8.0;
      }
      return sum;
    }

    // The share of a pixel inside a corner, from the distances to both edges.
    float corner(float x, float y, float radiusX, float radiusY) {
      vec2 radii = vec2(radiusX, radiusY);
      vec2 away = radii - vec2(x, y);
      float least = min(radii.x, radii.y);
      if (least <= 0.0) return 1.0;
      if (max(radii.x, radii.y) > 2.0 * least) return sliced(x, y, radiusX, radiusY);
      if (min(away.x, away.y) <= 0.0) return 1.0;
      vec2 unit = away / radii;
      vec2 slope = unit / radii;
      float steepness = length(slope);
      float size = length(unit);
      vec2 normal = slope / steepness;
      // In the pixel, the arc is this far inside of its tangent on average.
      float wide = max(normal.x, normal.y);
      float bend = 1.0 / (30.0 * wide * wide * sqrt(radii.x * radii.y));
      return halfPlane(size * (size - 1.0) / steepness + bend, normal);
    }

    // The share of a pixel inside a rounded box, which has its edges and radii in three records.
    float box(vec2 at, int index) {
      vec4 edges = record(index);
      vec4 across = record(index + 1);
      vec4 down = record(index + 2);
      float share = span(edges.x, edges.z, at.x) * span(edges.y, edges.w, at.y);
      vec2 start = at - edges.xy;
      vec2 end = edges.zw - at;
      share = min(share, corner(start.x, start.y, across.x, down.x));
      share = min(share, corner(end.x, start.y, across.y, down.y));
      share = min(share, corner(end.x, end.y, across.z, down.z));
      return min(share, corner(start.x, end.y, across.w, down.w));
    }

    // The normal distribution, within 0.0005 (Abramowitz and Stegun 7.1.27).
    float normal(float x) {
      float a = abs(x) * 0.70710678;
      float sum = 1.0 + a * (0.278393 + a * (0.230389 + a * (0.000972 + a * 0.078108)));
      sum *= sum;
      float away = 0.5 - 0.5 / (sum * sum);
      return x < 0.0 ? 0.5 - away : 0.5 + away;
    }

    // A rounded box after a Gaussian blur.
    float blurred(vec2 at, int index, float deviation) {
      if (deviation < 0.01) return box(at, index);
      vec4 edges = record(index);
      vec4 across = record(index + 1);
      vec4 down = record(index + 2);
      // A pixel is an area, which blurs by a twelfth of a pixel squared.
      float unit = inversesqrt(deviation * deviation + 1.0 / 12.0);
      vec4 ends = (edges - at.xyxy) * unit;
      if (max(max(across.x, across.y), max(across.z, across.w)) <= 0.0) {
        return (normal(ends.z) - normal(ends.x)) * (normal(ends.w) - normal(ends.y));
      }
      float top = max(edges.y, at.y - 3.0 / unit);
      float bottom = min(edges.w, at.y + 3.0 / unit);
      if (top >= bottom) return 0.0;
      float height = (bottom - top) / 12.0;
      float before = normal((top - at.y) * unit);
      float sum = 0.0;
      for (int slice = 0; slice < 12; slice++) {
        float y = top + height * (float(slice) + 0.5);
        float after = normal((top + height * float(slice + 1) - at.y) * unit);
        float left = y < edges.y + down.x ? inset(across.x, down.x, edges.y + down.x - y)
                                          : inset(across.w, down.w, y - edges.w + down.w);
        float right = y < edges.y + down.y ? inset(across.y, down.y, edges.y + down.y - y)
                                           : inset(across.z, down.z, y - edges.w + down.z);
        float line = normal(ends.z - right * unit) - normal(ends.x + left * unit);
        sum += (after - before) * max(line, 0.0);
        before = after;
      }
      return sum;
    }

    // The premultiplied colour of a box: that of the vertices, or a gradient with its opacity.
    vec4 paint(vec2 at, int index) {
      vec4 head = record(index);
      if (head.x == 0.0) return vec4(ink.rgb * ink.a, ink.a);
      vec4 more = record(index + 1);
      float t = head.y;
      if (head.x == 1.0) {
        t = at.x * head.y + at.y * head.z + head.w;
      } else if (head.x == 2.0) {
        t = length((at - head.yz) * more.xy);
      } else if (head.x == 3.0) {
        // Pixels at the centre and on the axes are there exactly.
        vec2 away = vec2(at.x - head.y, head.z - at.y);
        away *= step(0.001, abs(away));
        float turn = away == vec2(0.0) ? 0.0 : atan(away.x, away.y);
        t = fract(turn / 6.28318531 - head.w);
      }
      float last = record(index + 2).x;
      vec4 color = record(index + 3);
      for (int stop = 1; stop < int(more.w); stop++) {
        float next = record(index + 2 + 2 * stop).x;
        if (t >= last) {
          float share = next > last ? clamp((t - last) / (next - last), 0.0, 1.0) : 1.0;
          color = mix(record(index + 1 + 2 * stop), record(index + 3 + 2 * stop), share);
        }
        last = next;
      }
      return color * ink.a;
    }

    // Coverage that, when blended plainly, gives the result of blending light.
    float corrected(float share, int index) {
      vec4 text = record(index);
      share += (1.0 - share) * share * record(index + 1).x;
      float contrast = 2.0 * text.x - 1.0;
      if (abs(contrast) <= 1.0 / 128.0) return share;
      float light = max(text.y * share + text.z * (1.0 - share), 0.0);
      return clamp((pow(light, text.w) - 1.0 + text.x) / contrast, 0.0, 1.0);
    }

    void main() {
      int form = int(kind >> 24);
      int index = int(kind & 0xFFFFFFu);
      if (form <= 2) {
        vec4 texel = textureLod(page, place / vec2(textureSize(page, 0)), 0.0);
        if (form == 1) {
          pixel = texel * ink.a;
        } else {
          float share = form == 2 ? corrected(texel.r, index) : texel.r;
          pixel = vec4(ink.rgb, 1.0) * (share * ink.a);
        }
      } else if (form == 3) {
        pixel = paint(place, index + 3) * box(place, index);
      } else {
        float share = 1.0;
        if (form == 4) {
          share = max(box(place, index) - box(place, index + 3), 0.0);
        } else if (form == 5) {
          share = blurred(place, index, record(index + 6).x) * (1.0 - box(place, index + 3));
        } else if (form == 6) {
          share = box(place, index + 3) * (1.0 - blurred(place, index, record(index + 6).x));
        }
        pixel = vec4(ink.rgb, 1.0) * (share * ink.a);
      }
    }

    """
}

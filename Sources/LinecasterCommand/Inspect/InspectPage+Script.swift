/// The script of the page: layers, tree, selected node, zoom and carets.
extension InspectPage {
  static let javaScript = #"""
    "use strict";
    const one = query => document.querySelector(query);
    const all = query => [...document.querySelectorAll(query)];
    const data = JSON.parse(one("#data").textContent);
    const nodes = data.nodes.map(([x, y, width, height, parent, margin, border, padding, line,
      partLine, words]) =>
      ({x, y, width, height, parent, margin, border, padding, line, partLine, words}));
    const inside = (box, x, y) => box.width > 0 && box.height > 0
      && x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
    const inputs = all("input[data-layer]");
    const stage = one(".stage"), paper = one(".paper"), picture = one(".paper img");
    const svg = one(".paper svg"), spot = one(".spot"), pick = one(".pick");
    const caretLine = one(".caret"), where = one(".where");
    const items = all("[role=treeitem]");

    // Layers: one is shown where its name stands behind the # of the address.
    function show() {
      const names = decodeURIComponent(location.hash.slice(1)).split(",");
      for (const input of inputs) input.checked = names.includes(input.dataset.layer);
      for (const layer of all("g.layer"))
        layer.classList.toggle("on", names.includes(layer.dataset.layer));
      const box = names.find(name => name.startsWith("box="));
      if (box) select(Number(box.slice(4)));
    }
    function change() {
      const names = inputs.filter(input => input.checked).map(input => input.dataset.layer);
      history.replaceState(null, "", "#" + names.join(","));
      show();
    }

    // The node that is picked.
    let selected = -1;
    function outline(rect, index) {
      const box = nodes[index];
      rect.toggleAttribute("hidden", !box);
      if (!box) return;
      for (const name of ["x", "y", "width", "height"]) rect.setAttribute(name, box[name]);
    }
    function point(index) { outline(spot, index === selected ? -1 : index); }
    function select(index) {
      selected = nodes[index] ? index : -1;
      items.forEach((item, place) => item.setAttribute("aria-selected", place === selected));
      outline(pick, selected);
      point(-1);
      if (selected >= 0) {
        for (let up = nodes[selected].parent; up >= 0; up = nodes[up].parent) expand(up, true);
        settle(selected);
        reveal(items[selected].firstElementChild);
      }
      describe(selected);
    }
    // In the tree alone: the picture stays where it is.
    function reveal(label) {
      const tree = one("[role=tree]"), frame = tree.getBoundingClientRect();
      const box = label.getBoundingClientRect();
      if (box.top < frame.top) tree.scrollTop -= frame.top - box.top;
      else if (box.bottom > frame.bottom) tree.scrollTop += box.bottom - frame.bottom;
    }
    function selectParent() { select(selected < 0 ? -1 : nodes[selected].parent); }

    // What is known of it, in text alone: strings of the input are never read as HTML.
    function element(name, text, className) {
      const made = document.createElement(name);
      if (text !== undefined) made.textContent = text;
      if (className) made.className = className;
      return made;
    }
    function edges(name, widths, content) {
      const box = element("div", undefined, "edges " + name);
      box.append(element("span", name, "name"));
      ["top", "right", "bottom", "left"].forEach((side, place) => {
        const number = element("span", widths[place] === 0 ? "–" : widths[place], side);
        number.dataset.edge = name + "-" + side;
        box.append(number);
      });
      box.append(content);
      return box;
    }
    function describe(index) {
      const detail = one("#node .detail");
      detail.replaceChildren();
      one("#node .note").hidden = index >= 0;
      if (index < 0) return;
      const box = nodes[index], item = items[index].firstElementChild;
      const heading = element("p", undefined, "head");
      heading.append(element("b", item.querySelector("b").textContent), " ");
      const words = element("span", item.querySelector("span").textContent);
      words.dir = "auto";
      heading.append(words);
      detail.append(heading);
      const facts = [["place", `${box.x}, ${box.y}`], ["size", `${box.width} × ${box.height}`]];
      if (box.line) facts.push(["source", `line ${box.line}`
        + (box.partLine ? `, through the part in line ${box.partLine}` : "")]);
      const round = number => Math.round(number * 100) / 100;
      const extent = (total, first, second) =>
        round(Math.max(0, total - box.border[first] - box.border[second]
          - box.padding[first] - box.padding[second]));
      const content = element(
        "div", `${extent(box.width, 1, 3)} × ${extent(box.height, 0, 2)}`, "content");
      content.dataset.edge = "content";
      const table = element("table");
      for (const [name, value] of facts.concat(box.words)) {
        const row = element("tr");
        row.append(element("th", name), element("td"));
        row.lastChild.append(element("code", value));
        table.append(row);
      }
      detail.append(
        edges("margin", box.margin, edges("border", box.border,
          edges("padding", box.padding, content))), table);
    }

    // The tree, as WAI-ARIA's patterns have it: one item takes the tab key, arrows move it.
    const isOpen = index => items[index].getAttribute("aria-expanded") !== "false";
    const isParent = index => items[index].hasAttribute("aria-expanded");
    function isShown(index) {
      for (let up = nodes[index].parent; up >= 0; up = nodes[up].parent)
        if (!isOpen(up)) return false;
      return true;
    }
    function expand(index, open) {
      if (!isParent(index) || isOpen(index) === open) return;
      items[index].setAttribute("aria-expanded", open);
      for (let next = index + 1; next < nodes.length; next++) {
        // All below it, in order, also those that stand beside it since they are too deep.
        let up = nodes[next].parent;
        while (up > index) up = nodes[up].parent;
        if (up !== index) break;
        items[next].hidden = !isShown(next);
      }
    }
    let current = 0;
    function settle(index) {
      if (items[current]) items[current].tabIndex = -1;
      current = index;
      items[current].tabIndex = 0;
    }
    function focus(index) {
      if (index < 0 || index >= items.length) return;
      settle(index);
      items[index].focus({preventScroll: true});
      items[index].firstElementChild.scrollIntoView({block: "nearest"});
      point(index);
    }
    function step(by) {
      let next = current + by;
      while (next >= 0 && next < items.length && !isShown(next)) next += by;
      focus(next);
    }
    let typed = "", typedAt = 0;
    function typeAhead(key, now) {
      typed = now - typedAt < 700 ? typed + key : key;
      typedAt = now;
      const starts = index =>
        items[index].firstElementChild.textContent.trim().toLowerCase().startsWith(typed);
      const next = from => {
        for (let turn = from; turn < items.length + from; turn++) {
          const index = (current + turn) % items.length;
          if (isShown(index) && starts(index)) return index;
        }
        return -1;
      };
      let found = next(typed.length > 1 ? 0 : 1);
      // A letter again, or one that goes on no word, is the first one of another.
      if (found < 0) {
        typed = key;
        found = next(1);
      }
      focus(found);
    }
    function press(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const keys = {
        ArrowDown: () => step(1),
        ArrowUp: () => step(-1),
        ArrowRight: () => {
          if (!isParent(current)) return;
          if (isOpen(current)) step(1); else expand(current, true);
        },
        ArrowLeft: () => {
          if (isParent(current) && isOpen(current)) expand(current, false);
          else focus(nodes[current].parent);
        },
        Home: () => focus(0),
        End: () => focus(items.findLastIndex((_, index) => isShown(index))),
        Enter: () => select(current),
        " ": () => select(current),
        "*": () => items.forEach((_, index) => expand(index, true)),
      };
      if (keys[event.key]) keys[event.key]();
      else if (/^\p{L}$/u.test(event.key)) typeAhead(event.key.toLowerCase(), event.timeStamp);
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    one("[role=tree]").addEventListener("keydown", press);
    one("[role=tree]").addEventListener("focusin", event => {
      const item = event.target.closest("[role=treeitem]");
      if (item) settle(Number(item.dataset.box));
    });
    items.forEach((item, index) => {
      const label = item.firstElementChild;
      label.addEventListener("pointerenter", () => point(index));
      label.addEventListener("pointerleave", () => point(-1));
      label.addEventListener("click", event => {
        focus(index);
        if (event.target.localName === "i" && isParent(index)) expand(index, !isOpen(index));
        else select(index);
      });
    });

    // The picture: sizes at which its pixels are whole ones of the screen.
    const width = Number(picture.getAttribute("width"));
    const height = Number(picture.getAttribute("height"));
    const whole = count => count * picture.dataset.pixels / width / devicePixelRatio;
    const sizes = [...new Set([0.25, 0.5, 1].concat([1, 2, 3, 4, 6, 8, 12, 16].map(whole))
      .map(size => Math.round(size * 1e6) / 1e6))].sort((a, b) => a - b);
    let zoom = 1;
    function resize(to, at) {
      const frame = stage.getBoundingClientRect();
      const held = at || {x: frame.x + frame.width / 2, y: frame.y + frame.height / 2};
      const before = place(held);
      zoom = to;
      for (const shown of [picture, svg]) {
        shown.setAttribute("width", width * zoom);
        shown.setAttribute("height", height * zoom);
      }
      picture.style.imageRendering = zoom > whole(1) - 1e-3 ? "pixelated" : "auto";
      one("[data-zoom=reset]").textContent = `${Math.round(zoom * 100)} %`;
      paper.dataset.zoom = zoom;
      const after = paper.getBoundingClientRect();
      stage.scrollLeft += after.x + before.x * zoom - held.x;
      stage.scrollTop += after.y + before.y * zoom - held.y;
    }
    function resizeBy(step, at) {
      const next = step > 0 ? sizes.find(size => size > zoom)
        : sizes.filter(size => size < zoom).pop();
      if (next) resize(next, at);
    }
    const zooms = {in: () => resizeBy(1), out: () => resizeBy(-1), reset: () => resize(1)};
    for (const button of all("[data-zoom]"))
      if (button.localName === "button")
        button.addEventListener("click", () => zooms[button.dataset.zoom]());
    stage.addEventListener("wheel", event => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      resizeBy(-event.deltaY, {x: event.clientX, y: event.clientY});
    }, {passive: false});

    // The pointer: a place on the page, the nodes there, and the caret that is nearest.
    function place({x, y}) {
      const frame = paper.getBoundingClientRect();
      return {x: (x - frame.x) / zoom, y: (y - frame.y) / zoom};
    }
    const under = event => place({x: event.clientX, y: event.clientY});
    function deepest({x, y}) {
      for (let index = nodes.length - 1; index >= 0; index--)
        if (inside(nodes[index], x, y)) return index;
      return -1;
    }
    const isAround = (outer, inner) => {
      while (inner > outer) inner = nodes[inner].parent;
      return inner === outer;
    };
    let picked = -1;
    paper.addEventListener("click", event => {
      const index = deepest(under(event));
      const again = index >= 0 && index === picked && selected >= 0 && isAround(selected, index);
      picked = index;
      if (again && nodes[selected].parent >= 0) selectParent(); else select(index);
    });
    function caretAt({x, y}) {
      let found = null;
      for (const [[left, top, width, height], matrix, lines] of data.texts)
        if (lines && inside({x: left, y: top, width, height}, x, y)) found = [matrix, lines];
      if (!found) return null;
      const [[a, b, c, d, e, f], lines] = found;
      const along = a * x + c * y + e, across = b * x + d * y + f;
      const away = ([top, bottom]) => Math.max(top - across, across - bottom, 0);
      let line = 0;
      lines.forEach((other, index) => { if (away(other) < away(lines[line])) line = index; });
      const stretches = lines[line][2];
      let first = 0;
      while (first + 5 < stretches.length && along >= stretches[first]) first += 5;
      const [caretX, top, bottom, offset] = stretches.slice(first + 1, first + 5);
      // The matrix turns and mirrors, so that its transpose takes places back.
      const page = y => [a * (caretX - e) + b * (y - f), c * (caretX - e) + d * (y - f)];
      return {line, offset, from: page(top), to: page(bottom)};
    }
    paper.addEventListener("pointermove", event => {
      const at = under(event), caret = caretAt(at);
      point(deepest(at));
      caretLine.toggleAttribute("hidden", !caret);
      where.textContent = `${Math.round(at.x * 10) / 10}, ${Math.round(at.y * 10) / 10}`
        + (caret ? ` · caret ${caret.offset}, line ${caret.line + 1}` : "");
      if (!caret) return;
      const ends = {x1: caret.from[0], y1: caret.from[1], x2: caret.to[0], y2: caret.to[1]};
      for (const name in ends) caretLine.setAttribute(name, ends[name]);
      caretLine.dataset.offset = caret.offset;
    });
    paper.addEventListener("pointerleave", () => {
      point(-1);
      caretLine.toggleAttribute("hidden", true);
      where.textContent = "Point at the picture";
    });

    for (const button of all("button[data-missing]"))
      button.addEventListener("click", () => {
        select(Number(button.dataset.box));
        const mark = one(`rect[data-missing="${button.dataset.missing}"]`);
        if (!mark) return;
        all("rect.found").forEach(other => other.classList.remove("found"));
        mark.classList.add("found");
        mark.scrollIntoView({block: "nearest", inline: "nearest"});
      });
    addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") return selectParent();
      const name = {"+": "in", "=": "in", "-": "out", "0": "reset"}[event.key];
      if (name) zooms[name]();
    });
    for (const input of inputs) input.addEventListener("change", change);
    addEventListener("hashchange", show);
    resize(1);
    show();
    document.documentElement.dataset.ready = "yes";
    """#
}

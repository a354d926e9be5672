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

/// The style sheet of the page.
extension InspectPage {
  /// The CSS, for light and dark mode.
  static let css = #"""
    :root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--ink:#1c2024;--soft:#60666e;
    --line:#e0e3e8;--mark:#3b5bdb;--hover:#edf2ff;--check:#e9ebef}
    @media (prefers-color-scheme:dark){:root{--page:#121417;--card:#1b1e22;--ink:#e8eaed;
    --soft:#9aa1a9;--line:#2d3238;--mark:#91a7ff;--hover:#252b3d;--check:#23272c}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--page);color:var(--ink);
    font:14px/1.45 system-ui,"Noto Sans",sans-serif}
    header{padding:18px 24px 14px;border-bottom:1px solid var(--line);background:var(--card)}
    h1{margin:0;font-size:18px;overflow-wrap:anywhere}
    header p{margin:2px 0 0;color:var(--soft);font-size:13px}
    h2{margin:0 0 8px;font-size:11px;letter-spacing:.06em;text-transform:uppercase;
    color:var(--soft)}
    main{display:grid;grid-template-columns:minmax(0,1fr) 400px;gap:20px;padding:20px 24px;
    align-items:start}
    .picture{min-width:0;position:sticky;top:20px}
    .tools{display:flex;gap:12px;align-items:center;justify-content:space-between;
    flex-wrap:wrap;margin-bottom:10px}
    .tools>div{display:flex;gap:4px}
    button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);
    border-radius:6px;padding:3px 10px;cursor:pointer}
    button:hover{background:var(--hover)}
    [data-zoom=reset]{min-width:76px;font-variant-numeric:tabular-nums}
    .where{color:var(--soft);font-size:13px;font-variant-numeric:tabular-nums}
    :focus-visible{outline:2px solid var(--mark);outline-offset:1px}
    .stage{overflow:auto;border:1px solid var(--line);border-radius:10px;padding:24px;
    max-height:calc(100vh - 80px);
    background:repeating-conic-gradient(var(--check) 0 25%,var(--card) 0 50%) 0 0/20px 20px}
    .paper{position:relative;width:max-content;margin:auto;box-shadow:0 2px 14px #0003}
    .paper img{display:block}
    .paper svg{position:absolute;inset:0;overflow:visible}
    aside{display:grid;gap:14px;position:sticky;top:20px;max-height:calc(100vh - 40px);
    overflow:auto;border-radius:10px}
    .panel{background:var(--card);border:1px solid var(--line);border-radius:10px;
    padding:14px 16px;min-width:0}
    .layer{display:none}.layer.on{display:inline}
    .paper svg *{vector-effect:non-scaling-stroke}
    .boxes rect{fill:#4263eb;fill-opacity:.04;stroke:#4263eb;stroke-opacity:.8}
    .lines rect{fill:#f59f00;fill-opacity:.14;stroke:#f59f00;stroke-opacity:.5}
    .clusters rect{fill:#1c7ed6;fill-opacity:.3}.clusters .even{fill:#0ca678}
    .fallback rect{fill:var(--c);fill-opacity:.32}
    .baselines path{stroke:#e03131;fill:none}
    .inlines rect{fill:#9c36b5;fill-opacity:.1;stroke:#9c36b5}
    .missing rect{fill:#e03131;fill-opacity:.12;stroke:#e03131;stroke-width:1.5;
    stroke-dasharray:3 2}
    .missing .found{fill-opacity:.4;stroke-width:3}
    .spot,.pick,.caret{pointer-events:none}
    .spot{fill:#f03e8c;fill-opacity:.12;stroke:#f03e8c}
    .pick{fill:#f03e8c;fill-opacity:.14;stroke:#f03e8c;stroke-width:2}
    .caret{stroke:#d6336c;stroke-width:2}
    .paper [hidden]{display:none}
    label{display:flex;align-items:center;gap:8px;padding:3px 0;cursor:pointer}
    label small,li small{margin-left:auto;color:var(--soft);font-variant-numeric:tabular-nums;
    white-space:nowrap}
    input{accent-color:var(--mark);margin:0}
    .key{display:inline-block;width:11px;height:11px;border-radius:3px;background:var(--c);
    flex:none;margin-right:2px}
    .key.boxes{--c:#4263eb}.key.baselines{--c:#e03131}.key.lines{--c:#f59f00}
    .key.inlines{--c:#9c36b5}
    .key.clusters{--c:linear-gradient(90deg,#0ca678 50%,#1c7ed6 50%)}.key.fallback{--c:#e8590c}
    ol,ul{list-style:none;margin:0;padding:0}
    [role=tree]{max-height:360px;overflow:auto;margin:0 -8px}
    [role=treeitem]{outline:none}
    [role=treeitem][hidden]{display:none}
    [aria-expanded=false]>[role=group]{display:none}
    .item{display:flex;gap:6px;padding:2px 8px 2px calc(6px + var(--depth)*14px);
    border-radius:5px;cursor:pointer;font-size:13px}
    .item span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--soft)}
    .item>i{flex:none;width:12px;font-style:normal;color:var(--soft);text-align:center}
    [aria-expanded=true]>.item>i::before{content:"▾"}
    [aria-expanded=false]>.item>i::before{content:"▸"}
    .item:hover,[aria-selected=true]>.item{background:var(--hover)}
    [aria-selected=true]>.item b{color:var(--mark)}
    [role=treeitem]:focus-visible>.item{outline:2px solid var(--mark);outline-offset:-2px}
    #missing li button{display:flex;gap:6px;width:100%;text-align:left;align-items:baseline;
    border-color:transparent;padding:2px 4px;font-size:13px}
    #missing small{margin-left:auto;max-width:45%;overflow:hidden;text-overflow:ellipsis}
    .note{color:var(--soft);font-size:13px}
    .detail:not(:empty){display:grid;gap:10px}
    .head{overflow-wrap:anywhere}.head span{color:var(--soft)}
    .detail th{vertical-align:top;white-space:nowrap;width:1%}
    .edges{display:grid;grid-template:auto auto auto/minmax(28px,auto) 1fr minmax(28px,auto);
    align-items:center;justify-items:center;border:1px solid var(--line);position:relative;
    font-size:11px;font-variant-numeric:tabular-nums;width:100%}
    .edges .name{position:absolute;left:4px;top:1px;color:var(--soft)}
    .edges .top{grid-area:1/2;padding:2px}.edges .left{grid-area:2/1}
    .edges .right{grid-area:2/3}.edges .bottom{grid-area:3/2;padding:2px}
    .edges>div{grid-area:2/2}
    .edges.margin{background:#f59f0022;border-style:dashed}
    .edges.border{background:#f59f0044}.edges.padding{background:#2b8a3e33}
    .edges .content{background:#4263eb33;border:1px solid var(--line);width:100%;
    text-align:center;padding:6px;min-width:90px}
    table{width:100%;border-collapse:collapse;font-size:13px}
    th{text-align:left;font-weight:500;color:var(--soft);padding:2px 8px 2px 0}
    td{padding:3px 8px 3px 0;border-top:1px solid var(--line);vertical-align:top;
    overflow-wrap:anywhere}
    .bars td,.bars th{border:0;white-space:nowrap}
    .n{text-align:right;padding-right:0;font-variant-numeric:tabular-nums;white-space:nowrap}
    th:not(:first-child){text-align:right;padding-right:0}
    .bar{display:block;height:9px;margin-top:5px;min-width:1px;border-radius:3px;
    background:var(--mark)}
    .bars td:nth-child(2){width:55%}
    code{font:12px/1.4 ui-monospace,"Noto Sans Mono",monospace}
    em{font-style:normal;font-size:11px;color:var(--soft);border:1px solid var(--line);
    border-radius:9px;padding:0 6px;white-space:nowrap}
    #fonts code{display:block;color:var(--soft)}#fonts .key{margin-right:6px}
    #fonts em{margin-left:6px}
    p{margin:0}.good{color:var(--soft)}
    @media (max-width:900px){header{padding:16px}main{grid-template-columns:minmax(0,1fr);
    padding:16px}.stage{padding:16px}aside,.picture{position:static;max-height:none}}
    """#
}

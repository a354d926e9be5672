/// What the page is shown with.
extension InspectPage {
  /// The style, light and dark.
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
    .stage{overflow:auto;border:1px solid var(--line);border-radius:10px;padding:24px;
    background:repeating-conic-gradient(var(--check) 0 25%,var(--card) 0 50%) 0 0/20px 20px}
    .paper{position:relative;width:max-content;margin:auto;box-shadow:0 2px 14px #0003}
    .paper img{display:block}
    .paper svg{position:absolute;inset:0;overflow:visible}
    aside{display:grid;gap:14px;position:sticky;top:20px;max-height:calc(100vh - 40px);
    overflow:auto;border-radius:10px}
    .panel{background:var(--card);border:1px solid var(--line);border-radius:10px;
    padding:14px 16px;min-width:0}
    .layer{display:none}.layer.on{display:inline}
    .layer *{vector-effect:non-scaling-stroke}
    .boxes rect{fill:#4263eb;fill-opacity:.04;stroke:#4263eb;stroke-opacity:.8}
    .lines rect{fill:#f59f00;fill-opacity:.14;stroke:#f59f00;stroke-opacity:.5}
    .clusters rect{fill:#1c7ed6;fill-opacity:.3}.clusters .even{fill:#0ca678}
    .fallback rect{fill:var(--c);fill-opacity:.32}
    .baselines path{stroke:#e03131;fill:none}
    .spot{fill:#f03e8c;fill-opacity:.2;stroke:#f03e8c;stroke-width:2;pointer-events:none}
    .spot[hidden]{display:none}
    label{display:flex;align-items:center;gap:8px;padding:3px 0;cursor:pointer}
    label small,li small{margin-left:auto;color:var(--soft);font-variant-numeric:tabular-nums;
    white-space:nowrap}
    input{accent-color:var(--mark);margin:0}
    .key{display:inline-block;width:11px;height:11px;border-radius:3px;background:var(--c);
    flex:none;margin-right:2px}
    .key.boxes{--c:#4263eb}.key.baselines{--c:#e03131}.key.lines{--c:#f59f00}
    .key.clusters{--c:linear-gradient(90deg,#0ca678 50%,#1c7ed6 50%)}.key.fallback{--c:#e8590c}
    ol,ul{list-style:none;margin:0;padding:0}
    #tree ol{max-height:360px;overflow:auto;margin:0 -8px}
    #tree li{display:flex;gap:6px;padding:2px 8px 2px calc(8px + var(--depth)*14px);
    border-radius:5px;cursor:pointer;font-size:13px}
    #tree li span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--soft)}
    #tree li:hover,#tree li:focus,#tree li.pinned{background:var(--hover);outline:none}
    #tree li.pinned b{color:var(--mark)}
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
    padding:16px}.stage{padding:16px}aside{position:static;max-height:none}}
    """#

  /// What the page does: layers that are switched on and off, and nodes that are pointed at.
  static let javaScript = #"""
    "use strict";
    const all = query => [...document.querySelectorAll(query)];
    const inputs = all("input[data-layer]");
    const spot = document.querySelector(".spot");
    let pinned = null;

    // A layer is shown where its name stands behind the # of the address.
    function show() {
      const names = decodeURIComponent(location.hash.slice(1)).split(",");
      for (const input of inputs) input.checked = names.includes(input.dataset.layer);
      for (const layer of all("g.layer"))
        layer.classList.toggle("on", names.includes(layer.dataset.layer));
      const box = names.find(name => name.startsWith("box="));
      if (box) pin(box.slice(4));
    }
    function change() {
      const names = inputs.filter(input => input.checked).map(input => input.dataset.layer);
      history.replaceState(null, "", "#" + names.join(","));
      show();
    }
    function point(index) {
      const box = document.querySelector(`g.boxes rect[data-box="${index}"]`);
      spot.toggleAttribute("hidden", !box);
      if (!box) return;
      for (const name of ["x", "y", "width", "height"])
        spot.setAttribute(name, box.getAttribute(name));
    }
    function pin(index) {
      pinned = pinned === index ? null : index;
      for (const item of all("#tree li"))
        item.classList.toggle("pinned", item.dataset.box === pinned);
      point(pinned);
      for (const shown of all("#tree li.pinned, .spot:not([hidden])"))
        shown.scrollIntoView({block: "nearest"});
    }
    for (const input of inputs) input.addEventListener("change", change);
    for (const item of all("#tree li")) {
      item.addEventListener("pointerenter", () => point(item.dataset.box));
      item.addEventListener("pointerleave", () => point(pinned));
      item.addEventListener("click", () => pin(item.dataset.box));
      item.addEventListener("keydown", event => {
        if (event.key === "Enter") pin(item.dataset.box);
      });
    }
    for (const box of all("g.boxes rect"))
      box.addEventListener("click", () => pin(box.dataset.box));
    addEventListener("hashchange", show);
    show();
    document.documentElement.dataset.ready = "yes";
    """#
}

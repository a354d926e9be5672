/// What the page does: layers that are switched on and off, and nodes that are pointed at.
enum InspectScript {
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

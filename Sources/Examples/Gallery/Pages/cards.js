// The largest size of letters that fits a box, as `textFit` has it.
function fit(element, smallest, largest) {
  const box = element.getBoundingClientRect();
  let [low, high] = [smallest, largest];
  element.style.height = "auto";
  // Lines count, and not what letters reach out of them.
  const fits = (size) => {
    element.style.fontSize = `${size}px`;
    return element.getBoundingClientRect().height <= box.height && element.scrollWidth <= element.clientWidth;
  };
  if (!fits(high)) {
    for (let step = 0; step < 12; step += 1) {
      const middle = (low + high) / 2;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    fits(low);
  }
  element.style.height = `${box.height}px`;
}
// Fonts that are wanted for a sign alone are asked for too late for a picture.
addEventListener("load", async () => {
  await Promise.all([...document.fonts].map((face) => face.load()));
  for (const element of document.querySelectorAll("[data-fit]"))
    fit(element, ...element.dataset.fit.split(" ").map(Number));
});

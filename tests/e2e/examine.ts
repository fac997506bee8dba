/** Checks inside a page, as texts that run in the browser. */

/**
 * Returns what lies outside the window, is cut off, overflows, is too small for a finger or hidden
 * behind the bar, for given pixel sizes.
 */
export const EXAMINE = `(least, leastInBar) => {
  const problems = [], root = document.documentElement, wide = root.clientWidth;
  const markup = (element) => element.outerHTML.replace(/\\s+/g, " ").slice(0, 140);
  const tell = (what, elements) => elements.slice(0, 3).forEach((element) => problems.push(what + ": " + markup(element)));
  const box = (element) => element.getBoundingClientRect(), style = (element) => getComputedStyle(element);
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    box(element).width > 1 && box(element).height > 1 && !element.closest(".visually-hidden, .skip, svg");
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
  const all = [...document.querySelectorAll("body *")].filter(seen), texts = all.filter(hasText);
  const scrolls = (element) => {
    for (let above = element.parentElement; above && above !== document.body; above = above.parentElement) {
      if (/auto|scroll|hidden|clip/.test(style(above).overflowX)) return true;
    }
    return false;
  };

  if (root.scrollWidth > wide) problems.push("It is " + root.scrollWidth + " pixels wide in a window of " + wide);
  tell("It lies beside the window", all.filter((element) => (box(element).right > wide + 1 || box(element).left < -1) && !scrolls(element)).slice(-3));

  const long = texts.filter((element) => element.scrollWidth > element.clientWidth + 1 && style(element).display !== "inline" &&
    style(element).textOverflow !== "ellipsis" && !/auto|scroll/.test(style(element).overflowX) && !element.matches("select, input, textarea, option"));
  tell("Its text is cut off", long.filter((element) => style(element).overflowX !== "visible"));
  tell("Its text spills over", long.filter((element) => style(element).overflowX === "visible"));

  const inText = (element) => style(element).display === "inline" &&
    [...element.parentElement.childNodes].some((node) => node !== element && node.textContent.trim() !== "");
  const bar = [...document.querySelectorAll("nav")].find((nav) => {
    const fixed = nav.closest("header, body > *") ?? nav;
    return /fixed|sticky/.test(style(fixed).position) && box(nav).top > innerHeight / 2;
  });
  const targets = [...document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])")].filter(seen);
  const middle = (element) => ({ x: (box(element).left + box(element).right) / 2, y: (box(element).top + box(element).bottom) / 2 });
  // A link of a line of its own is easily hit when no other target is near (WCAG 2.2, 2.5.8, spacing).
  const apart = (element) => {
    const { x, y } = middle(element);
    return targets.every((other) => other === element || other.contains(element) || element.contains(other) ||
      Math.hypot(Math.max(box(other).left - x, 0, x - box(other).right), Math.max(box(other).top - y, 0, y - box(other).bottom)) >= least / 2);
  };
  const small = new Map();
  for (const element of targets.filter((element) => !inText(element))) {
    const areas = [element, ...element.labels ?? []].map(box);
    const width = Math.max(...areas.map((area) => area.width)), height = Math.max(...areas.map((area) => area.height));
    const enough = bar?.contains(element) ? leastInBar : least;
    if (Math.min(width, height) >= enough - 0.5 || element.matches("a") && !bar?.contains(element) && apart(element)) continue;
    const size = "It is a target of " + Math.round(width) + " by " + Math.round(height) + " pixels";
    if (small.size < 5) small.set(size, element);
  }
  small.forEach((element, size) => tell(size, [element]));

  if (bar !== undefined) {
    scrollTo({ top: root.scrollHeight, behavior: "instant" });
    const inMain = [...document.querySelectorAll("main *")].filter((element) => seen(element) && !scrolls(element));
    tell("It stays behind the bar at the bottom", inMain.filter((element) => hasText(element) && box(element).bottom > box(bar).top + 1 &&
      !/fixed|sticky/.test(style(element).position)));
    scrollTo({ top: 0, behavior: "instant" });
  }

  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  const twice = new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
  if (twice.size > 0) problems.push("The same id stands twice: " + [...twice].join(" "));
  const heads = document.querySelectorAll("h1").length;
  if (heads !== 1) problems.push("It has not one h1 but " + heads);
  return problems;
}`;

/** Opens the folded parts of the main area of the page. */
export const UNFOLD =
  `document.querySelectorAll("main details").forEach((details) => details.open = true)`;

/**
 * Returns the focused element: its position in the document, its text, and whether it is visible.
 */
export const FOCUSED = `() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const style = getComputedStyle(element), box = element.getBoundingClientRect();
  const outlined = (one) => getComputedStyle(one).outlineStyle !== "none" && parseFloat(getComputedStyle(one).outlineWidth) >= 1;
  // What is drawn in the place of a control stands beside it, or is its label.
  const drawn = [element, ...element.labels ?? [], element.nextElementSibling].filter(Boolean);
  const shown = drawn.some(outlined) || style.boxShadow !== "none";
  const inWindow = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const all = [...document.querySelectorAll("*")];
  return { at: all.indexOf(element), shown, inWindow, markup: element.outerHTML.replace(/\\s+/g, " ").slice(0, 140) };
}`;

/** Returns the number of elements that the keyboard should reach, and those that it cannot. */
export const REACHABLE = `() => {
  const all = [...document.querySelectorAll("*")];
  return [...document.querySelectorAll("a[href], button:not([disabled]), summary, select, textarea, input:not([type=hidden]):not([disabled])")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0 &&
      // Of a group of radio buttons one is reached, and the arrows lead on.
      (element.type !== "radio" || element.checked))
    .map((element) => ({ at: all.indexOf(element), markup: element.outerHTML.replace(/\\s+/g, " ").slice(0, 140) }));
}`;

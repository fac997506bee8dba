/// <reference lib="dom" />
/**
 * Arrow keys move through the steps of the focused chart. Each step is announced with the text that
 * a pointer would show.
 */
const KEYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at, last) => at < 0 ? last : Math.max(0, at - 1),
  ArrowRight: (at, last) => at < 0 ? 0 : Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
  Escape: () => -1,
};

document.addEventListener("keydown", (event) => {
  const drawing = (event.target as Element).closest(".chart svg");
  const move = KEYS[event.key];
  if (!drawing || !move || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const steps = [...drawing.querySelectorAll<SVGElement>(".chart-step")];
  const at = move(steps.findIndex((step) => step.classList.contains("here")), steps.length - 1);
  steps.forEach((step, i) => step.classList.toggle("here", i === at));
  const status = drawing.closest(".chart")!.querySelector("[aria-live]")!;
  status.textContent = steps[at]?.dataset.said ?? "";
});

/** A chart without focus or pointer shows no step. */
addEventListener("focusout", (event) => {
  const drawing = (event.target as Element).closest(".chart svg");
  drawing?.querySelector(".chart-step.here")?.classList.remove("here");
});

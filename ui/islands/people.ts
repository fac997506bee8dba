/// <reference lib="dom" />
/**
 * People: dragging a device onto a person or group assigns it. The list of people in its row does
 * the same without a pointer.
 */

/** The device that is being dragged. */
let dragged: HTMLElement | null = null;

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-device]") : null;
const placeOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-person], [data-group]") : null;

function mark(place: HTMLElement | null): void {
  for (const marked of document.querySelectorAll(".drop-here")) {
    if (marked !== place) marked.classList.remove("drop-here");
  }
  place?.classList.add("drop-here");
}

function give(row: HTMLElement, place: HTMLElement): void {
  const { person, group } = place.dataset;
  if (person !== undefined) {
    const list = row.querySelector<HTMLSelectElement>("select")!;
    if (list.value === person) return;
    list.value = person;
    return list.form!.requestSubmit();
  }
  const form = groupForm();
  if (form === null) return;
  form.querySelector<HTMLInputElement>("[name='id:path']")!.value = row.dataset.device!;
  form.querySelector<HTMLInputElement>("[name='group_id:number']")!.value = group!;
  form.requestSubmit();
}

/**
 * The form is in a template because it is useless without scripts; it is cloned for each
 * submission.
 */
function groupForm(): HTMLFormElement | null {
  const template = document.getElementById("to-group") as HTMLTemplateElement | null;
  const form = template?.content.querySelector("form")?.cloneNode(true) as
    | HTMLFormElement
    | undefined;
  if (template === null || form === undefined) return null;
  template.nextElementSibling?.remove();
  template.after(form);
  return form;
}

document.addEventListener("dragstart", (event) => {
  const row = rowOf(event.target);
  if (row === null || event.dataTransfer === null) return;
  dragged = row;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", row.querySelector("a")?.textContent ?? "");
  document.body.classList.add("dragging");
});
document.addEventListener("dragover", (event) => {
  const place = placeOf(event.target);
  mark(dragged === null ? null : place);
  if (dragged === null || place === null) return;
  event.preventDefault();
  event.dataTransfer!.dropEffect = "move";
});
document.addEventListener("drop", (event) => {
  const place = placeOf(event.target);
  if (dragged === null || place === null) return;
  event.preventDefault();
  give(dragged, place);
});
document.addEventListener("dragend", () => {
  dragged = null;
  mark(null);
  document.body.classList.remove("dragging");
});

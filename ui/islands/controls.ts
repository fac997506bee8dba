/// <reference lib="dom" />
/**
 * Controls of every page: copy buttons, password fields that can be revealed, menus, forms that are
 * submitted on every change, and what scrolls into view.
 */

/** Copies a text, or selects it where the browser cannot copy. */
document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLElement>("[data-copy]");
  if (!button) return;
  const copied = navigator.clipboard?.writeText(button.dataset.copy!) ??
    Promise.reject(new Error("no clipboard"));
  copied.then(
    () => dispatchEvent(new CustomEvent("box:toast", { detail: button.dataset.done! })),
    () => getSelection()?.selectAllChildren(button.previousElementSibling!),
  );
});

/** Shows or hides the text in a password field. */
document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLElement>("[data-reveal]");
  const field = button &&
    document.getElementById(button.dataset.reveal!) as HTMLInputElement | null;
  if (!button || !field) return;
  const shown = field.type === "password";
  field.type = shown ? "text" : "password";
  field.toggleAttribute("data-shown", shown);
  button.setAttribute("aria-pressed", String(shown));
});

/** Forms that only choose what is shown are submitted on every change. */
addEventListener("change", (event) => {
  const form = (event.target as HTMLElement).closest<HTMLFormElement>("form[data-auto]");
  form?.requestSubmit();
});

/**
 * On a phone, the pages of an area form one row wider than the window; the current one scrolls into
 * view.
 */
function scrollToCurrentPage(): void {
  const here = document.querySelector<HTMLElement>(".subpages [aria-current]");
  const row = here?.closest(".subpages");
  if (here && row) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
}
addEventListener("box:shown", scrollToCurrentPage);
scrollToCurrentPage();

/**
 * Elements scrolled to by a script or the Tab key must stop below the page header, which is fixed
 * on wide screens.
 */
function reserveHeader(): void {
  const head = document.querySelector<HTMLElement>("#main .page-head");
  const room = head && getComputedStyle(head).position === "sticky"
    ? `${head.offsetHeight + 8}px`
    : "";
  document.documentElement.style.scrollPaddingTop = room;
}
for (const moment of ["box:shown", "resize"]) addEventListener(moment, reserveHeader);
reserveHeader();

/** Content unfolded at the lower edge scrolls into view. */
document.addEventListener("click", (event) => {
  const details = (event.target as Element).closest<HTMLDetailsElement>(
    "main details:has(> summary)",
  );
  if (!details || !(event.target as Element).closest("summary")) return;
  requestAnimationFrame(() => details.open && details.scrollIntoView({ block: "nearest" }));
});

/** The open menu of the frame. */
function openMenu(): HTMLDetailsElement | null {
  return document.querySelector<HTMLDetailsElement>("details.who[open], details.pauses[open]");
}

/** Escape or a click outside closes an open menu. */
document.addEventListener("keydown", (event) => {
  const menu = openMenu();
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary")!.focus();
});
document.addEventListener("click", (event) => {
  const menu = openMenu();
  if (menu && !menu.contains(event.target as Node)) menu.open = false;
});

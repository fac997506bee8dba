/// <reference lib="dom" />
/**
 * What every page does in a browser with scripts: forms are sent without a new page, what cannot be undone is asked about, parts
 * with `data-refresh` are read again now and then, and a page that was left long ago does not pretend to be fresh.
 */
const main = (): HTMLElement => document.getElementById("main")!;

/** Path and query string of the page that is shown. */
let shownAt = location.pathname + location.search;

/** Puts the page of an answer in the place of this one, the focus and what is being typed kept. */
function show(html: string, address: string, fill?: () => void): void {
  const next = new DOMParser().parseFromString(html, "text/html"),
    focused = document.activeElement?.id ?? "";
  const byKeyboard = document.activeElement?.matches(":focus-visible") ?? false;
  if (!next.getElementById("main") || next.body.className !== document.body.className) {
    return location.assign(address);
  }
  document.title = next.title;
  document.documentElement.lang = next.documentElement.lang;
  const kept = passwords(),
    unfolded = [...main().querySelectorAll("details[open][id]")].map(({ id }) => id);
  main().replaceWith(next.getElementById("main")!);
  giveBack(kept);
  // What is refused stays in sight.
  for (const id of main().querySelector("#notices > *") ? unfolded : []) {
    document.getElementById(id)?.setAttribute("open", "");
  }
  fill?.();
  const side = document.querySelector(".side, .bare-top"),
    nextSide = next.querySelector(".side, .bare-top");
  if (side && nextSide) side.replaceWith(nextSide);
  document.getElementById("toasts")!.replaceChildren(...next.getElementById("toasts")!.childNodes);
  if (location.pathname + location.search !== address) history.pushState(null, "", address);
  shownAt = address;
  const back = focused === "" ? null : document.getElementById(focused);
  // What was pressed is gone: who uses the keyboard goes on at the way back.
  const undo = byKeyboard && back === null
    ? document.querySelector<HTMLElement>("#toasts button")
    : null;
  (back ?? undo ?? main().querySelector<HTMLElement>("[autofocus]") ?? main()).focus({
    preventScroll: true,
  });
  // What the box says of it is seen, wherever the button was.
  const said = ["[data-said]", ".field-error", "#notices > *"].map((one) =>
    main().querySelector(one)
  );
  dispatchEvent(new Event("box:shown"));
  const place = said.find((one) => one !== null);
  (place?.closest(".field, .setting") ?? place)?.scrollIntoView({ block: "nearest" });
  document.querySelectorAll("#toasts .toast").forEach(letGo);
}

/** What is typed in the password fields that a page keeps over a refusal; it is nowhere but in the fields. */
function passwords(): ReadonlyMap<string, string> {
  const fields = [
    ...main().querySelectorAll<HTMLInputElement>("input[type=password], input[data-shown]"),
  ];
  return new Map(fields.map(({ id, value }) => [id, value]));
}

function giveBack(kept: ReadonlyMap<string, string>): void {
  for (const field of main().querySelectorAll<HTMLInputElement>("input[data-keep]")) {
    field.value = kept.get(field.id) ?? "";
  }
}

/** Takes a message away after a while, later where it can be undone, but not from under a pointer or the focus. */
function letGo(toast: Element): void {
  const stays = toast.querySelector("button") ? 12_000 : 6000;
  setTimeout(() => toast.matches(":hover, :focus-within") ? letGo(toast) : toast.remove(), stays);
}

async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  button?.setAttribute("aria-busy", "true");
  try {
    const fields = new FormData(form, button), hasFiles = form.enctype === "multipart/form-data";
    const body = hasFiles
      ? fields
      : new URLSearchParams(fields as unknown as Record<string, string>);
    const response = await fetch("/act", {
      method: "POST",
      body,
      headers: { accept: "text/html" },
    });
    const { pathname, search } = new URL(response.url);
    const text = await response.text(),
      isHere = pathname === "/act" || pathname === location.pathname;
    const again = response.ok
      ? form.closest<HTMLDetailsElement>("details[data-again]")?.id
      : undefined;
    // What is typed in other forms of the page is not sent, and stays.
    const fill = isHere ? typed(form) : undefined;
    show(text, pathname === "/act" ? location.pathname + location.search : pathname + search, fill);
    if (again !== undefined) onceMore(again);
    if (!response.ok) sayAt(form);
  } catch {
    told(document.body.dataset.offline!);
  } finally {
    button?.removeAttribute("aria-busy");
  }
}

/** Why a form was refused stands at its end too where the top of the page, which says it, is far above. */
function sayAt(sent: HTMLFormElement): void {
  const actOf = (form: HTMLFormElement) =>
    form.querySelector<HTMLInputElement>(":scope > input[name=act]")?.value;
  const note = main().querySelector("#notices > .note"), wanted = actOf(sent);
  const form = [...main().querySelectorAll<HTMLFormElement>("form.form")].find((one) =>
    actOf(one) === wanted
  );
  if (!note || !form || main().querySelector(".field-error")) return;
  if (form.getBoundingClientRect().top - note.getBoundingClientRect().top < innerHeight * .6) {
    return;
  }
  const said = document.createElement("p");
  said.className = "field-error";
  said.textContent = note.textContent!.trim();
  form.append(said);
  said.scrollIntoView({ block: "center" });
}

/** One is seldom alone: the form that was sent stays unfolded, ready for the next. */
function onceMore(id: string): void {
  const details = document.getElementById(id) as HTMLDetailsElement | null;
  if (details === null || main().querySelector("#notices > *")) return;
  details.open = true;
  details.querySelector<HTMLElement>("input:not([type=hidden])")?.focus({ preventScroll: true });
  details.scrollIntoView({ block: "nearest" });
}

/** What was changed in the fields of the page, those of a form that was sent left out, for the same fields of the page that comes. */
function typed(sent?: HTMLFormElement): () => void {
  const fields = [
    ...main().querySelectorAll<HTMLInputElement>(
      "input[name]:not([type=hidden]), select, textarea",
    ),
  ]
    .filter((field) => sent === undefined || (field.form !== sent && field.type !== "password"));
  const isTouched = (field: HTMLInputElement | HTMLSelectElement) =>
    "options" in field
      ? [...field.options].some((option) => option.selected !== option.defaultSelected)
      : field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  const touched = fields.filter(isTouched);
  return () => {
    const now = [...main().querySelectorAll<HTMLInputElement>("input[name], select, textarea")];
    for (const { id, name, type, value, checked } of touched) {
      const isBox = type === "radio" || type === "checkbox";
      const same = now.find((field) =>
        field.name === name && field.type === type && field.id === id &&
        (!isBox || field.value === value)
      );
      if (same && isBox) same.checked = checked;
      else if (same) same.value = value;
    }
  };
}

/** Another language: the same page with everything that is typed in it. */
async function translate(address: string): Promise<void> {
  const response = await fetch(address, { headers: { accept: "text/html" } });
  show(await response.text(), shownAt, typed());
}

/** Says something that no page of the box said. */
function told(text: string): void {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = text;
  document.getElementById("toasts")!.replaceChildren(toast);
  letGo(toast);
}

/** Asks before what cannot be undone; the dialog keeps and gives back the focus. */
function confirmed(button: HTMLElement): Promise<boolean> {
  const dialog = document.createElement("dialog"),
    text = document.createElement("p"),
    row = document.createElement("div");
  const no = document.createElement("button"), yes = document.createElement("button");
  text.textContent = button.dataset.confirm!;
  text.id = "confirm-text";
  row.className = "buttons";
  [no.className, yes.className, no.value, yes.value] = ["button plain", "button danger", "", "yes"];
  no.textContent = document.body.dataset.close!;
  yes.textContent = button.textContent!.trim() || button.getAttribute("aria-label");
  row.append(no, yes);
  dialog.append(text, row);
  dialog.setAttribute("aria-labelledby", text.id);
  document.body.append(dialog);
  [no, yes].forEach((choice) => choice.addEventListener("click", () => dialog.close(choice.value)));
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => {
      dialog.remove();
      button.focus();
      resolve(dialog.returnValue === "yes");
    })
  );
}

addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement, button = (event as SubmitEvent).submitter;
  // Asked for as an attribute: a field may be called action too.
  if (form.getAttribute("action") !== "/act" || event.defaultPrevented) return;
  event.preventDefault();
  const asked = button?.dataset.confirm === undefined ? Promise.resolve(true) : confirmed(button);
  void asked.then((yes) => yes ? send(form, button) : undefined);
});

/** Copies a text that is to be taken away, or selects it where the browser does not copy. */
document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLElement>("[data-copy]");
  if (!button) return;
  const copied = navigator.clipboard?.writeText(button.dataset.copy!) ??
    Promise.reject(new Error("no clipboard"));
  copied.then(
    () => told(button.dataset.done!),
    () => getSelection()?.selectAllChildren(button.previousElementSibling!),
  );
});

/** Shows what is typed in a field of a password, and hides it again. */
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

document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>(".languages a");
  if (link === null || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  void translate(link.href).catch(() => location.assign(link.href));
});

/** Forms that only choose what is shown are sent as soon as something is chosen. */
addEventListener("change", (event) => {
  const form = (event.target as HTMLElement).closest<HTMLFormElement>("form[data-auto]");
  form?.requestSubmit();
});

/** Fingers and buttons of a mouse that are down: nothing moves under them. */
let pressed = false;
addEventListener("pointerdown", () => pressed = true, true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => pressed = false, true);
}

/**
 * Whether somebody is in a part: points at it, goes through it by keyboard, or has something unfolded. A finger that was lifted
 * leaves a hover and the focus behind, and is not there any more.
 */
function isBusy(part: HTMLElement): boolean {
  const points = part.matches(":hover") && !matchMedia("(hover: none)").matches;
  return points || part.querySelector(":focus-visible, details[open]") !== null ||
    part.querySelector(":focus:not([id])") !== null;
}

/** Takes over a part that is read again; the focus stays where it was. */
function takeOver(part: HTMLElement, fresh: HTMLElement): void {
  const focused = part.querySelector(":focus")?.id;
  part.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Reads the page again and takes over the parts that change by themselves, unless somebody is in them. */
async function refresh(
  parts = [...document.querySelectorAll<HTMLElement>("[data-refresh]")],
): Promise<void> {
  if (parts.length === 0 || document.hidden) return;
  const response = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() =>
    undefined
  );
  if (response === undefined) return;
  if (response.redirected && new URL(response.url).pathname !== location.pathname) {
    return location.reload();
  }
  const next = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of parts) {
    const fresh = next.getElementById(part.id);
    if (fresh && fresh.innerHTML !== part.innerHTML && !pressed && !isBusy(part)) {
      takeOver(part, fresh);
    }
  }
}

let seconds = 0;
setInterval(() => {
  seconds++;
  const parts = [...document.querySelectorAll<HTMLElement>("[data-refresh]")];
  void refresh(parts.filter(({ dataset }) => seconds % Math.max(1, Number(dataset.refresh)) === 0));
}, 1000);
addEventListener("visibilitychange", () => void refresh());
/** Back leads to the page before; a step inside of a page is the page's own. */
/** On a phone the pages of an area stand in one row, longer than the window: the one that is shown is brought into it. */
function showPlace(): void {
  const here = document.querySelector<HTMLElement>(".subpages [aria-current]"),
    row = here?.closest(".subpages");
  if (here && row) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
}
addEventListener("box:shown", showPlace);
showPlace();
/** What is scrolled to, by a script or by the Tab key, stands below the head of the page, which stays in its place on wide screens. */
function leaveRoom(): void {
  const head = main().querySelector<HTMLElement>(".page-head");
  const room = head && getComputedStyle(head).position === "sticky"
    ? `${head.offsetHeight + 8}px`
    : "";
  document.documentElement.style.scrollPaddingTop = room;
}
for (const moment of ["box:shown", "resize"]) addEventListener(moment, leaveRoom);
leaveRoom();
/** What somebody unfolds at the lower edge comes into the window. */
document.addEventListener("click", (event) => {
  const details = (event.target as Element).closest<HTMLDetailsElement>(
    "main details:has(> summary)",
  );
  if (!details || !(event.target as Element).closest("summary")) return;
  requestAnimationFrame(() => details.open && details.scrollIntoView({ block: "nearest" }));
});
addEventListener(
  "popstate",
  () => location.pathname + location.search !== shownAt && location.reload(),
);
/** The back button after a sign-out shows nothing that was kept. */
addEventListener(
  "pageshow",
  (event: Event) => (event as PageTransitionEvent).persisted && location.reload(),
);
/** The menu of the frame that is open. */
function openMenu(): HTMLDetailsElement | null {
  return document.querySelector<HTMLDetailsElement>("details.who[open], details.pauses[open]");
}
/** An open menu closes with Escape and with a click beside it. */
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

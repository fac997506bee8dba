/// <reference lib="dom" />
/**
 * Behaviour of every page in browsers with scripts. Forms are sent without a page load, and
 * irreversible actions ask for confirmation. Parts with `data-refresh` are reloaded periodically,
 * and a page left open for long is marked as out of date.
 */
const main = (): HTMLElement => document.getElementById("main")!;

/** Path and query string of the current page. */
let shownAt = location.pathname + location.search;

/**
 * Replaces the current page with the page of a response; keeps the focus and the text being typed.
 */
function show(html: string, address: string, fill?: () => void): void {
  const next = new DOMParser().parseFromString(html, "text/html");
  const focused = document.activeElement?.id ?? "";
  const byKeyboard = document.activeElement?.matches(":focus-visible") ?? false;
  if (!next.getElementById("main") || next.body.className !== document.body.className) {
    return location.assign(address);
  }
  document.title = next.title;
  document.documentElement.lang = next.documentElement.lang;
  const kept = passwords();
  const unfolded = [...main().querySelectorAll("details[open][id]")].map(({ id }) => id);
  main().replaceWith(next.getElementById("main")!);
  giveBack(kept);
  // The refusal stays visible.
  for (const id of main().querySelector("#notices > *") ? unfolded : []) {
    document.getElementById(id)?.setAttribute("open", "");
  }
  fill?.();
  const side = document.querySelector(".side, .bare-top");
  const nextSide = next.querySelector(".side, .bare-top");
  if (side && nextSide) side.replaceWith(nextSide);
  document.getElementById("toasts")!.replaceChildren(...next.getElementById("toasts")!.childNodes);
  if (location.pathname + location.search !== address) history.pushState(null, "", address);
  shownAt = address;
  const back = focused === "" ? null : document.getElementById(focused);
  // The pressed button is gone: keyboard focus moves to the link back.
  const undo = byKeyboard && back === null
    ? document.querySelector<HTMLElement>("#toasts button")
    : null;
  (back ?? undo ?? main().querySelector<HTMLElement>("[autofocus]") ?? main()).focus({
    preventScroll: true,
  });
  // The message of the box scrolls into view, wherever the button was.
  const said = ["[data-said]", ".field-error", "#notices > *"].map((one) =>
    main().querySelector(one)
  );
  dispatchEvent(new Event("box:shown"));
  const place = said.find((one) => one !== null);
  (place?.closest(".field, .setting") ?? place)?.scrollIntoView({ block: "nearest" });
  document.querySelectorAll("#toasts .toast").forEach(letGo);
}

/** Text in password fields that survives a refusal; it exists only in the fields. */
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

/**
 * Removes a message after a delay, which is longer if the action can be undone. A message under the
 * pointer or with the focus stays.
 */
function letGo(toast: Element): void {
  const stays = toast.querySelector("button") ? 12_000 : 6000;
  setTimeout(() => toast.matches(":hover, :focus-within") ? letGo(toast) : toast.remove(), stays);
}

/** Milliseconds after which a pending form reports that the box has not responded yet. */
const SLOW = 10_000;

async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  button?.setAttribute("aria-busy", "true");
  const wasOffline = !navigator.onLine;
  const slow = setTimeout(() => keepSaying(document.body.dataset.slow!), SLOW);
  try {
    const fields = new FormData(form, button);
    const hasFiles = form.enctype === "multipart/form-data";
    const body = hasFiles
      ? fields
      : new URLSearchParams(fields as unknown as Record<string, string>);
    const response = await fetch("/act", {
      method: "POST",
      body,
      headers: { accept: "text/html" },
    });
    const { pathname, search } = new URL(response.url);
    const text = await response.text();
    const isHere = pathname === "/act" || pathname === location.pathname;
    stopReading();
    const again = response.ok
      ? form.closest<HTMLDetailsElement>("details[data-again]")?.id
      : undefined;
    // Text typed in other forms of the page is not sent and is kept.
    const fill = isHere ? typed(form) : undefined;
    show(text, pathname === "/act" ? location.pathname + location.search : pathname + search, fill);
    if (again !== undefined) onceMore(again);
    if (!response.ok) sayAt(form);
  } catch {
    // A choice that is sent immediately is not in force until the box confirms it.
    if (form.dataset.auto !== undefined) form.reset();
    if (wasOffline) told(document.body.dataset.unsent!);
    else unsure();
  } finally {
    clearTimeout(slow);
    button?.removeAttribute("aria-busy");
  }
}

/**
 * Milliseconds before a page is reloaded after a request without a response, and between retries.
 */
const FIRST_READING = 1000;
const NEXT_READING = 3000;
let reading: ReturnType<typeof setTimeout> | undefined;

/**
 * Without a response it is unknown whether the request was carried out. The page is reloaded once
 * the box responds.
 */
function unsure(): void {
  keepSaying(document.body.dataset.unsure!);
  stopReading();
  // Live parts leave the reload to this function, which then reports that the page is up to date.
  document.body.dataset.reads = "";
  reading = setTimeout(readBack, FIRST_READING);
}

function stopReading(): void {
  clearTimeout(reading);
  reading = undefined;
  delete document.body.dataset.reads;
}

/** Reloads the page from the box; retries until the box responds. */
async function readBack(): Promise<void> {
  const mine = reading;
  const answer = await fetch(shownAt, { headers: { accept: "text/html" } }).then(
    async (response) => ({ response, text: await response.text() }),
  ).catch(() => undefined);
  if (mine !== reading) return;
  if (!answer?.response.ok || pressed) {
    reading = setTimeout(readBack, NEXT_READING);
    return;
  }
  stopReading();
  const { pathname, search } = new URL(answer.response.url);
  const unfolded = [...main().querySelectorAll("details[open][id]")].map(({ id }) => id);
  show(answer.text, pathname + search, typed());
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  told(document.body.dataset.back!);
}
addEventListener("box:unsure", unsure);

/** Repeats the reason of a refusal at the end of the form if the top of the page is far above. */
function sayAt(sent: HTMLFormElement): void {
  const actOf = (form: HTMLFormElement) =>
    form.querySelector<HTMLInputElement>(":scope > input[name=act]")?.value;
  const note = main().querySelector("#notices > .note");
  const wanted = actOf(sent);
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

/**
 * Entries are often added one after another: the form that was sent stays unfolded for the next
 * one.
 */
function onceMore(id: string): void {
  const details = document.getElementById(id) as HTMLDetailsElement | null;
  if (details === null || main().querySelector("#notices > *")) return;
  details.open = true;
  details.querySelector<HTMLElement>("input:not([type=hidden])")?.focus({ preventScroll: true });
  details.scrollIntoView({ block: "nearest" });
}

/**
 * Field values changed by the user, except those of the form that was sent. They are restored in
 * the same fields of the new page.
 */
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

/** Reloads the page in another language and keeps everything typed in it. */
async function translate(address: string): Promise<void> {
  const response = await fetch(address, { headers: { accept: "text/html" } });
  show(await response.text(), shownAt, typed());
}

/** Shows a message that does not come from a page of the box. */
function told(text: string): void {
  letGo(keepSaying(text));
}

/** Shows a message that stays until another one replaces it. */
function keepSaying(text: string): HTMLElement {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = text;
  document.getElementById("toasts")!.replaceChildren(toast);
  return toast;
}

/** Asks for confirmation before an irreversible action; the dialog saves and restores the focus. */
function confirmed(button: HTMLElement): Promise<boolean> {
  const dialog = document.createElement("dialog");
  const text = document.createElement("p");
  const row = document.createElement("div");
  const no = document.createElement("button");
  const yes = document.createElement("button");
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
  const form = event.target as HTMLFormElement;
  const button = (event as SubmitEvent).submitter;
  // Read as an attribute, because a field may also be named `action`.
  if (form.getAttribute("action") !== "/act" || event.defaultPrevented) return;
  event.preventDefault();
  const asked = button?.dataset.confirm === undefined ? Promise.resolve(true) : confirmed(button);
  void asked.then((yes) => yes ? send(form, button) : undefined);
});

/** Copies a text, or selects it where the browser cannot copy. */
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

document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>(".languages a");
  if (link === null || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  void translate(link.href).catch(() => location.assign(link.href));
});

/** Forms that only choose what is shown are submitted on every change. */
addEventListener("change", (event) => {
  const form = (event.target as HTMLElement).closest<HTMLFormElement>("form[data-auto]");
  form?.requestSubmit();
});

/** Pointers that are currently down (fingers, mouse buttons): nothing moves under them. */
let pressed = false;
addEventListener("pointerdown", () => pressed = true, true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => pressed = false, true);
}

/**
 * Whether the user is interacting with a part: pointer over it, keyboard focus in it, or something
 * unfolded. A lifted finger leaves hover and focus behind and does not count.
 */
function isBusy(part: HTMLElement): boolean {
  const points = part.matches(":hover") && !matchMedia("(hover: none)").matches;
  return points || part.querySelector(":focus-visible, details[open]") !== null ||
    part.querySelector(":focus:not([id])") !== null;
}

/** Replaces a reloaded part; the focus stays where it was. */
function takeOver(part: HTMLElement, fresh: HTMLElement): void {
  const focused = part.querySelector(":focus")?.id;
  part.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/**
 * Reloads the page and replaces the parts that change on their own, unless the user is interacting
 * with them.
 */
async function refresh(
  parts = [...document.querySelectorAll<HTMLElement>("[data-refresh]")],
): Promise<void> {
  if (parts.length === 0 || document.hidden) return;
  const response = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() =>
    undefined
  );
  sayOffline(response === undefined);
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

/** Consecutive reloads without a response, and the message that reports them. */
let unanswered = 0;
let offline: HTMLElement | undefined;

/**
 * After two reloads without a response, says that the page is not up to date. The next response
 * removes the message.
 */
function sayOffline(isSilent: boolean): void {
  unanswered = isSilent ? unanswered + 1 : 0;
  if (!isSilent) {
    offline?.remove();
    offline = undefined;
    return;
  }
  const isSaid = document.querySelector("#toasts > *, [data-state=lost]") !== null;
  if (unanswered > 1 && !isSaid) offline = keepSaying(document.body.dataset.offline!);
}

let seconds = 0;
setInterval(() => {
  seconds++;
  const parts = [...document.querySelectorAll<HTMLElement>("[data-refresh]")];
  void refresh(parts.filter(({ dataset }) => seconds % Math.max(1, Number(dataset.refresh)) === 0));
}, 1000);
addEventListener("visibilitychange", () => void refresh());
/** Back leads to the previous page; steps within a page are handled by that page. */
/**
 * On a phone, the pages of an area form one row wider than the window; the current one scrolls into
 * view.
 */
function showPlace(): void {
  const here = document.querySelector<HTMLElement>(".subpages [aria-current]");
  const row = here?.closest(".subpages");
  if (here && row) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
}
addEventListener("box:shown", showPlace);
showPlace();
/**
 * Elements scrolled to by a script or the Tab key must stop below the page header, which is fixed
 * on wide screens.
 */
function leaveRoom(): void {
  const head = main().querySelector<HTMLElement>(".page-head");
  const room = head && getComputedStyle(head).position === "sticky"
    ? `${head.offsetHeight + 8}px`
    : "";
  document.documentElement.style.scrollPaddingTop = room;
}
for (const moment of ["box:shown", "resize"]) addEventListener(moment, leaveRoom);
leaveRoom();
/** Content unfolded at the lower edge scrolls into view. */
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
/** After a sign-out, the back button shows no cached page. */
addEventListener(
  "pageshow",
  (event: Event) => (event as PageTransitionEvent).persisted && location.reload(),
);
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

/// <reference lib="dom" />
/**
 * Forms of every page in browsers with scripts: they are sent without a page load, and irreversible
 * actions ask for confirmation. Also shows messages, for other islands by the event `box:toast`.
 */
const main = (): HTMLElement => document.getElementById("main")!;

/** Path and query string of the current page. */
let currentAddress = location.pathname + location.search;

/** Pointers that are currently down (fingers, mouse buttons): nothing moves under them. */
let pressed = false;
addEventListener("pointerdown", () => pressed = true, true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => pressed = false, true);
}

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
  const passwords = passwordValues();
  const unfolded = [...main().querySelectorAll("details[open][id]")].map(({ id }) => id);
  main().replaceWith(next.getElementById("main")!);
  restorePasswords(passwords);
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
  currentAddress = address;
  const back = focused === "" ? null : document.getElementById(focused);
  // The pressed button is gone: keyboard focus moves to the link back.
  const undo = byKeyboard && back === null
    ? document.querySelector<HTMLElement>("#toasts button")
    : null;
  (back ?? undo ?? main().querySelector<HTMLElement>("[autofocus]") ?? main()).focus({
    preventScroll: true,
  });
  // The message of the box scrolls into view, wherever the button was.
  const messages = ["[data-said]", ".field-error", "#notices > *"].map((one) =>
    main().querySelector(one)
  );
  dispatchEvent(new Event("box:shown"));
  const place = messages.find((one) => one !== null);
  (place?.closest(".field, .setting") ?? place)?.scrollIntoView({ block: "nearest" });
  document.querySelectorAll("#toasts .toast").forEach(removeLater);
}

/** Text in password fields that survives a refusal; it exists only in the fields. */
function passwordValues(): ReadonlyMap<string, string> {
  const fields = [
    ...main().querySelectorAll<HTMLInputElement>("input[type=password], input[data-shown]"),
  ];
  return new Map(fields.map(({ id, value }) => [id, value]));
}

function restorePasswords(values: ReadonlyMap<string, string>): void {
  for (const field of main().querySelectorAll<HTMLInputElement>("input[data-keep]")) {
    field.value = values.get(field.id) ?? "";
  }
}

/**
 * Removes a message after a delay, which is longer if the action can be undone. A message under the
 * pointer or with the focus stays.
 */
function removeLater(toast: Element): void {
  const stays = toast.querySelector("button") ? 12_000 : 6000;
  setTimeout(
    () => toast.matches(":hover, :focus-within") ? removeLater(toast) : toast.remove(),
    stays,
  );
}

/** Milliseconds after which a pending form reports that the box has not responded yet. */
const SLOW = 10_000;

async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  button?.setAttribute("aria-busy", "true");
  const wasOffline = !navigator.onLine;
  const slow = setTimeout(() => keepToast(document.body.dataset.slow!), SLOW);
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
    stopReloading();
    const unfolded = response.ok
      ? form.closest<HTMLDetailsElement>("details[data-again]")?.id
      : undefined;
    // Text typed in other forms of the page is not sent and is kept.
    const fill = isHere ? typedFields(form) : undefined;
    show(text, pathname === "/act" ? location.pathname + location.search : pathname + search, fill);
    if (unfolded !== undefined) unfoldAgain(unfolded);
    if (!response.ok) repeatRefusal(form);
  } catch {
    // A choice that is sent immediately has no effect until the box confirms it.
    if (form.dataset.auto !== undefined) form.reset();
    if (wasOffline) showToast(document.body.dataset.unsent!);
    else reportUnknownResult();
  } finally {
    clearTimeout(slow);
    button?.removeAttribute("aria-busy");
  }
}

/**
 * Milliseconds before a page is reloaded after a request without a response, and between retries.
 */
const FIRST_RELOAD = 1000;
const NEXT_RELOAD = 3000;
let reloading: ReturnType<typeof setTimeout> | undefined;

/**
 * Without a response it is unknown whether the request was carried out. The page is reloaded once
 * the box responds.
 */
function reportUnknownResult(): void {
  keepToast(document.body.dataset.unsure!);
  stopReloading();
  // Live parts leave the reload to this function, which then reports that the page is up to date.
  document.body.dataset.reads = "";
  reloading = setTimeout(reload, FIRST_RELOAD);
}

function stopReloading(): void {
  clearTimeout(reloading);
  reloading = undefined;
  delete document.body.dataset.reads;
}

/** Reloads the page from the box; retries until the box responds. */
async function reload(): Promise<void> {
  const mine = reloading;
  const answer = await fetch(currentAddress, { headers: { accept: "text/html" } }).then(
    async (response) => ({ response, text: await response.text() }),
  ).catch(() => undefined);
  if (mine !== reloading) return;
  if (!answer?.response.ok || pressed) {
    reloading = setTimeout(reload, NEXT_RELOAD);
    return;
  }
  stopReloading();
  const { pathname, search } = new URL(answer.response.url);
  const unfolded = [...main().querySelectorAll("details[open][id]")].map(({ id }) => id);
  show(answer.text, pathname + search, typedFields());
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  showToast(document.body.dataset.back!);
}
addEventListener("box:unsure", reportUnknownResult);
addEventListener("box:toast", (event) => showToast((event as CustomEvent<string>).detail));

/** Repeats the reason of a refusal at the end of the form if the top of the page is far above. */
function repeatRefusal(sent: HTMLFormElement): void {
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
  const message = document.createElement("p");
  message.className = "field-error";
  message.textContent = note.textContent!.trim();
  form.append(message);
  message.scrollIntoView({ block: "center" });
}

/**
 * Entries are often added one after another: the form that was sent stays unfolded for the next
 * one.
 */
function unfoldAgain(id: string): void {
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
function typedFields(sent?: HTMLFormElement): () => void {
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
  show(await response.text(), currentAddress, typedFields());
}

/** Shows a message that does not come from a page of the box. */
function showToast(text: string): void {
  removeLater(keepToast(text));
}

/** Shows a message that stays until another one replaces it. */
function keepToast(text: string): HTMLElement {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = text;
  document.getElementById("toasts")!.replaceChildren(toast);
  return toast;
}

/** Asks for confirmation before an irreversible action; the dialog saves and restores the focus. */
function askConfirmation(button: HTMLElement): Promise<boolean> {
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
  const confirmation = button?.dataset.confirm === undefined
    ? Promise.resolve(true)
    : askConfirmation(button);
  void confirmation.then((yes) => yes ? send(form, button) : undefined);
});

document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>(".languages a");
  if (link === null || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  void translate(link.href).catch(() => location.assign(link.href));
});

/** The print button, which is only shown where scripts run. */
document.addEventListener("click", (event) => {
  if ((event.target as Element).closest("[data-print]")) print();
});

/** Back leads to the previous page; steps within a page are handled by that page. */
addEventListener(
  "popstate",
  () => location.pathname + location.search !== currentAddress && location.reload(),
);

/** After a sign-out, the back button shows no cached page. */
addEventListener(
  "pageshow",
  (event: Event) => (event as PageTransitionEvent).persisted && location.reload(),
);

/// <reference lib="dom" />
/**
 * Live parts of a page: the server sends markup and its target element. Nothing moves under a
 * pointer or the focus. Updates that arrive meanwhile are queued, and an optional button shows how
 * many. A lost stream reconnects automatically, and the page is reloaded so that nothing is
 * missing.
 */
const MOST_ROWS = 200;
let source: EventSource | undefined;
let lost = false;
const waiting: { how: string; id: string; template: HTMLTemplateElement }[] = [];

/**
 * Milliseconds during which an element that has moved ignores taps, because the tap was aimed at
 * another element.
 */
const SETTLING = 500;
let settling: ReturnType<typeof setTimeout> | undefined;

function replace(into: HTMLElement, content: DocumentFragment): void {
  const page = document.documentElement;
  const height = page.scrollHeight;
  const main = document.getElementById("main")!;
  into.replaceWith(content);
  if (page.scrollHeight === height) return;
  main.classList.add("settles");
  clearTimeout(settling);
  settling = setTimeout(() => main.classList.remove("settles"), SETTLING);
}

function put({ how, id, template }: (typeof waiting)[number]): void {
  const into = document.getElementById(id);
  if (!into) return;
  if (how === "replace") return replace(into, template.content);
  if (how === "first") into.prepend(template.content);
  else into.append(template.content);
  const most = Number(into.dataset.most ?? MOST_ROWS);
  while (into.children.length > most) {
    (how === "first" ? into.lastElementChild : into.firstElementChild)!.remove();
  }
}

const hint = (): HTMLElement | null => document.querySelector("[data-live-hint]");

/** Pointers that are currently down (fingers, mouse buttons): nothing moves under them. */
let pressed = false;
addEventListener("pointerdown", () => pressed = true, true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => pressed = false, true);
}

/**
 * Whether the user is at an element: pointer over it, focus in it, reading something unfolded in
 * it, or scrolled past its beginning.
 */
function busy(element: HTMLElement | null): boolean {
  if (!element) return false;
  const points = element.matches(":hover") && !matchMedia("(hover: none)").matches;
  const reads = element.matches(":focus-within") ||
    element.querySelector("[aria-expanded=true]") !== null;
  return points || reads || (hint() !== null && element.getBoundingClientRect().top < 0);
}

function receive(event: MessageEvent<string>): void {
  const cut = event.data.indexOf("\n");
  const template = document.createElement("template");
  const id = event.data.slice(0, cut);
  template.innerHTML = event.data.slice(cut + 1);
  const part = { how: event.type, id, template };
  if (waiting.length === 0 && !pressed && !busy(document.getElementById(id))) return put(part);
  waiting.push(part);
  if (waiting.length > MOST_ROWS) waiting.shift();
  showWaiting();
}

/** Shows how many updates are queued. */
function showWaiting(): void {
  const button = hint();
  const count = waiting.reduce((sum, { template }) => sum + template.content.childElementCount, 0);
  if (!button) return;
  button.hidden = count === 0;
  button.textContent = count === 1
    ? button.dataset.one!
    : button.dataset.more!.replace("#", String(count));
}

function catchUp(): void {
  waiting.splice(0).forEach(put);
  showWaiting();
}

function open(): void {
  source?.close();
  const holder = document.querySelector<HTMLElement>("[data-live]");
  if (!holder) return;
  source = new EventSource(holder.dataset.live!);
  for (const name of ["first", "last", "replace"]) source.addEventListener(name, receive);
  source.addEventListener("open", () => {
    if (lost && document.body.dataset.reads === undefined) location.reload();
  });
  source.addEventListener("error", () => {
    lost = true;
    holder.dataset.state = "lost";
    // Browsers reconnect automatically after a lost connection, but not after an error response,
    // for instance while the box starts.
    if (source?.readyState === EventSource.CLOSED && !document.hidden) setTimeout(reconnect, 5000);
  });
}

/** Reconnects; a user whose session has ended meanwhile is redirected to the sign-in. */
async function reconnect(): Promise<void> {
  const page = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() =>
    undefined
  );
  if (page?.redirected) location.reload();
  else open();
}

setInterval(() => {
  if (waiting.length > 0 && !pressed && !busy(document.querySelector("[data-live]"))) catchUp();
}, 500);
document.addEventListener("click", (event) => {
  if (!(event.target as Element).closest("[data-live-hint]")) return;
  catchUp();
  scrollTo({ top: 0 });
});
/** A hidden page sends no requests; it is reloaded when it becomes visible. */
addEventListener("visibilitychange", () => {
  if (document.hidden) source?.close();
  else if (document.querySelector("[data-live]")) location.reload();
});
addEventListener("pagehide", () => source?.close());
addEventListener("box:shown", () => {
  lost = false;
  open();
});
open();

/// <reference lib="dom" />
/**
 * Live parts of a page: markup that the server sends is put where it says. Nothing moves under a pointer or the focus: what
 * comes meanwhile waits, and a button that the page may have says how much. A stream that was lost comes back by itself, and the
 * page is read again so that nothing is missing.
 */
const MOST_ROWS = 200;
let source: EventSource | undefined, lost = false;
const waiting: { how: string; id: string; template: HTMLTemplateElement }[] = [];

/** Milliseconds for which what has moved takes no tap: whoever aimed at it aimed at something else. */
const SETTLING = 500;
let settling: ReturnType<typeof setTimeout> | undefined;

function replace(into: HTMLElement, content: DocumentFragment): void {
  const page = document.documentElement,
    height = page.scrollHeight,
    main = document.getElementById("main")!;
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

/** Fingers and buttons of a mouse that are down: nothing moves under them. */
let pressed = false;
addEventListener("pointerdown", () => pressed = true, true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => pressed = false, true);
}

/** Whether somebody is at an element: points at it, is in it, reads what was opened in it or has gone on below its beginning. */
function busy(element: HTMLElement | null): boolean {
  if (!element) return false;
  const points = element.matches(":hover") && !matchMedia("(hover: none)").matches;
  const reads = element.matches(":focus-within") ||
    element.querySelector("[aria-expanded=true]") !== null;
  return points || reads || (hint() !== null && element.getBoundingClientRect().top < 0);
}

function came(event: MessageEvent<string>): void {
  const cut = event.data.indexOf("\n"),
    template = document.createElement("template"),
    id = event.data.slice(0, cut);
  template.innerHTML = event.data.slice(cut + 1);
  const part = { how: event.type, id, template };
  if (waiting.length === 0 && !pressed && !busy(document.getElementById(id))) return put(part);
  waiting.push(part);
  if (waiting.length > MOST_ROWS) waiting.shift();
  sayWaiting();
}

/** Says how much waits. */
function sayWaiting(): void {
  const button = hint(),
    count = waiting.reduce((sum, { template }) => sum + template.content.childElementCount, 0);
  if (!button) return;
  button.hidden = count === 0;
  button.textContent = count === 1
    ? button.dataset.one!
    : button.dataset.more!.replace("#", String(count));
}

function catchUp(): void {
  waiting.splice(0).forEach(put);
  sayWaiting();
}

function open(): void {
  source?.close();
  const holder = document.querySelector<HTMLElement>("[data-live]");
  if (!holder) return;
  source = new EventSource(holder.dataset.live!);
  for (const name of ["first", "last", "replace"]) source.addEventListener(name, came);
  source.addEventListener("open", () => {
    if (lost) location.reload();
  });
  source.addEventListener("error", () => {
    lost = true;
    holder.dataset.state = "lost";
    // A browser comes back by itself when the connection was lost, not when the box refused: while it starts, for instance.
    if (source?.readyState === EventSource.CLOSED && !document.hidden) setTimeout(comeBack, 5000);
  });
}

/** Tries again; who was signed out meanwhile is sent to the sign-in. */
async function comeBack(): Promise<void> {
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
/** A hidden page asks for nothing; shown again, it is read again. */
addEventListener("visibilitychange", () => {
  if (document.hidden) source?.close();
  else if (document.querySelector("[data-live]")) location.reload();
});
addEventListener("pagehide", () => source?.close());
addEventListener("box:shown", open);
open();

/// <reference lib="dom" />
/**
 * Live parts of a page: markup that the server sends is put where it says. Nothing moves under a pointer or the focus: what
 * comes meanwhile waits. A stream that was lost comes back by itself, and the page is read again so that nothing is missing.
 */
const MOST_ROWS = 200;
let source: EventSource | undefined, lost = false;
const waiting: (() => void)[] = [];

function put(how: string, data: string): void {
  const cut = data.indexOf("\n"), into = document.getElementById(data.slice(0, cut));
  if (!into) return;
  const template = document.createElement("template");
  template.innerHTML = data.slice(cut + 1);
  if (how === "replace") return into.replaceWith(template.content);
  if (how === "first") into.prepend(template.content);
  else into.append(template.content);
  const most = Number(into.dataset.most ?? MOST_ROWS);
  while (into.children.length > most) (how === "first" ? into.lastElementChild : into.firstElementChild)!.remove();
}

function busy(data: string): boolean {
  const into = document.getElementById(data.slice(0, data.indexOf("\n")));
  return into?.matches(":hover, :focus-within") === true && !matchMedia("(hover: none)").matches;
}

function came(event: MessageEvent): void {
  const now = () => put(event.type, event.data);
  if (!busy(event.data)) return now();
  waiting.push(now);
  if (waiting.length > MOST_ROWS) waiting.shift();
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
    if (source?.readyState === EventSource.CLOSED && !document.hidden) setTimeout(open, 5000);
  });
}

setInterval(() => {
  if (waiting.length === 0 || document.querySelector("[data-live]:hover, [data-live]:focus-within")) return;
  waiting.splice(0).forEach((now) => now());
}, 500);
/** A hidden page asks for nothing; shown again, it is read again. */
addEventListener("visibilitychange", () => {
  if (document.hidden) source?.close();
  else if (document.querySelector("[data-live]")) location.reload();
});
addEventListener("pagehide", () => source?.close());
addEventListener("box:shown", open);
open();

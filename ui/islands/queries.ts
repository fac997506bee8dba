/// <reference lib="dom" />
/**
 * The query log: an explanation opens below its row, one at a time. Search forms omit empty fields.
 */

/** The element that contains an explanation. */
const OPEN = "why-row";

function close(): void {
  document.querySelector(`.${OPEN}`)?.remove();
  document.querySelector("[data-why][aria-expanded=true]")?.setAttribute("aria-expanded", "false");
}

async function explain(link: HTMLAnchorElement): Promise<void> {
  const wasOpen = link.getAttribute("aria-expanded") === "true";
  const row = link.closest("tr")!;
  close();
  if (wasOpen) return;
  link.setAttribute("aria-expanded", "true");
  link.setAttribute("aria-busy", "true");
  const address = new URL(link.href);
  address.searchParams.set("inline", "1");
  const response = await fetch(address, { headers: { accept: "text/html" } }).catch(() =>
    undefined
  );
  link.removeAttribute("aria-busy");
  const found = response?.ok && !response.redirected
    ? new DOMParser().parseFromString(await response.text(), "text/html").getElementById("why")
    : null;
  if (!found) return location.assign(link.href);
  if (link.getAttribute("aria-expanded") !== "true" || !row.isConnected) return;
  const inside = document.createElement("tr");
  const cell = document.createElement("td");
  inside.className = OPEN;
  cell.colSpan = row.children.length;
  cell.append(found);
  inside.append(cell);
  row.after(inside);
  if (inside.getBoundingClientRect().bottom > innerHeight - 80) {
    row.scrollIntoView({ block: "start" });
  }
}

document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-why]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  void explain(link);
});

document.addEventListener("keydown", (event) => {
  const link = document.querySelector<HTMLElement>("[data-why][aria-expanded=true]");
  if (event.key !== "Escape" || !link) return;
  close();
  link.focus();
});

addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (form.dataset.plain === undefined) return;
  for (const field of form.querySelectorAll<HTMLInputElement>("input, select")) {
    field.disabled = field.value === "";
  }
});

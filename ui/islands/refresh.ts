/// <reference lib="dom" />
/**
 * Reloads parts with `data-refresh` periodically (in seconds), and marks a page as out of date when
 * the box does not respond.
 */

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
function replacePart(part: HTMLElement, fresh: HTMLElement): void {
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
  reportOffline(response === undefined);
  if (response === undefined) return;
  if (response.redirected && new URL(response.url).pathname !== location.pathname) {
    return location.reload();
  }
  const next = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of parts) {
    const fresh = next.getElementById(part.id);
    if (fresh && fresh.innerHTML !== part.innerHTML && !pressed && !isBusy(part)) {
      replacePart(part, fresh);
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
function reportOffline(isSilent: boolean): void {
  unanswered = isSilent ? unanswered + 1 : 0;
  if (!isSilent) {
    offline?.remove();
    offline = undefined;
    return;
  }
  const isShown = document.querySelector("#toasts > *, [data-state=lost]") !== null;
  if (unanswered <= 1 || isShown) return;
  offline = document.createElement("div");
  offline.className = "toast";
  offline.textContent = document.body.dataset.offline!;
  document.getElementById("toasts")!.replaceChildren(offline);
}

let seconds = 0;
setInterval(() => {
  seconds++;
  const parts = [...document.querySelectorAll<HTMLElement>("[data-refresh]")];
  void refresh(parts.filter(({ dataset }) => seconds % Math.max(1, Number(dataset.refresh)) === 0));
}, 1000);
addEventListener("visibilitychange", () => void refresh());

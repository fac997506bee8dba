/// <reference lib="dom" />
/**
 * The password test. The SHA-1 is computed here, five of its characters are sent, and the field is
 * emptied: the password leaves neither this function nor the browser.
 */
type Saying =
  | "testing"
  | "empty"
  | "found"
  | "clear"
  | "failed"
  | "silent"
  | "signed_out"
  | "insecure"
  | "too_many"
  | "off";

/** Milliseconds after which the box is not waited for; it waits 10 seconds itself. */
const LATE = 20_000;
const TONES: Readonly<Partial<Record<Saying, string>>> = {
  found: "danger",
  clear: "good",
  testing: "neutral",
};

async function sha1(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
    .toUpperCase();
}

/** How often a hash is in the range of an answer; undefined = the answer is no range. */
function timesIn(answer: unknown, suffix: string): number | undefined {
  const { suffixes } = (answer ?? {}) as { suffixes?: unknown };
  if (!Array.isArray(suffixes)) return undefined;
  const row = suffixes.find((one) => one?.suffix === suffix);
  if (row === undefined) return 0;
  return Number.isSafeInteger(row.count) && row.count >= 0 ? row.count : undefined;
}

/** The outcome, with the number that its sentence has. */
async function test(password: string): Promise<readonly [Saying, number?]> {
  if (password === "") return ["empty"];
  if (globalThis.crypto?.subtle === undefined) return ["insecure"];
  const hash = await sha1(password);
  const address = `/api/v1/pwned-range?prefix=${hash.slice(0, 5)}`;
  const signal = AbortSignal.timeout(LATE);
  const response = await fetch(address, {
    cache: "no-store",
    referrerPolicy: "no-referrer",
    signal,
  })
    .catch(() => undefined);
  if (response === undefined) return ["silent"];
  if (response.status === 401) return ["signed_out"];
  if (response.status === 409) return ["off"];
  if (response.status === 429) {
    const seconds = Number(response.headers.get("retry-after"));
    return ["too_many", Math.max(1, Math.ceil((Number.isFinite(seconds) ? seconds : 60) / 60))];
  }
  if (!response.ok) return ["failed"];
  const answer = await response.json().catch(() => undefined);
  const times = timesIn(answer, hash.slice(5));
  if (times === undefined) return ["failed"];
  return times > 0 ? ["found", times] : ["clear"];
}

function begin(): void {
  const place = document.getElementById("password-test");
  if (place === null || place.dataset.ready === "true") return;
  place.dataset.ready = "true";
  const field = document.getElementById("tested-password") as HTMLInputElement;
  const go = document.getElementById("tested-password-go") as HTMLButtonElement;
  const outcome = document.getElementById("tested-password-outcome")!;
  const said = JSON.parse(place.dataset.said!) as Record<Saying | "found_once", string>;
  // Without scripts they stay disabled, so that nothing moves when they begin to work.
  field.disabled = false;
  go.disabled = false;

  const show = (saying: Saying, count = 0) => {
    const number = new Intl.NumberFormat(document.documentElement.lang).format(count);
    outcome.className = `note ${TONES[saying] ?? "attention"}`;
    outcome.dataset.outcome = saying;
    const key = saying === "found" && count === 1 ? "found_once" : saying;
    outcome.textContent = said[key].replace("{count}", number);
    outcome.hidden = false;
  };
  const run = async () => {
    if (go.disabled) return;
    const password = field.value;
    go.disabled = true;
    show("testing");
    try {
      const [saying, count] = await test(password);
      show(saying, count);
      // A password that was judged is not left on the screen.
      if (saying === "found" || saying === "clear") field.value = "";
    } catch {
      show("failed");
    } finally {
      go.disabled = false;
      field.focus();
    }
  };
  go.addEventListener("click", () => void run());
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    void run();
  });
  // Going back to the page finds no password in it.
  addEventListener("pagehide", () => field.value = "");
}

addEventListener("box:shown", begin);
begin();

/// <reference lib="dom" />
/**
 * The password test. The browser computes the SHA-1 and sends five of its characters; the password
 * itself is never sent, and the field is emptied.
 */
type Outcome =
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

/** Timeout in milliseconds; the box itself waits 10 seconds for the provider. */
const LATE = 20_000;
const TONES: Readonly<Partial<Record<Outcome, string>>> = {
  found: "danger",
  clear: "good",
  testing: "neutral",
};

async function sha1(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
    .toUpperCase();
}

/** How often a hash was seen by the range in a response; undefined = the range is malformed. */
function timesIn(answer: unknown, suffix: string): number | undefined {
  const { suffixes } = (answer ?? {}) as { suffixes?: unknown };
  if (!Array.isArray(suffixes)) return undefined;
  const row = suffixes.find((one) => one?.suffix === suffix);
  if (row === undefined) return 0;
  return Number.isSafeInteger(row.count) && row.count >= 0 ? row.count : undefined;
}

/** The outcome, with the number in its sentence. */
async function test(password: string): Promise<readonly [Outcome, number?]> {
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
  const message = document.getElementById("tested-password-outcome")!;
  const texts = JSON.parse(place.dataset.said!) as Record<Outcome | "found_once", string>;
  // Without scripts they stay disabled, so that nothing moves when they begin to work.
  field.disabled = false;
  go.disabled = false;

  const show = (outcome: Outcome, count = 0) => {
    const number = new Intl.NumberFormat(document.documentElement.lang).format(count);
    message.className = `note ${TONES[outcome] ?? "attention"}`;
    message.dataset.outcome = outcome;
    const key = outcome === "found" && count === 1 ? "found_once" : outcome;
    message.textContent = texts[key].replace("{count}", number);
    message.hidden = false;
  };
  const run = async () => {
    if (go.disabled) return;
    const password = field.value;
    go.disabled = true;
    show("testing");
    try {
      const [outcome, count] = await test(password);
      show(outcome, count);
      // A tested password does not stay on the screen.
      if (outcome === "found" || outcome === "clear") field.value = "";
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
  // The field is empty when the user comes back to the page.
  addEventListener("pagehide", () => field.value = "");
}

addEventListener("box:shown", begin);
begin();

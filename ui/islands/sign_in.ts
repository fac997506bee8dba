/// <reference lib="dom" />
/** The sign-in in browsers with scripts: passkeys, and a countdown to the next attempt. */

/** Offers passkeys where the browser supports them. */
function begin(): void {
  const place = document.querySelector<HTMLElement>("[data-passkey]");
  const button = place?.querySelector("button");
  if (place && button) {
    place.hidden = !("PublicKeyCredential" in globalThis &&
      "parseRequestOptionsFromJSON" in PublicKeyCredential);
    button.addEventListener("click", () => void signIn(place, button));
  }
  const waiting = document.querySelector<HTMLElement>("[data-wait]");
  if (waiting !== null) countDown(waiting);
}

async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { "content-type": "application/json" };
  const silent = () => {
    throw new Error(document.body.dataset.silent!);
  };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })
    .catch(silent);
  const answer = await response.json().catch(silent);
  if (!response.ok) throw Object.assign(new Error(answer.error), { code: answer.code });
  return answer;
}

async function signIn(place: HTMLElement, button: HTMLElement): Promise<void> {
  button.setAttribute("aria-busy", "true");
  try {
    const options = await post("/api/v1/session/passkey/options", {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      options as unknown as PublicKeyCredentialRequestOptionsJSON,
    );
    const signed = await navigator.credentials.get({ publicKey }) as PublicKeyCredential;
    const remember =
      document.querySelector<HTMLInputElement>('[name="remember:boolean"]')?.checked ?? false;
    const { id, response } = signed.toJSON() as unknown as {
      id: string;
      response: Record<string, unknown>;
    };
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const credential = {
      id,
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    };
    await post("/api/v1/session/passkey", { credential, remember });
    location.assign(place.dataset.passkey!);
  } catch (error) {
    const { code = "", message } = error as { code?: string; message: string };
    const texts = JSON.parse(place.dataset.said!) as Record<string, string>;
    showError(error instanceof DOMException ? place.dataset.cancelled! : texts[code] ?? message);
  } finally {
    button.removeAttribute("aria-busy");
  }
}

function showError(text: string): void {
  const note = document.createElement("div");
  note.className = "note danger";
  note.textContent = text;
  document.getElementById("notices")!.replaceChildren(note);
}

/** Seconds until the next attempt is allowed. */
function countDown(place: HTMLElement): void {
  let left = Number(place.dataset.wait);
  const timer = setInterval(() => {
    left--;
    if (!place.isConnected) return clearInterval(timer);
    if (left <= 0) {
      clearInterval(timer);
      return place.parentElement!.replaceChildren(place.dataset.over!);
    }
    const [value, unit] = left >= 60 ? [Math.ceil(left / 60), "minute"] : [left, "second"];
    place.textContent = new Intl.NumberFormat(document.documentElement.lang, {
      style: "unit",
      unit,
      unitDisplay: "long",
    }).format(value);
  }, 1000);
}

addEventListener("box:shown", () => {
  begin();
  // What is still required: the code, or the password again.
  document.querySelector<HTMLElement>("main [autofocus]")?.focus();
});
begin();

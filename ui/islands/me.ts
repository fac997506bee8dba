/// <reference lib="dom" />
/** The own account in browsers with scripts: creating passkeys. */
async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { "content-type": "application/json" };
  const silent = () => {
    throw Object.assign(new Error(document.body.dataset.silent!), { code: "silent" });
  };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })
    .catch(silent);
  const answer = await response.json().catch(silent);
  if (!response.ok) throw Object.assign(new Error(answer.error), { code: answer.code });
  return answer;
}

/**
 * Registers a passkey; undefined = no response from the box. The page is then reloaded to show
 * whether it was registered.
 */
async function register(body: unknown): Promise<Record<string, unknown> | undefined> {
  try {
    return await post("/api/v1/me/passkeys", body);
  } catch (error) {
    if ((error as { code?: string }).code !== "silent") throw error;
    dispatchEvent(new Event("box:unsure"));
    return undefined;
  }
}

/**
 * Creates and registers a passkey; the recovery codes that come with the first one are shown once.
 */
async function add(form: HTMLFormElement): Promise<void> {
  const fields = new FormData(form);
  const again = { confirm_password: String(fields.get("confirm_password")) };
  const options = await post("/api/v1/me/passkeys/options", again);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const created = await navigator.credentials.create({ publicKey }) as PublicKeyCredential;
  const { id, response } = created.toJSON() as unknown as {
    id: string;
    response: Record<string, unknown>;
  };
  const { clientDataJSON, attestationObject, transports } = response;
  const credential = { id, response: { clientDataJSON, attestationObject, transports } };
  const answer = await register({ name: String(fields.get("name")), credential });
  if (answer === undefined) return;
  const codes = answer.recovery_codes as readonly string[];
  if (codes.length === 0) return location.reload();
  const template = document.getElementById("codes-made") as HTMLTemplateElement;
  const list = template.content.cloneNode(true) as DocumentFragment;
  const rows = list.querySelector("ol")!;
  for (const code of codes) {
    const row = document.createElement("li");
    row.className = "mono";
    row.textContent = code;
    rows.append(row);
  }
  list.querySelector<HTMLElement>("[data-copy]")!.dataset.copy = codes.join("\n");
  template.replaceWith(list);
  form.closest("details")!.remove();
  rows.parentElement!.scrollIntoView({ block: "center" });
}

addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (form.id !== "passkey-add") return;
  event.preventDefault();
  const button = form.querySelector("button[type=submit]")!;
  button.setAttribute("aria-busy", "true");
  const texts = JSON.parse(form.dataset.said!) as Record<string, string>;
  const why = (error: Error & { code?: string }) =>
    error instanceof DOMException
      ? form.dataset.cancelled!
      : texts[error.code ?? ""] ?? error.message;
  add(form).catch((error) => showError(why(error)))
    .finally(() => button.removeAttribute("aria-busy"));
});

function showError(text: string): void {
  const note = document.createElement("div");
  note.className = "note danger";
  note.textContent = text;
  document.getElementById("notices")!.replaceChildren(note);
  note.scrollIntoView({ block: "center" });
}

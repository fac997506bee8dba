/// <reference lib="dom" />
/**
 * The setup wizard: each step is validated before the next, and the browser's Back button goes back
 * one step. Country and time zone are proposed from the browser.
 */
const wizard = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>("form#setup");
const stepsOf = (
  form: HTMLFormElement,
): HTMLElement[] => [...form.querySelectorAll<HTMLElement>(".step")];

/** Shows one step; the focus moves to its heading or to its error. */
function show(form: HTMLFormElement, at: number, focus: boolean): void {
  const steps = stepsOf(form);
  steps.forEach((step, index) => step.hidden = index !== at);
  form.dataset.at = String(at);
  if (!focus) return;
  scrollTo({ top: 0 });
  const place = steps[at].querySelector<HTMLElement>(":scope > .note") ??
    steps[at].querySelector<HTMLElement>("h2")!;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** Goes to a step and adds a history entry, so that Back leads to the previous step. */
function go(form: HTMLFormElement, at: number): void {
  history.pushState({ step: at }, "");
  show(form, at, true);
}

/** The first invalid field of a step. */
function wrongField(step: HTMLElement): HTMLInputElement | undefined {
  return [...step.querySelectorAll<HTMLInputElement>("input, select")].find((field) =>
    !field.validity.valid
  );
}

/** Shows under a field what is required, until its value changes. */
function point(field: HTMLInputElement): void {
  const place = field.closest(".field, .choice")!;
  const text = document.createElement("p");
  text.className = "field-error";
  text.id = `${field.name.replace(/\W/g, "-")}-wanted`;
  text.setAttribute("role", "alert");
  if (document.getElementById(text.id) === null) place.after(text);
  text.textContent = field.dataset.wanted ?? field.validationMessage;
  const described = field.getAttribute("aria-describedby");
  field.setAttribute("aria-describedby", `${text.id} ${described ?? ""}`.trim());
  field.setAttribute("aria-invalid", "true");
  field.focus();
  field.addEventListener("input", () => {
    text.remove();
    field.removeAttribute("aria-invalid");
    if (described === null) field.removeAttribute("aria-describedby");
    else field.setAttribute("aria-describedby", described);
  }, { once: true });
}

function begin(): void {
  const form = wizard();
  if (form === null || form.dataset.at !== undefined) return;
  form.noValidate = true;
  const steps = stepsOf(form);
  const wrong = steps.findIndex((step) => step.dataset.wrong !== undefined);
  form.addEventListener("submit", (event) => submitted(form, event));
  // The focus is on the heading; Enter must continue from there too.
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.target as Element).matches(".step > h2, .step > .note")) {
      form.requestSubmit();
    }
  });
  form.addEventListener("change", (event) => proposeLists(form, event.target as HTMLInputElement));
  form.querySelectorAll("[data-back]").forEach((button) =>
    button.addEventListener("click", () => history.back())
  );
  document.querySelector<HTMLElement>("#notices")!.hidden = wrong >= 0;
  guess(form);
  const wanted = wrong >= 0 ? wrong : Number(history.state?.step ?? 0);
  // A reload clears the password: the setup starts over, with all other values kept by the browser.
  const at = steps.slice(0, wanted).some(wrongField) ? 0 : wanted;
  history.replaceState({ step: at }, "");
  show(form, at, document.activeElement === document.getElementById("main") || wrong >= 0);
}

/** The last step submits the form; the others go to the next step. */
function submitted(form: HTMLFormElement, event: Event): void {
  const steps = stepsOf(form);
  const at = Number(form.dataset.at);
  const wrong = wrongField(steps[at]);
  if (wrong === undefined && at === steps.length - 1) {
    const before = steps.findIndex((step) => wrongField(step) !== undefined);
    if (before < 0) return;
    go(form, before);
  }
  event.preventDefault();
  if (wrong !== undefined) point(wrong);
  else if (at < steps.length - 1) go(form, at + 1);
}

/** The lists proposed for another kind of network, unless the user has chosen lists. */
function proposeLists(form: HTMLFormElement, field: HTMLInputElement): void {
  const lists = [...form.querySelectorAll<HTMLInputElement>('[name="lists:array"]')];
  if (lists.includes(field)) form.dataset.chosen = "";
  if (field.name !== "network" || form.dataset.chosen !== undefined) return;
  const proposed = field.dataset.lists!.split(" ");
  lists.forEach((list) => list.checked = proposed.includes(list.value));
}

/** Country and time zone as reported by the browser. */
function guess(form: HTMLFormElement): void {
  const place = form.querySelector("[data-guess]");
  if (place === null) return;
  const propose = (name: string, value: string | undefined) => {
    const field = place.querySelector<HTMLSelectElement>(`[name="${name}"]`);
    const option = [...field?.options ?? []].find((option) => option.value === value);
    if (field && option && field.value === "") field.value = option.value;
  };
  propose(
    "country?",
    navigator.languages.map((language) => new Intl.Locale(language).region).find(Boolean),
  );
  propose("time_zone?", new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

addEventListener("popstate", () => {
  const form = wizard();
  if (form?.dataset.at !== undefined) show(form, Number(history.state?.step ?? 0), true);
});
addEventListener("box:shown", begin);
begin();

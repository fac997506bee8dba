/** Signing in: the one page that everybody of the allowed networks sees (A 5.1). */
import type { ShownSetup } from "../../api/features/box/setup/routes.ts";
import { html } from "../html.ts";
import { page, Redirect } from "../page.ts";
import { input } from "../parts/field.ts";
import { form, submit } from "../parts/form.ts";

/** The page at `/sign-in?next=/queries`. */
export const signInPage = page({
  doc: "A 5.1",
  path: "/sign-in",
  name: "signIn.title",
  access: "open",
  bare: true,
  query: ["next"],
  async load({ read, query, by }) {
    if (by.kind === "session" && !by.setup) throw new Redirect("/");
    if (!(await read<ShownSetup>("/api/v1/setup")).finished) throw new Redirect("/setup");
    return { back: query.next ?? "/" };
  },
  view(ui, { back }) {
    const fields = html`${
      input(ui, {
        name: "account",
        label: ui.say("signIn.name"),
        autocomplete: "username",
        required: true,
        autofocus: true,
      })
    }${
      input(ui, {
        name: "password",
        type: "password",
        label: ui.say("signIn.password"),
        autocomplete: "current-password",
        required: true,
      })
    }${submit(ui.say("signIn.title"), { style: "main" })}`;
    return {
      lead: ui.say("signIn.lead"),
      body: html`<div class="card">${form(ui, { method: "post", path: "/api/v1/session", back }, fields)}</div>`,
    };
  },
});

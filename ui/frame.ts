/** The document around every page: head, navigation, the sentence of the page, what was just done. */
import type { Told } from "../api/http/forms.ts";
import { type AreaName, AREAS } from "./areas.ts";
import { addressOf } from "./assets.ts";
import { type Child, html, type Markup } from "./html.ts";
import { icon } from "./icons.ts";
import { LANGUAGES } from "../policy/catalogue/languages.ts";
import { LANGUAGE_NAMES } from "./language.ts";
import type { Page, View } from "./page.ts";
import { alertCount } from "./parts/alert.ts";
import { note } from "./parts/card.ts";
import { face } from "./parts/face.ts";
import { actButton, linkButton } from "./parts/form.ts";
import { type PauseFacts, pauseMenu } from "./parts/pause.ts";
import { requestCount } from "./parts/request.ts";
import type { Ui } from "./shown.ts";
import { type TextKey, TEXTS } from "./text/list.ts";

/** What the frame itself knows of the box. */
export interface FrameFacts extends PauseFacts {
  /** Open alerts, 0 where the account may not see them. */
  readonly alerts: number;
  /** Requests for more time that wait for an answer, 0 where the account may not see them. */
  readonly requests: number;
  /** Whether terms of use wait for somebody who may accept them. */
  readonly termsWait: boolean;
}

/** The facts of a page that stands alone. */
export const NO_FACTS: FrameFacts = {
  alerts: 0,
  requests: 0,
  termsWait: false,
  pauses: [],
  scopes: [],
};

/** What a document holds. */
export interface Document {
  readonly ui: Ui;
  readonly page: Pick<Page, "path" | "name" | "area" | "bare" | "plain" | "islands" | "live">;
  readonly pages: readonly Page[];
  readonly view: View;
  readonly facts: FrameFacts;
  readonly told: Told | undefined;
}

/** The whole document. */
export function frame(document: Document): Markup {
  const { ui, page, view } = document, title = view.title ?? ui.say(page.name);
  // Nothing is painted of a navigation of which half has arrived: it would move when the rest does.
  const whole = !page.bare && html`<link rel="expect" href="#side" blocking="render" />`;
  const islands = [
    "frame" as const,
    ...page.live === undefined ? [] : ["live" as const],
    ...page.islands ?? [],
  ];
  return html`
    <html lang=${ui.shown.language}>
      <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="color-scheme" content="light dark" />
          <title>${title} · ${ui.shown.box}</title>
          <link rel="preload" href=${addressOf(
            "inter.woff2",
          )} as="font" type="font/woff2" crossorigin="anonymous" />
          <link rel="stylesheet" href=${addressOf("box.css")} />
          <link rel="icon" type="image/svg+xml" href=${addressOf("icon.svg")} />
          ${whole}
          ${[...new Set(islands)].map((name) =>
            html`<script type="module" src=${addressOf(`${name}.js`)}></script>`
          )}
        </head>
      <body class=${page.bare ? "bare" : "framed"} data-offline=${ui.say(
        "frame.offline",
      )} data-close=${ui.say(
        "frame.close",
      )}>
          <a class="skip" href="#main">${ui.say("frame.skip")}</a>
          ${page.bare ? bareTop(ui) : navigation(document)}
          <main id="main" tabindex="-1">
            <header class="page-head"><div><h1>${title}</h1><p class="lead">${view
              .lead}</p></div>${view.action &&
              html`<div class="page-action">${view.action}</div>`}</header>
            ${notices(document)}
            ${view.body}
          </main>
          <div id="toasts" role="status" aria-live="polite">${document.told?.done &&
            toast(ui, document.told)}</div>
        </body>
    </html>
  `;
}

/** What stands above the page: a form that was refused, terms that wait. */
function notices({ ui, facts, view }: Document): Child {
  const failed = ui.shown.failed ?? view.refused;
  const said = failed &&
    (view.refusal === undefined ? refusal(ui, failed.code, failed.error) : view.refusal);
  return html`<div id="notices" role="alert">${said && note("danger", said)}</div>${
    facts.termsWait && note(
      "attention",
      ui.say("frame.terms_wait"),
      linkButton("/terms", ui.say("frame.read_terms")),
    )
  }`;
}

/** What the API says beyond its codes that people meet often, by its words; what they name is put in. */
const OFTEN: readonly (readonly [RegExp, TextKey])[] = [
  [/^This is no domain name: (?<name>.+)$/s, "errors.said_no_domain"],
  [/^There is an? \w+ of (?:that|this) name already: (?<name>.+)$/s, "errors.said_taken"],
  [/^The last day is before the first/, "errors.said_days"],
  [/^A password has (?<least>\d+) characters at least/, "errors.said_short_password"],
];

/** Why something was refused: the sentence of its code, and the words of the API where they say more. */
export function refusal(ui: Ui, code: string, error: string): Child {
  for (const [words, sentence] of OFTEN) {
    const found = words.exec(error), named = found?.groups ?? {};
    if (found === null) continue;
    return ui.rich(
      sentence,
      Object.fromEntries(
        Object.entries(named).map(([key, text]) => [key, html`<bdi>${text}</bdi>`]),
      ),
    );
  }
  const key = `code_${code}`, known = Object.hasOwn(TEXTS.errors, key);
  if (!known) return error;
  const text = ui.say(`errors.code_${code}` as TextKey);
  const english = (TEXTS.errors as Record<string, { en: string }>)[key].en;
  // The API answers in English: what it says beyond its standard sentence is shown as it is.
  return error === "" || error === english
    ? text
    : html`${ended(text)} <span lang="en">${error}</span>`;
}

/** A sentence that another one follows. */
function ended(sentence: string): string {
  return /[.?:…]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** A refusal as a page; over plain HTTP it says where the box is opened. */
export function refusalView(
  ui: Ui,
  code: string,
  error: string,
  at?: { host: string; https: string },
): View {
  if (code === "secure_only" && at !== undefined) {
    const port = /:(\d+)/.exec(at.https)?.[1] ?? "443";
    const address = `https://${at.host}${port === "443" ? "" : `:${port}`}${ui.shown.address}`;
    const open = ui.say("errors.open_secure", { address: `https://${at.host}` });
    const body = html`<p>${linkButton(address, open, { style: "main", icon: "lock" })}</p>`;
    return { title: ui.say("errors.secure_title"), lead: ui.say("errors.secure_text"), body };
  }
  const missing = code === "not_found", title = ui.say(missing ? "errors.missing" : "errors.title");
  const body = html`<p class="buttons">${
    // What does not exist is not there at the second attempt either.
    !missing && linkButton(ui.shown.address, ui.say("errors.again"), { icon: "refresh-cw" })}${
    linkButton("/", ui.say("errors.back"), { icon: "house" })
  }</p>`;
  const said = refusal(ui, code, error);
  return { title, lead: typeof said === "string" ? ended(said) : said, body };
}

/** What was done, with a way back. */
function toast(ui: Ui, told: Told): Markup {
  const [area, key] = told.done!.split(".") as [keyof typeof TEXTS, string];
  const known = Object.hasOwn(TEXTS, area) && Object.hasOwn(TEXTS[area], key);
  const text = ui.say(known ? told.done as TextKey : "frame.done", told.args ?? {});
  return html`<div class="toast"><p>${text}</p>${
    told.undo &&
    actButton(ui, { ...told.undo, done: "frame.undone" }, ui.say("frame.undo"), {
      style: "quiet",
      icon: "undo-2",
    })
  }</div>`;
}

function bareTop(ui: Ui): Markup {
  const { address } = ui.shown, here = `${address}${address.includes("?") ? "&" : "?"}lang=`;
  return html`
    <header
      class="bare-top"><span class="brand">${brand(ui)}</span><nav class="languages" aria-label=${ui
        .say(
          "words.language",
        )}>${LANGUAGES.map((code) =>
          html`
            <a href=${here +
              code} lang=${code} hreflang=${code} aria-current=${code === ui.shown.language
              ? "true"
              : undefined}
              title=${LANGUAGE_NAMES[code]}>${code.toUpperCase()}</a>
          `
        )}</nav></header>
  `;
}

function brand(ui: Ui): Child {
  return html`<img src=${
    addressOf("icon.svg")
  } alt="" width="28" height="28" /><bdi>${ui.shown.box}</bdi>`;
}

/** The sidebar of a wide screen, which is the bar at the bottom of a phone. */
function navigation({ ui, page, pages, facts }: Document): Markup {
  const open = AREAS.filter(({ name }) => shownPages(ui, pages, name).length > 0);
  return html`<header class="side" id="side">
    <a class="brand" href="/">${brand(ui)}</a>${pauseMenu(ui, facts)}
    <nav class="areas" aria-label=${ui.say("frame.navigation")}><ul>${
    open.map(({ name, text, icon: drawing }) => {
      const inside = shownPages(ui, pages, name), here = page.area === name;
      return html`<li class=${name === "alerts" ? "above" : undefined}><a href=${
        inside[0].path
      } aria-current=${here ? (inside[0].path === page.path ? "page" : "true") : undefined}
        >${icon(drawing)}<span>${ui.say(text)}</span>${
        name === "alerts" && alertCount(ui, facts.alerts)
      }${name === "home" && requestCount(ui, facts.requests)}</a>${
        here && inside.length > 1 && subpages(ui, page, inside, ui.say(text))
      }</li>`;
    })
  }</ul></nav>${open.some(({ name }) => name === "alerts") && bell(ui, page, facts)}${
    account(ui)
  }</header>`;
}

/** The way to the alerts on a phone, where the bar at the bottom has no place left for it. */
function bell(ui: Ui, { area }: Document["page"], { alerts }: FrameFacts): Markup {
  return html`<a class="bell" href="/alerts" aria-current=${
    area === "alerts" ? "page" : undefined
  }>${icon("bell")}<span
    class="only-heard">${ui.say("frame.alerts")}</span>${
    alertCount(ui, alerts, "open-alerts-above")
  }</a>`;
}

function subpages(ui: Ui, here: Document["page"], inside: readonly Page[], area: string): Markup {
  return html`<ul class="subpages" aria-label=${ui.say("frame.pages", { area })}>${
    inside.map(({ path, name }) => {
      const current = path === here.path
        ? "page"
        : here.path.startsWith(`${path}/`)
        ? "true"
        : undefined;
      return html`<li><a href=${path} aria-current=${current}>${ui.say(name)}</a></li>`;
    })
  }</ul>`;
}

/** Pages of an area that the navigation leads to: those without parameters, not aside, that this account may read. */
function shownPages(ui: Ui, pages: readonly Page[], area: AreaName): Page[] {
  return pages.filter((page) =>
    page.area === area && !page.aside && !page.path.includes("{") && mayOpen(ui, page)
  );
}

function mayOpen(ui: Ui, { access }: Page): boolean {
  const words = ["open", "account", "session", "setup"];
  return [access].flat().every((right) =>
    words.includes(right) || ui.may(right as Parameters<Ui["may"]>[0])
  );
}

/** The name of who is signed in, with their own page and the way out. */
function account(ui: Ui): Child {
  const { by } = ui.shown;
  if (!("account" in by)) return null;
  return html`
    <details class="who">
      <summary>${face(by.account.name)}<span class="only-heard">${ui.say("frame.account", {
        name: by.account.name,
      })}</span><bdi aria-hidden="true">${by.account.name}</bdi></summary>
      <div class="menu"><a href="/me">${icon("circle-user")}${ui.say(
        "frame.my_account",
      )}</a>${actButton(
        ui,
        { method: "delete", path: "/api/v1/session", back: "/sign-in" },
        ui.say("frame.sign_out"),
        {
          style: "quiet",
          icon: "log-out",
        },
      )}</div>
    </details>
  `;
}

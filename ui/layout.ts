/**
 * The document around every page: head, navigation, the lead sentence, and the result of the last
 * action.
 */
import type { NoticesResponse } from "../api/accounts/invitation_routes.ts";
import type { FlashMessage } from "../api/http/forms.ts";
import type { ErrorCode } from "../api/schema/errors.ts";
import { type AreaName, AREAS } from "./areas.ts";
import { assetUrl } from "./assets.ts";
import { type Child, html, type Markup } from "./html.ts";
import { icon } from "./icons.ts";
import { LANGUAGES } from "../policy/catalogue/languages.ts";
import { LANGUAGE_NAMES } from "./language.ts";
import type { Page, PageView } from "./page.ts";
import { alertCount } from "./parts/alert.ts";
import { endSentence, refusalText } from "./parts/refusal.ts";
import { note } from "./parts/card.ts";
import { avatar } from "./parts/avatar.ts";
import { actionButton, linkButton } from "./parts/form.ts";
import { type PauseData, pauseEnd, pauseMenu } from "./parts/pause.ts";
import { requestCount } from "./parts/time_request.ts";
import type { Ui } from "./ui.ts";
import { ruleExceptions } from "./parts/rule_exceptions.ts";
import { type TextKey, TEXTS } from "./text/list.ts";

/** What the frame needs to know about the box. */
export interface LayoutData extends PauseData {
  /** Number of open alerts; 0 where the account may not see them. */
  readonly alerts: number;
  /** Number of pending requests for more time; 0 where the account may not see them. */
  readonly requests: number;
  /** Whether terms of use await acceptance by this account. */
  readonly termsWait: boolean;
  /** Whether filtering is on; true where the account may not know. */
  readonly filtering: boolean;
  /** Changes that others made to access to this account; shown until read. */
  readonly notices: NoticesResponse["notices"];
  /** New servers of spyware that devices of the account's person contacted, by device (A 7.4.2). */
  readonly spyware: number;
}

/** The facts of a page without navigation. */
export const EMPTY_LAYOUT_DATA: LayoutData = {
  alerts: 0,
  requests: 0,
  termsWait: false,
  filtering: true,
  notices: [],
  spyware: 0,
  pauses: [],
  scopes: [],
};

/** The parts of a document. */
export interface PageDocument {
  readonly ui: Ui;
  readonly page: Pick<Page, "path" | "name" | "area" | "bare" | "plain" | "islands" | "live">;
  readonly pages: readonly Page[];
  readonly view: PageView;
  readonly facts: LayoutData;
  readonly flash: FlashMessage | undefined;
}

/** The islands of every page. */
const SHARED_ISLANDS = ["frame", "refresh", "controls"] as const;

/**
 * Keeps browsers from painting a page before its last element has arrived, because what arrives
 * later moves what is painted. Chromium waits for the start tag of that element.
 */
const WHOLE = html`<link rel="expect" href="#toasts" blocking="render" />`;

/** Renders the whole document. */
export function layout(document: PageDocument): Markup {
  const { ui, page, view } = document;
  const title = view.title ?? ui.t(page.name);
  const islands = [
    ...SHARED_ISLANDS,
    ...page.live === undefined ? [] : ["live" as const],
    ...page.islands ?? [],
  ];
  return html`
    <html lang=${ui.context.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${ui.context.box}</title>
        <link
          rel="preload"
          href=${assetUrl("inter.woff2")}
          as="font"
          type="font/woff2"
          crossorigin="anonymous"
        />
        <link rel="stylesheet" href=${assetUrl("box.css")} />
        <link rel="icon" type="image/svg+xml" href=${assetUrl("icon.svg")} />
        ${WHOLE}
        ${[...new Set(islands)].map((name) =>
          html`<script type="module" src=${assetUrl(`${name}.js`)}></script>`
        )}
      </head>
      <body
        class=${page.bare ? "bare" : "framed"}
        data-offline=${ui.t("frame.offline")}
        data-unsure=${ui.t("frame.unsure")}
        data-unsent=${ui.t("frame.unsent")}
        data-slow=${ui.t("frame.slow")}
        data-back=${ui.t("frame.is_back")}
        data-silent=${ui.t("frame.silent")}
        data-close=${ui.t("frame.close")}
      >
        <a class="skip" href="#main">${ui.t("frame.skip")}</a>
        ${page.bare ? bareTop(ui) : navigation(document)}
        <main id="main" tabindex="-1">
          <header class="page-head">
            <div>
              <h1>${title}</h1>
              <p class="lead">${view.lead}</p>
            </div>
            ${view.action &&
              html`<div class="page-action">${view.action}</div>`}
          </header>
          ${notices(document)}
          ${view.body}
        </main>
        <div id="toasts" role="status" aria-live="polite">
          ${document.flash?.done && toast(ui, document.flash)}
        </div>
      </body>
    </html>
  `;
}

/** Notices above the page: a refused form, or terms to accept. */
function notices({ ui, facts, view, page }: PageDocument): Child {
  const failed = ui.context.failed ?? view.refused;
  const errorNote = failed &&
    (view.refusal === undefined ? errorText(ui, failed.code, failed.error) : view.refusal);
  return html`
    <div id="notices" role="alert">${errorNote && note("danger", errorNote)}</div>
    ${facts.termsWait &&
      note(
        "attention",
        ui.t("frame.terms_wait"),
        linkButton("/terms", ui.t("frame.read_terms")),
      )}
    ${accountNotices(ui, facts)}
    ${suspended(ui, facts, page)}
  `;
}

/** Why the choices shown on a page have no effect at the moment. The home page says this itself. */
function suspended(ui: Ui, { filtering, pauses }: LayoutData, page: PageDocument["page"]): Child {
  if (!filtering) return page.path !== "/" && note("attention", ui.t("home.problem_filtering"));
  const all = pauses.find(({ scope }) => scope === "all");
  return all !== undefined && page.area === "protection" &&
    note("attention", ui.t("frame.paused_note", { until: pauseEnd(ui, all.until) }));
}

/** The notice shown at the next sign-in, on every page until the account has read it. */
function accountNotices(ui: Ui, { notices }: LayoutData): Child {
  const last = notices.at(-1);
  if (last === undefined) return null;
  const texts = notices.map(({ kind, by, subject, time, consent_ended }) =>
    html`
      <p>
        ${ui.tRich(`frame.notice_${kind}`, {
          by: by === "box" ? ui.t("frame.notice_machine") : html`<bdi>${by}</bdi>`,
          subject: html`<bdi>${subject}</bdi>`,
          when: ui.date(time, { dateStyle: "medium", timeStyle: "short" }),
        })}
        ${consent_ended && [" ", ui.t("frame.notice_consent")]}
      </p>
    `
  );
  const read = {
    method: "post",
    path: "/api/v1/me/notices/read",
    body: { up_to: last.id },
  } as const;
  return note("attention", texts, actionButton(ui, read, ui.t("frame.notice_read")));
}

/** Codes whose own sentence is enough on a page: the rest of the message is about technical causes. */
const ENOUGH: ReadonlySet<string> = new Set<ErrorCode>([
  "database_unavailable",
  "resolver_unavailable",
  "update_refused",
  "backup_damaged",
  "backup_newer",
  "no_right",
]);

/**
 * Why a request was refused, in the language of the user. A sentence for programs, which no control
 * of a page leads to, stays English after the sentence of its code.
 */
export function errorText(ui: Ui, code: string, error: string): Child {
  const refusal = refusalText(ui, error);
  if (refusal !== undefined) return endedParts(refusal);
  const key = `code_${code}`;
  const known = Object.hasOwn(TEXTS.errors, key);
  if (!known) return error;
  const text = ui.t(`errors.code_${code}` as TextKey);
  const english = (TEXTS.errors as Record<string, { en: string }>)[key].en;
  if (error === "" || error === english || ENOUGH.has(code)) return text;
  return html`${endSentence(text)} <span lang="en">${error}</span>`;
}

/** A sentence with values; one that ends with a value stays as it is. */
function endedParts(parts: readonly Child[]): Child {
  const last = parts.at(-1);
  return typeof last === "string" && last !== ""
    ? [...parts.slice(0, -1), endSentence(last)]
    : parts;
}

/** Renders an error as a page. Over plain HTTP it also says at which address to open the box. */
export function errorView(
  ui: Ui,
  code: string,
  error: string,
  at?: { host: string; https: string },
): PageView {
  if (code === "secure_only" && at !== undefined) {
    const port = /:(\d+)/.exec(at.https)?.[1] ?? "443";
    const address = `https://${at.host}${port === "443" ? "" : `:${port}`}${ui.context.address}`;
    const open = ui.t("errors.open_secure", { address: `https://${at.host}` });
    const body = html`<p>${linkButton(address, open, { style: "main", icon: "lock" })}</p>`;
    return { title: ui.t("errors.secure_title"), lead: ui.t("errors.secure_text"), body };
  }
  // Retrying does not help when the resource does not exist.
  const missing = code === "not_found";
  const title = ui.t(missing ? "errors.missing" : "errors.title");
  const body = html`
    <p class="buttons">
      ${!missing && linkButton(ui.context.address, ui.t("errors.again"), { icon: "refresh-cw" })}
      ${linkButton("/", ui.t("errors.back"), { icon: "house" })}
    </p>
  `;
  const lead = errorText(ui, code, error);
  return { title, lead: typeof lead === "string" ? endSentence(lead) : lead, body };
}

/** The result of an action, with a link back. */
function toast(ui: Ui, message: FlashMessage): Markup {
  const [area, key] = message.done!.split(".") as [keyof typeof TEXTS, string];
  const known = Object.hasOwn(TEXTS, area) && Object.hasOwn(TEXTS[area], key);
  const text = ui.t(known ? message.done as TextKey : "frame.done", message.args ?? {});
  return html`
    <div class="toast">
      <p>${text} ${ruleExceptions(ui, message.exceptions ?? [])}</p>
      ${message.undo &&
        actionButton(ui, { ...message.undo, done: "frame.undone" }, ui.t("frame.undo"), {
          style: "quiet",
          icon: "undo-2",
        })}
    </div>
  `;
}

function bareTop(ui: Ui): Markup {
  const { address } = ui.context;
  const here = `${address}${address.includes("?") ? "&" : "?"}lang=`;
  return html`
    <header class="bare-top">
      <span class="brand">${brand(ui)}</span>
      <nav class="languages" aria-label=${ui.t("words.language")}>
        ${LANGUAGES.map((code) =>
          html`
            <a
              href=${here + code}
              lang=${code}
              hreflang=${code}
              aria-current=${code === ui.context.language ? "true" : undefined}
              title=${LANGUAGE_NAMES[code]}
            >
              ${code.toUpperCase()}
            </a>
          `
        )}
      </nav>
    </header>
  `;
}

function brand(ui: Ui): Child {
  return html`
    <img src=${assetUrl("icon.svg")} alt="" width="28" height="28" />
    <bdi>${ui.context.box}</bdi>
  `;
}

/** The sidebar on a wide screen, shown as the bottom bar on a phone. */
function navigation({ ui, page, pages, facts }: PageDocument): Markup {
  const open = AREAS.filter(({ name }) => shownPages(ui, pages, name).length > 0);
  return html`
    <header class="side">
      <a class="brand" href="/">${brand(ui)}</a>
      ${pauseMenu(ui, facts)}
      <nav class="areas" aria-label=${ui.t("frame.navigation")}>
        <ul>
          ${open.map(({ name, text, icon: drawing }) => {
            const inside = shownPages(ui, pages, name);
            const here = page.area === name;
            return html`
              <li class=${name === "alerts" ? "above" : undefined}>
                <a
                  href=${inside[0].path}
                  aria-current=${here ? currentWord(inside[0].path === page.path) : undefined}
                >
                  ${icon(drawing)}
                  <span>${ui.t(text)}</span>
                  ${name === "alerts" && alertCount(ui, facts.alerts)}
                  ${name === "home" && requestCount(ui, facts.requests)}
                </a>
                ${here && inside.length > 1 && subpages(ui, page, inside, ui.t(text))}
              </li>
            `;
          })}
        </ul>
      </nav>
      ${open.some(({ name }) => name === "alerts") && bell(ui, page, facts)}
      ${account(ui, facts)}
    </header>
  `;
}

/** The link to the alerts on a phone, where the bottom bar has no room for it. */
function bell(ui: Ui, { area }: PageDocument["page"], { alerts }: LayoutData): Markup {
  return html`
    <a class="bell" href="/alerts" aria-current=${area === "alerts" ? "page" : undefined}>
      ${icon("bell")}
      <span class="visually-hidden">${ui.t("frame.alerts")}</span>
      ${alertCount(ui, alerts, "open-alerts-above")}
    </a>
  `;
}

/** The value of aria-current: this page, or the entry that contains it. */
function currentWord(isThisPage: boolean): "page" | "true" {
  return isThisPage ? "page" : "true";
}

function subpages(
  ui: Ui,
  here: PageDocument["page"],
  inside: readonly Page[],
  area: string,
): Markup {
  return html`
    <ul class="subpages" aria-label=${ui.t("frame.pages", { area })}>
      ${inside.map(({ path, name }) => {
        const isOpen = path === here.path || here.path.startsWith(`${path}/`);
        const current = isOpen ? currentWord(path === here.path) : undefined;
        return html`<li><a href=${path} aria-current=${current}>${ui.t(name)}</a></li>`;
      })}
    </ul>
  `;
}

/**
 * The pages of an area that the navigation shows: no parameters, not marked as aside, and readable
 * by this account.
 */
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

/** The name of the signed-in user, with links to their own page and to sign out. */
function account(ui: Ui, { spyware }: LayoutData): Child {
  const { by } = ui.context;
  if (!("account" in by)) return null;
  return html`
    <details class="who">
      <summary>
        ${avatar(by.account.name)}
        <span class="visually-hidden">
          ${ui.t("frame.account", {
            name: by.account.name,
          })}
        </span>
        <bdi aria-hidden="true">${by.account.name}</bdi>
        ${spywareMark(ui, spyware, "own-notices")}
      </summary>
      <div class="menu">
        <a href=${spyware > 0 ? "/me#spyware" : "/me"}>
          ${icon("circle-user")}${ui.t("frame.my_account")}${spywareMark(
            ui,
            spyware,
            "own-notices-in-menu",
          )}
        </a>
        ${actionButton(
          ui,
          { method: "delete", path: "/api/v1/session", back: "/sign-in" },
          ui.t("frame.sign_out"),
          {
            style: "quiet",
            icon: "log-out",
          },
        )}
      </div>
    </details>
  `;
}

/** The mark that leads a person to the notices of spyware on the own account page (A 7.4.2). */
function spywareMark(ui: Ui, count: number, id: string): Markup {
  return html`
    <span class="count" id=${id} data-refresh="60" hidden=${count === 0}>
      <span aria-hidden="true">${ui.compactNumber(count)}</span>
      <span class="visually-hidden">${ui.t("threats.mine")}</span>
    </span>
  `;
}

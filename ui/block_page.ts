/**
 * The page shown instead of a blocked site (A 7.6.4 to 7.6.6). It is one document with an inline
 * style, and has no script, image, font, frame or form. It is served at the address of a foreign
 * site, so it loads nothing and reveals only the name of the box.
 */
import { createHash } from "node:crypto";
import { domainToUnicode } from "node:url";
import { render } from "preact-render-to-string";
import type {
  BlockPageResponse,
  BlockPageView,
} from "../api/features/protection/block_page/service.ts";
import type { BlockWhy } from "../api/features/protection/block_page/why.ts";
import { findService } from "../policy/catalogue/services.ts";
import style from "./assets/css/block_page.css" with { type: "text" };
import base from "./assets/css/plain_base.css" with { type: "text" };
import { type Child, html, type Markup } from "./html.ts";
import { languageOf } from "./language.ts";
import { domain } from "./parts/domain.ts";
import { untilText } from "./parts/times.ts";
import { Ui } from "./ui.ts";
import { type TextKey, TEXTS } from "./text/list.ts";

const STYLE = `${base}${style}`.replace(/\/\*[^]*?\*\//g, "").replace(
  /\s*([{};,:>])\s*|\n\s*/g,
  "$1",
).trim();
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** Renders the block page for a request. */
export const blockPageView: BlockPageView = (shown, request) => {
  const { zone, now, box } = shown;
  const language = languageOf(request, "");
  const ui = new Ui({
    language,
    now,
    box,
    address: "/",
    version: "",
    zone: zone || Intl.DateTimeFormat().resolvedOptions().timeZone,
    by: { kind: "device", name: "", address: "", rights: new Set() },
  });
  return { html: `<!doctype html>${render(documentOf(ui, shown))}`, language, style: STYLE_HASH };
};

function documentOf(ui: Ui, shown: BlockPageResponse): Markup {
  const { name, why, opens, home } = shown;
  const title = titleOf(ui, why);
  const box = html`<b><bdi>${ui.context.box}</bdi></b>`;
  return html`
    <html lang=${ui.context.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style dangerouslySetInnerHTML=${{ __html: STYLE }} />
      </head>
      <body>
        <div class="page">
          <main>
            ${sign(why)}
            <h1>${title}</h1>
            ${nameOf(name)}
            <p class="why">
              ${why === undefined ? ui.t("blockPage.elsewhere") : reason(ui, why, opens)}
            </p>
            ${offer(ui, shown)}
            <p class="time quiet">
              ${ui.date(ui.context.now / 1000, {
                dateStyle: "full",
                timeStyle: "short",
                hourCycle: "h23",
              })}
            </p>
          </main>
          <footer>
            <p class="quiet">${ui.tRich("blockPage.instead", { box })}</p>
            <p class="quiet">
              ${ui.t("blockPage.warned")} <a href=${`${home}/certificate`}>
                ${ui.t("certificate.title")}
              </a>
            </p>
          </footer>
        </div>
      </body>
    </html>
  `;
}

function titleOf(ui: Ui, why: BlockWhy | undefined): string {
  switch (why?.kind) {
    case "hours":
    case "cut":
      return ui.t("blockPage.title_closed");
    case "homework":
      return ui.t("blockPage.title_homework");
    case "limit":
      return ui.t("blockPage.title_limit");
    default:
      return ui.t("blockPage.title");
  }
}

const DANGERS: ReadonlySet<string> = new Set([
  "danger",
  "tunnel",
  "spyware",
  "lookalike",
  "rebinding",
]);

function signClass(why: BlockWhy | undefined): string {
  if (why?.mayAsk === "more-time") return " clock";
  return DANGERS.has(why?.kind ?? "") ? " danger" : "";
}

/** A clock for time limits, a warning sign for attacks, a bar for every other reason. */
function sign(why: BlockWhy | undefined): Markup {
  const kind = signClass(why);
  return html`
    <div class=${`sign${kind}`} aria-hidden="true">
      <i></i>
      ${kind !== "" && html`<i></i>`}
    </div>
  `;
}

/** Maximum length of a name, in bytes, at which the smaller type keeps the reason visible. */
const LONG = 60;

/** The name in readable form, followed by its encoded form where they differ. */
function nameOf(name: string): Markup {
  const written = name.includes("xn--") ? domainToUnicode(name) : "";
  const isOther = written !== "" && written !== name && !written.includes("\ufffd");
  const long = name.length > LONG ? " long" : "";
  return html`
    <p class=${`name${long}`}>
      <b>${domain(isOther ? written : name)}</b>
      ${isOther && html`<small translate="no">${name}</small>`}
    </p>
  `;
}

function reason(ui: Ui, { kind, category, service }: BlockWhy, opens: number): Child {
  const about = Object.hasOwn(TEXTS.categories, category)
    ? ui.t(`categories.${category}` as TextKey)
    : undefined;
  switch (kind) {
    case "hours":
    case "cut": {
      const key = kind === "cut" ? "cut" : "closed";
      return opens === 0
        ? ui.t(`ask.${key}`)
        : ui.t(`ask.${key}_until`, { until: untilText(ui, opens) });
    }
    case "service": {
      const called = findService(service)?.name;
      return called === undefined
        ? ui.t("blockPage.why_own_service")
        : ui.tRich("blockPage.why_service", { service: html`<bdi>${called}</bdi>` });
    }
    case "homework":
      return homework(ui, about, opens);
    case "limit":
    case "danger":
    case "category":
      return about === undefined
        ? ui.t("blockPage.why_list")
        : ui.t(`blockPage.why_${kind}`, { category: about });
    case "list":
      return about === undefined
        ? ui.t("blockPage.why_list")
        : ui.t("blockPage.why_list_about", { category: about });
    default:
      return ui.t(`blockPage.why_${kind}`);
  }
}

/** Homework mode, with what stays blocked until it ends. */
function homework(ui: Ui, category: string | undefined, opens: number): Child {
  const end = opens === 0
    ? ui.t("blockPage.why_homework")
    : ui.t("blockPage.why_homework_until", { until: untilText(ui, opens) });
  return category === undefined
    ? end
    : html`${end} ${ui.t("blockPage.homework_about", { category })}`;
}

/**
 * What the user can do. For a time limit: ask for more time, if that is possible now. Otherwise:
 * who manages the network.
 */
function offer(ui: Ui, { why, request, home }: BlockPageResponse): Child {
  if (why?.mayAsk !== "more-time") return html`<p>${ui.t("blockPage.mistake")}</p>`;
  if (request === "refused") return html`<p>${ui.t("blockPage.need_time")}</p>`;
  const text = ui.t(request === "waiting" ? "ask.waiting" : "ask.title");
  return html`<a class="button" href=${`${home}/ask`}>${text}</a>`;
}

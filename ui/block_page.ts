/**
 * The page in place of a blocked site (A 7.6.4 to 7.6.6): one document with one style in it, without script, picture, font, frame
 * or form. It stands at the address of a foreign site, so that it loads nothing and tells nothing of the box but its name.
 */
import { createHash } from "node:crypto";
import { domainToUnicode } from "node:url";
import { render } from "preact-render-to-string";
import type { BlockedShown, BlockPageView } from "../api/features/protection/block_page/service.ts";
import type { Why } from "../api/features/protection/block_page/why.ts";
import { serviceOf } from "../policy/catalogue/services.ts";
import style from "./assets/css/block_page.css" with { type: "text" };
import base from "./assets/css/plain_base.css" with { type: "text" };
import { type Child, html, type Markup } from "./html.ts";
import { languageOf } from "./language.ts";
import { domain } from "./parts/domain.ts";
import { untilText } from "./parts/times.ts";
import { Ui } from "./shown.ts";
import { type TextKey, TEXTS } from "./text/list.ts";

const STYLE = `${base}${style}`.replace(/\/\*[^]*?\*\//g, "").replace(
  /\s*([{};,:>])\s*|\n\s*/g,
  "$1",
).trim();
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** The page for a request. */
export const blockPageView: BlockPageView = (shown, request) => {
  const { zone, now, box } = shown, language = languageOf(request, "");
  const ui = new Ui({
    ...{ language, now, box, address: "/", version: "" },
    zone: zone || Intl.DateTimeFormat().resolvedOptions().timeZone,
    by: { kind: "device", name: "", address: "", rights: new Set() },
  });
  return { html: `<!doctype html>${render(documentOf(ui, shown))}`, language, style: STYLE_HASH };
};

function documentOf(ui: Ui, { name, why, opens, home }: BlockedShown): Markup {
  const title = titleOf(ui, why), box = html`<b><bdi>${ui.shown.box}</bdi></b>`;
  return html`
    <html lang=${ui.shown.language}>
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
            <p class="why">${why === undefined
              ? ui.say("blockPage.elsewhere")
              : reason(ui, why, opens)}</p>
            ${offer(ui, why, home)}
            <p class="time quiet">${ui.date(ui.shown.now / 1000, {
              dateStyle: "full",
              timeStyle: "short",
              hourCycle: "h23",
            })}</p>
          </main>
          <footer>
            <p class="quiet">${ui.rich("blockPage.instead", { box })}</p>
            <p class="quiet">${ui.say("blockPage.warned")} <a href=${`${home}/certificate`}>${ui
              .say(
                "certificate.title",
              )}</a></p>
          </footer>
        </div>
      </body>
    </html>
  `;
}

function titleOf(ui: Ui, why: Why | undefined): string {
  if (why?.kind === "hours" || why?.kind === "cut") return ui.say("blockPage.title_closed");
  return ui.say(why?.kind === "time" ? "blockPage.title_time" : "blockPage.title");
}

const DANGERS: ReadonlySet<string> = new Set([
  "danger",
  "tunnel",
  "spyware",
  "lookalike",
  "rebinding",
]);

/** A clock for what is a matter of time, a mark of attention for what attacks, a bar for the rest. */
function sign(why: Why | undefined): Markup {
  const kind = why?.mayAsk === "more-time"
    ? " clock"
    : DANGERS.has(why?.kind ?? "")
    ? " danger"
    : "";
  return html`<div class=${`sign${kind}`} aria-hidden="true"><i></i>${
    kind !== "" && html`<i></i>`
  }</div>`;
}

/** Octets of names of which the smaller letters leave the reason in sight. */
const LONG = 60;

/** The name as people read it, and as it is written where that is not the same. */
function nameOf(name: string): Markup {
  const written = name.includes("xn--") ? domainToUnicode(name) : "";
  const isOther = written !== "" && written !== name && !written.includes("\ufffd");
  const long = name.length > LONG ? " long" : "";
  return html`<p class=${`name${long}`}><b>${domain(isOther ? written : name)}</b>${
    isOther && html`<small translate="no">${name}</small>`
  }</p>`;
}

function reason(ui: Ui, { kind, category, service }: Why, opens: number): Child {
  const about = Object.hasOwn(TEXTS.categories, category)
    ? ui.say(`categories.${category}` as TextKey)
    : undefined;
  switch (kind) {
    case "hours":
    case "cut": {
      const key = kind === "cut" ? "cut" : "closed";
      return opens === 0
        ? ui.say(`ask.${key}`)
        : ui.say(`ask.${key}_until`, { until: untilText(ui, opens) });
    }
    case "service": {
      const called = serviceOf(service)?.name;
      return called === undefined
        ? ui.say("blockPage.why_rule")
        : ui.rich("blockPage.why_service", { service: html`<bdi>${called}</bdi>` });
    }
    case "time":
    case "danger":
    case "category":
      return about === undefined
        ? ui.say("blockPage.why_list")
        : ui.say(`blockPage.why_${kind}`, { category: about });
    case "list":
      return about === undefined
        ? ui.say("blockPage.why_list")
        : ui.say("blockPage.why_list_about", { category: about });
    default:
      return ui.say(`blockPage.why_${kind}`);
  }
}

/** What can be done: asking for more time where that is why, else telling who manages the network. */
function offer(ui: Ui, why: Why | undefined, home: string): Child {
  if (why?.mayAsk === "more-time") {
    return html`<a class="button" href=${`${home}/ask`}>${ui.say("ask.title")}</a>`;
  }
  return html`<p>${ui.say("blockPage.mistake")}</p>`;
}

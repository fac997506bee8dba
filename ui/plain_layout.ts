/**
 * The document of a page for devices of any age: no scripts, and a separate stylesheet that old
 * browsers support. It reveals only the name of the box, since every client of the network can read
 * it over plain HTTP.
 */
import { LANGUAGES } from "../policy/catalogue/languages.ts";
import { assetUrl } from "./assets.ts";
import type { PageDocument } from "./layout.ts";
import { errorText } from "./layout.ts";
import { html, type Markup } from "./html.ts";
import { LANGUAGE_NAMES } from "./language.ts";
import type { Ui } from "./ui.ts";

/** Renders the whole document. */
export function plainLayout({ ui, page, view }: PageDocument): Markup {
  const title = view.title ?? ui.t(page.name);
  const { failed, box, address, language } = ui.context;
  const refused = failed &&
    (view.refusal === undefined ? errorText(ui, failed.code, failed.error) : view.refusal);
  // Includes the address, because a page that answers a form is served at the form's path.
  const again = view.reloadSeconds !== undefined && `${view.reloadSeconds}; url=${address}`;
  return html`
    <html lang=${language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${again && html`<meta http-equiv="refresh" content=${again} />`}
        <title>${title} · ${box}</title>
        <link rel="stylesheet" href=${assetUrl("plain.css")} />
        <link rel="icon" type="image/svg+xml" href=${assetUrl("icon.svg")} />
      </head>
      <body>
        <div class="page">
          <header class="brand">
            <img src=${assetUrl("icon.svg")} alt="" width="28" height="28" />
            <bdi>${box}</bdi>
          </header>
          <main id="main">
            <h1>${title}</h1>
            <p class="lead">${view.lead}</p>
            ${refused && html`<p class="refused" role="alert">${refused}</p>`}
            ${view.body}
          </main>
          ${languages(ui)}
        </div>
      </body>
    </html>
  `;
}

function languages(ui: Ui): Markup {
  const { address, language } = ui.context;
  const here = `${address}${address.includes("?") ? "&" : "?"}lang=`;
  return html`
    <nav class="languages" aria-label=${ui.t("words.language")}>
      ${LANGUAGES.map((code, at) =>
        html`
          ${at > 0 && " "}
          <a
            href=${here + code}
            lang=${code}
            hreflang=${code}
            aria-current=${code === language ? "true" : undefined}
          >
            ${LANGUAGE_NAMES[code]}
          </a>
        `
      )}
    </nav>
  `;
}

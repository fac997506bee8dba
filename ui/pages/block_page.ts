/**
 * The page to choose whether blocked sites show a reason, with the certificate that https sites
 * need for it (A 7.6, 7.7).
 */
import type { CertificateResponse } from "../../api/features/protection/block_page/routes.ts";
import type { SettingResponse, SettingsResponse } from "../../api/features/box/settings/routes.ts";
import { html, type Markup } from "../html.ts";
import { icon } from "../icons.ts";
import { page, type PageView } from "../page.ts";
import { card, definitionList } from "../parts/card.ts";
import { passwordConfirmForm } from "../parts/password_confirm.ts";
import { copyField } from "../parts/copy.ts";
import { domain } from "../parts/domain.ts";
import { linkButton, type PageAction } from "../parts/form.ts";
import { qrFigure } from "../parts/qr.ts";
import { switchForm } from "../parts/switch.ts";
import type { Ui } from "../ui.ts";

interface Data {
  readonly setting: SettingResponse;
  /** Undefined = block pages are off, or the certificate cannot be made yet. */
  readonly certificate: CertificateResponse | undefined;
}

const SETTING = "/api/v1/settings/blocked_response";

/** The page at `/block-page`. */
export const blockPagePage = page<Data>({
  doc: "A 7.6, 7.7",
  path: "/block-page",
  name: "blockPage.name",
  access: "system.read",
  area: "protection",
  async load({ read }) {
    const { settings } = await read<SettingsResponse>("/api/v1/settings");
    const setting = settings.find(({ key }) => key === "blocked_response")!;
    // The certificate is made on first use; it is not needed while no block page is shown.
    const wanted = setting.value === "page"
      ? read<CertificateResponse>("/api/v1/certificate")
      : undefined;
    return { setting, certificate: await wanted?.catch(() => undefined) };
  },
  view,
});

function view(ui: Ui, { setting, certificate }: Data): PageView {
  const isOn = setting.value === "page";
  return {
    lead: ui.t(isOn ? "blockPage.lead_on" : "blockPage.lead_off"),
    body: html`
      <div class="stack">
        ${choice(ui, setting)}
        ${certificate && devices(ui, certificate)}
        ${certificate && ui.may("system.write") && renewCard(ui)}
      </div>
    `,
  };
}

function choice(ui: Ui, { value, fixed_by }: SettingResponse): Markup {
  const isOn = value === "page";
  const label = ui.t("blockPage.switch");
  const act: PageAction = {
    method: "put",
    path: SETTING,
    body: { value: isOn ? "null" : "page" },
    done: isOn ? "blockPage.turned_off" : "blockPage.turned_on",
    undo: { method: "put", path: SETTING, body: { value } },
  };
  const options = { id: "shows-page", label, on: isOn, button: ui.t("words.change") };
  const isFixed = fixed_by !== "";
  return card(
    label,
    html`
      <div class="with-preview">
        <div class="stack">
          <p>${ui.t("blockPage.shows")}</p>
          <p class="muted">${ui.t("blockPage.needs")}</p>
        </div>
        ${preview(ui)}
      </div>
    `,
    {
      action: ui.may("system.write") && !isFixed
        ? switchForm(ui, act, options)
        : linkButton("/settings?q=blocked_response", ui.t("words.change"), { style: "quiet" }),
    },
  );
}

/** A preview of the selected choice. */
function preview(ui: Ui): Markup {
  const why = ui.t("blockPage.why_category", { category: ui.t("categories.games") });
  return html`
    <figure class="preview">
      <figcaption class="small muted">${ui.t("blockPage.preview")}</figcaption>
      <div class="preview-page">
        <span class="preview-sign"></span>
        <p class="preview-title">${ui.t("blockPage.title")}</p>
        <p class="strong" translate="no">${domain("www.games.example")}</p>
        <p class="small">${why}</p>
        <p class="small muted">${ui.t("blockPage.mistake")}</p>
      </div>
    </figure>
  `;
}

function devices(ui: Ui, { name, fingerprint, made, until, url }: CertificateResponse): Markup {
  const fingerprintWord = ui.t("certificate.fingerprint");
  const title = ui.t("certificate.title");
  return card(
    ui.t("blockPage.devices"),
    html`
      <div class="beside-codes">
        <div class="stack">
          <p>${ui.t("blockPage.devices_help")}</p>
          ${copyField(ui, url, title)}
          <p class="buttons">${linkButton("/certificate", title, { icon: "shield-check" })}</p>
          <details class="reveals">
            <summary>${ui.t("certificate.check")}</summary>
            <div class="stack">
              ${definitionList(
                [ui.t("words.name"), html`<bdi>${name}</bdi>`],
                [ui.t("certificate.valid"), ui.dateRange(made, until, { dateStyle: "medium" })],
              )}
              <div>
                <p class="muted small">${fingerprintWord}</p>
                ${copyField(ui, fingerprint, fingerprintWord)}
              </div>
            </div>
          </details>
        </div>
        ${qrFigure(url, ui.t("dns.qr_alt", { text: url }), title)}
      </div>
    `,
    { class: "wide-facts" },
  );
}

/** Makes a new certificate after a confirmation; devices must then trust the new one instead. */
function renewCard(ui: Ui): Markup {
  const text = ui.t("blockPage.anew");
  const path = "/api/v1/dns-services/block-authority/regenerate";
  const act = { method: "post", path, done: "blockPage.anew_done" } as const;
  return html`
    <details class="card folded">
      <summary>
        <h2>${text}</h2>
        ${icon("chevron-down")}
      </summary>
      <div class="stack">
        <p>${ui.t("blockPage.anew_help")}</p>
        ${passwordConfirmForm(ui, "authority-anew", text, act, true)}
      </div>
    </details>
  `;
}

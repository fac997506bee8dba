/**
 * The source of the certificate: four options in plain words, each with its requirements (A 2.7).
 */
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { badge, card } from "../../parts/card.ts";
import { input, textArea, toggle } from "../../parts/field.ts";
import { actionButton, form, linkButton, submit } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";
import type { DnsServicesData } from "./data.ts";
import { isExpired } from "./certificate.ts";

const MODES = ["box", "domain", "self", "import"] as const;
type Mode = (typeof MODES)[number];
type Provider = DnsServicesData["services"]["providers"][number];

const PATH = "/api/v1/dns-services/certificate";
const PUT = { method: "put", path: PATH, back: "/dns-services" } as const;

/** The card of the choice; folded once there is a certificate. */
export function choiceCard(ui: Ui, data: DnsServicesData): Markup {
  const { services: { certificate, cloud } } = data;
  const open = openMode(ui, data);
  const has = certificate.mode !== "";
  // Options that devices trust without further setup, and those for which the box has everything it
  // needs.
  const recommended: Mode = cloud ? "box" : "domain";
  const rows = MODES.filter((mode) => cloud || mode !== "box");
  const ways = html`
    <div class="ways">
      ${rows.map((mode) => way(ui, data, mode, { open, recommended }))}
      ${!cloud && way(ui, data, "box", { open, recommended })}
    </div>
    ${has && turnOff(ui)}
  `;
  if (!has) return card(ui.t("dns.choose"), ways, { id: "choose" });
  return html`
    <details class="card folded" id="choose" open=${open !== ""}>
      <summary>
        <h2>${ui.t("dns.choose_other")}</h2>
        ${icon("chevron-down")}
      </summary>
      ${ways}
    </details>
  `;
}

/**
 * The unfolded option: the refused form, the one in the address, or one that must be fixed before
 * devices can send queries.
 */
function openMode(
  ui: Ui,
  { mode, provider, services: { certificate } }: DnsServicesData,
): Mode | "" {
  const isBroken = isExpired(ui, certificate) ||
    certificate.state === "failed" && certificate.serving === "";
  const broken = isBroken ? certificate.mode : "";
  const requested = provider === "" ? mode : "domain";
  return MODES.find((each) => each === (ui.fieldValue("way") || requested || broken)) ?? "";
}

function way(
  ui: Ui,
  data: DnsServicesData,
  mode: Mode,
  { open, recommended }: { open: Mode | ""; recommended: Mode },
): Markup {
  return html`
    <details class="way-to" name="way" id=${`way-${mode}`} open=${open === mode}>
      <summary>
        <span class="way-title">
          <span class="strong">
            ${ui.t(
              `dns.mode_${mode}`,
            )}
          </span>
          ${signOf(ui, data, mode, recommended)}
        </span>
        <span class="help">${ui.t(`dns.mode_${mode}_text`)}</span>
        ${icon("chevron-down")}
      </summary>
      ${inside(ui, data, mode)}
    </details>
  `;
}

function signOf(ui: Ui, { services }: DnsServicesData, mode: Mode, recommended: Mode): Child {
  if (services.certificate.serving_mode === mode) return badge("good", ui.t("dns.in_use"));
  if (mode === "box" && !services.cloud) return badge("neutral", ui.t("dns.box_unset"));
  return mode === recommended && badge("neutral", ui.t("dns.recommended"), "circle-check");
}

function inside(ui: Ui, data: DnsServicesData, mode: Mode): Child {
  const body = { mode };
  const way = wayField(mode);
  switch (mode) {
    case "box":
      if (!data.services.cloud) {
        return html`
          <p>${ui.t("dns.box_none")}</p>
          <p class="buttons">
            ${linkButton("/settings?q=cloud_url", ui.t("dns.settings_link"), {
              icon: "settings",
            })}
          </p>
        `;
      }
      return form(
        ui,
        { ...PUT, body, done: "dns.chosen_begun" },
        html`${way}${terms(ui)}${button(ui.t("dns.box_button"))}`,
      );
    case "self":
      return form(
        ui,
        { ...PUT, body, done: "dns.chosen_made" },
        html`${way}${selfFields(ui, data)}`,
      );
    case "import":
      return form(ui, { ...PUT, body, done: "dns.chosen_made" }, html`${way}${importFields(ui)}`, {
        files: true,
        class: "form pem",
      });
    case "domain":
      return domainForm(ui, data);
  }
}

/** Identifies the refused form, so that its page unfolds it again; not part of the request. */
function wayField(mode: Mode): Markup {
  return html`<input type="hidden" name="way:path" value=${mode} />`;
}

function button(text: string): Markup {
  return html`<p class="buttons">${submit(text, { style: "main" })}</p>`;
}

/** Requesting a certificate from a public authority means accepting its terms (RFC 8555 7.3). */
function terms(ui: Ui): Markup {
  return html`<p class="help">${ui.t("dns.authority_terms")}</p>`;
}

function selfFields(ui: Ui, { services: { certificate } }: DnsServicesData): Markup {
  return html`
    ${input(ui, {
      name: "name?",
      id: "self-name",
      label: ui.t("words.name"),
      help: ui.t("dns.self_name_help"),
      maxlength: 253,
      autocomplete: "off",
      placeholder: "dns.home.arpa",
      value: certificate.mode === "self" ? certificate.name : "",
    })}
    ${button(ui.t("dns.self_button"))}
  `;
}

function importFields(ui: Ui): Markup {
  const pem = (name: string, label: string, help: string, kind: string) =>
    html`
      <div class="pem-field">
        ${textArea(ui, {
          name: `${name}?`,
          label,
          help,
          rows: 6,
          id: `import-${name}`,
        })}
        <div class="field">
          <label for=${`import-${name}-file`}>
            ${ui.t("dns.or_file")}
            <span class="visually-hidden">: ${label}</span>
          </label>
          <input
            type="file"
            id=${`import-${name}-file`}
            name=${`${name}:textfile?`}
            accept=${kind}
          />
        </div>
      </div>
    `;
  return html`
    ${pem(
      "certificate",
      ui.t("dns.import_certificate"),
      ui.t("dns.import_certificate_help"),
      ".pem,.crt,.cer",
    )}
    ${pem("key", ui.t("dns.import_key"), ui.t("dns.import_key_help"), ".pem,.key")}
    ${mayBeConfirmed(ui) && toggle(ui, {
      name: "confirm:boolean",
      label: ui.t("dns.import_confirm"),
      on: false,
    })}
    ${button(ui.t("dns.import_button"))}
  `;
}

function domainForm(ui: Ui, data: DnsServicesData): Child {
  const { services: { providers, certificate } } = data;
  const [first] = providers;
  const wanted = ui.fieldValue("provider", data.provider) || certificate.provider;
  const provider = providers.find(({ id }) => id === wanted) ?? first;
  if (provider === undefined) return null;
  const same = certificate.mode === "domain";
  const body = { mode: "domain", provider: provider.id };
  const links = providers.map((each) =>
    html`
      <a
        href=${`/dns-services?provider=${each.id}#way-domain`}
        aria-current=${each === provider ? "true" : undefined}
      >
        ${providerName(ui, each)}
      </a>
    `
  );
  return html`
    <p class="label" id="provider-label">${ui.t("dns.provider")}</p>
    <nav class="segmented providers" aria-labelledby="provider-label">${links}</nav>
    ${form(
      ui,
      { ...PUT, body, done: "dns.chosen_begun" },
      html`
        ${wayField("domain")}
        ${input(ui, {
          name: "name",
          id: "domain-name",
          label: ui.t("words.name"),
          help: ui.t("dns.domain_name_help"),
          required: true,
          maxlength: 253,
          autocomplete: "off",
          placeholder: "dns.example.org",
          value: same ? certificate.name : "",
        })}
        ${credentials(ui, provider, same && certificate.provider === provider.id)}
        ${input(ui, {
          name: "email?",
          type: "email",
          label: ui.t("dns.email"),
          help: ui.t("dns.email_help"),
          maxlength: 254,
          autocomplete: "email",
          value: certificate.email,
        })}
        ${accountFields(ui, same)}
        ${terms(ui)}
        ${button(ui.t("dns.domain_button"))}
      `,
    )}
  `;
}

/** Whether the refused certificate is taken once its owner confirms it. */
function mayBeConfirmed(ui: Ui): boolean {
  return /^The certificate (?:may sign others|is for a well-known site)/.test(
    ui.context.failed?.error ?? "",
  );
}

/** The external account that some authorities require (RFC 8555 7.3.4), folded by default. */
function accountFields(ui: Ui, kept: boolean): Markup {
  const key = "external_account.hmac_key?";
  const id = "external_account.key_id?";
  const open = ui.fieldValue("external_account.key_id") !== "" ||
    ui.context.failed !== undefined && /account/.test(ui.context.failed.error);
  return html`
    <details class="reveals" open=${open}>
      <summary>${ui.t("dns.account_title")}</summary>
      <div class="stack small-gaps">
        <p class="help">${ui.t("dns.account_help")}</p>
        ${input(ui, {
          name: id,
          label: ui.t("dns.account_key_id"),
          maxlength: 512,
          autocomplete: "off",
        })}
        ${input(ui, {
          name: key,
          label: ui.t("dns.account_hmac_key"),
          type: "password",
          maxlength: 1024,
          autocomplete: "new-password",
          help: ui.t(kept ? "dns.sealed_kept" : "dns.sealed_help"),
        })}
      </div>
    </details>
  `;
}

/** The fields of the provider; empty fields keep their previous value. */
function credentials(ui: Ui, { fields }: Provider, kept: boolean): Child {
  const help = ui.t(kept ? "dns.sealed_kept" : "dns.sealed_help");
  return fields.map(({ name, secret, optional }) =>
    input(ui, {
      name: `credentials.${name}?`,
      label: fieldName(ui, name),
      type: secret ? "password" : "text",
      required: !optional && !kept,
      maxlength: 8192,
      autocomplete: secret ? "new-password" : "off",
      ...(secret ? { help } : {}),
    })
  );
}

const FIELDS = [
  "api_token",
  "token",
  "application_key",
  "application_secret",
  "consumer_key",
  "region",
  "server",
  "port",
  "key_name",
  "key_algorithm",
  "key_secret",
  "zone",
];

function fieldName(ui: Ui, name: string): string {
  return FIELDS.includes(name) ? ui.t(`dns.field_${name}` as TextKey) : name;
}

function providerName(ui: Ui, { id, name }: Provider): string {
  return id === "rfc2136" ? ui.t("dns.provider_rfc2136") : name;
}

function turnOff(ui: Ui): Markup {
  return html`
    <p class="buttons way-off">
      ${actionButton(
        ui,
        { ...PUT, body: { mode: "none" }, done: "dns.chosen_none" },
        ui.t("dns.none_button"),
        {
          style: "danger",
          confirm: ui.t("dns.none_confirm"),
        },
      )}
    </p>
  `;
}

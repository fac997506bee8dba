/** The certificate in use: its names, its expiry, and the progress of a new one. */
import type { DnsServicesResponse } from "../../../api/features/network/dns_services/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card, definitionList, note } from "../../parts/card.ts";
import { copyField } from "../../parts/copy.ts";
import { actionButton } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import type { TextKey } from "../../text/list.ts";
import { refusalOrEnglish } from "../../parts/refusal.ts";

/** The certificate as the API returns it. */
export type Certificate = DnsServicesResponse["certificate"];

const DAY = 86_400;
const RENEWED = 30 * DAY;
/** The steps until a certificate is available, in order. */
const STEPS = ["order", "record", "propagation", "authority", "certificate"];

/** Whether devices refuse the certificate in use because it has expired. */
export function isExpired({ context }: Ui, { serving, until }: Certificate): boolean {
  return serving !== "" && until * 1000 <= context.now;
}

/**
 * A certificate that the box renewed automatically requires installing the profile again (A 7.9.2).
 */
export function renewedNote(ui: Ui, { remade }: Certificate): Child {
  return remade > 0 &&
    note("attention", ui.t("dns.remade", { date: ui.date(remade, { dateStyle: "long" }) }));
}

/** The progress of obtaining a certificate, or why it failed; nothing otherwise. */
export function progressCard(ui: Ui, certificate: Certificate): Child {
  if (certificate.state === "obtaining") return obtaining(ui, certificate);
  return certificate.state === "failed" && failureCard(ui, certificate);
}

function obtaining(ui: Ui, { step }: Certificate): Markup {
  const steps = STEPS.includes(step) || step === "" ? STEPS : [step, ...STEPS];
  const at = steps.indexOf(step);
  const rows = steps.map((name, i) =>
    html`
      <li class=${stepClass(i, at)} aria-current=${i === at ? "step" : undefined}>
        ${stepText(ui, name)}
      </li>
    `
  );
  const text = at < 0 ? ui.t("dns.step_begin") : stepText(ui, step);
  return card(
    ui.t("dns.progress"),
    html`
      <p class="visually-hidden" role="status">${text}</p>
      <progress
        value=${at + 1}
        max=${steps.length + 1}
        aria-label=${ui.t("dns.progress")}
      ></progress>
      <ol class="stations">${rows}</ol>
    `,
  );
}

function stepClass(step: number, current: number): string {
  if (step < current) return "done";
  return step === current ? "now" : "to-come";
}

function stepText(ui: Ui, step: string): string {
  return ["clock", "name", ...STEPS].includes(step) ? ui.t(`dns.step_${step}` as TextKey) : step;
}

function failureCard(
  ui: Ui,
  { error, next, serving, mode }: Certificate,
): Markup {
  const act = {
    method: "post",
    path: "/api/v1/dns-services/certificate/retry",
    done: "dns.chosen_begun",
  } as const;
  const again = (mode === "box" || mode === "domain") && ui.may("system.write");
  return note(
    "danger",
    html`
      <p class="strong">${ui.t("dns.failed")}</p>
      <p>${refusalOrEnglish(ui, error)}</p>
      ${next > 0 &&
        html`<p class="small">${ui.tRich("dns.failed_next", { time: ui.relativeTime(next) })}</p>`}
      ${serving !== "" && html`<p class="small">${ui.t("dns.failed_kept")}</p>`}
    `,
    again && actionButton(ui, act, ui.t("dns.again"), { icon: "refresh-cw" }),
  );
}

/** The card of the certificate in use. */
export function certificateCard(ui: Ui, certificate: Certificate): Markup {
  const { serving, names, issuer, fingerprint } = certificate;
  const others = names.filter((name) => name !== serving && name !== `*.${serving}`);
  const rows = definitionList(
    [
      ui.t("words.name"),
      html`
        <bdi class="mono" translate="no">${serving}</bdi>
        ${others.length > 0 &&
          html`<p class="help"><bdi translate="no">${ui.list(others)}</bdi></p>`}
      `,
    ],
    [ui.t("dns.mode"), modeText(ui, certificate)],
    [ui.t("dns.valid_until"), validity(ui, certificate)],
    [ui.t("dns.signed_by"), html`<bdi translate="no">${issuer}</bdi>`],
  );
  return card(
    ui.t("dns.certificate"),
    html`
      ${rows}
      <details class="reveals">
        <summary>${ui.t("dns.fingerprint")}</summary>
        ${copyField(ui, fingerprint, ui.t("dns.fingerprint"))}
      </details>
    `,
    { id: "certificate", class: "wide-facts" },
  );
}

function modeText(ui: Ui, { serving_mode: mode }: Certificate): Child {
  return mode === "" ? "–" : ui.t(`dns.mode_${mode}`);
}

function validity(ui: Ui, { from, until, serving_mode: mode }: Certificate): Child {
  const now = ui.context.now / 1000;
  const date = ui.date(until, { dateStyle: "long" });
  if (until <= now) return html`${date} ${badge("danger", ui.t("dns.expired"))}`;
  if (from > now) return html`${date} ${badge("attention", ui.t("dns.not_yet"))}`;
  const renewal = mode === "import"
    ? ui.t("dns.renew_yourself")
    : ui.t("dns.renewed", { date: ui.date(until - RENEWED, { dateStyle: "medium" }) });
  const near = mode === "import" && until - now < RENEWED;
  return html`${date} ${near ? badge("attention", renewal) : html`<p class="help">${renewal}</p>`}`;
}

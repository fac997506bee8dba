/** The certificate in use: its names, its expiry, and the progress of a new one. */
import type { ShownDnsServices } from "../../../api/features/network/dns_services/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { badge, card, facts, note } from "../../parts/card.ts";
import { copyField } from "../../parts/copy.ts";
import { actButton } from "../../parts/form.ts";
import type { Ui } from "../../shown.ts";
import type { TextKey } from "../../text/list.ts";
import { whyText } from "./words.ts";

/** The certificate as the API returns it. */
export type Certificate = ShownDnsServices["certificate"];

const DAY = 86_400;
const RENEWED = 30 * DAY;
/** The steps until a certificate is available, in order. */
const STEPS = ["order", "record", "propagation", "authority", "certificate"];

/** Whether devices refuse the certificate in use because it has expired. */
export function isExpired({ shown }: Ui, { serving, until }: Certificate): boolean {
  return serving !== "" && until * 1000 <= shown.now;
}

/**
 * A certificate that the box renewed automatically requires installing the profile again (A 7.9.2).
 */
export function remadeNote(ui: Ui, { remade }: Certificate): Child {
  return remade > 0 &&
    note("attention", ui.say("dns.remade", { date: ui.date(remade, { dateStyle: "long" }) }));
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
  const text = at < 0 ? ui.say("dns.step_begin") : stepText(ui, step);
  return card(
    ui.say("dns.progress"),
    html`
      <p class="visually-hidden" role="status">${text}</p>
      <progress
        value=${at + 1}
        max=${steps.length + 1}
        aria-label=${ui.say("dns.progress")}
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
  return ["clock", "name", ...STEPS].includes(step) ? ui.say(`dns.step_${step}` as TextKey) : step;
}

function failureCard(
  ui: Ui,
  { error, next, serving, mode, name, provider, email }: Certificate,
): Markup {
  // The provider's values are kept unless they are entered again.
  const body = mode === "domain" ? { mode, name, provider, email } : { mode };
  const act = {
    method: "put",
    path: "/api/v1/dns-services/certificate",
    body,
    done: "dns.chosen_begun",
  } as const;
  const again = (mode === "box" || mode === "domain") && ui.may("system.write");
  return note(
    "danger",
    html`
      <p class="strong">${ui.say("dns.failed")}</p>
      ${whyText(ui, error)}
      ${next > 0 &&
        html`<p class="small">${ui.rich("dns.failed_next", { time: ui.ago(next) })}</p>`}
      ${serving !== "" && html`<p class="small">${ui.say("dns.failed_kept")}</p>`}
    `,
    again && actButton(ui, act, ui.say("dns.again"), { icon: "refresh-cw" }),
  );
}

/** The card of the certificate in use. */
export function certificateCard(ui: Ui, certificate: Certificate): Markup {
  const { serving, names, issuer, fingerprint } = certificate;
  const others = names.filter((name) => name !== serving && name !== `*.${serving}`);
  const rows = facts(
    [
      ui.say("words.name"),
      html`
        <bdi class="mono" translate="no">${serving}</bdi>
        ${others.length > 0 &&
          html`<p class="help"><bdi translate="no">${ui.list(others)}</bdi></p>`}
      `,
    ],
    [ui.say("dns.mode"), modeText(ui, certificate)],
    [ui.say("dns.valid_until"), validity(ui, certificate)],
    [ui.say("dns.signed_by"), html`<bdi translate="no">${issuer}</bdi>`],
  );
  return card(
    ui.say("dns.certificate"),
    html`
      ${rows}
      <details class="reveals">
        <summary>${ui.say("dns.fingerprint")}</summary>
        ${copyField(ui, fingerprint, ui.say("dns.fingerprint"))}
      </details>
    `,
    { id: "certificate", class: "wide-facts" },
  );
}

function modeText(ui: Ui, { serving_mode: mode }: Certificate): Child {
  return mode === "" ? "–" : ui.say(`dns.mode_${mode}`);
}

function validity(ui: Ui, { from, until, serving_mode: mode }: Certificate): Child {
  const now = ui.shown.now / 1000;
  const date = ui.date(until, { dateStyle: "long" });
  if (until <= now) return html`${date} ${badge("danger", ui.say("dns.expired"))}`;
  if (from > now) return html`${date} ${badge("attention", ui.say("dns.not_yet"))}`;
  const renewal = mode === "import"
    ? ui.say("dns.renew_yourself")
    : ui.say("dns.renewed", { date: ui.date(until - RENEWED, { dateStyle: "medium" }) });
  const near = mode === "import" && until - now < RENEWED;
  return html`${date} ${near ? badge("attention", renewal) : html`<p class="help">${renewal}</p>`}`;
}

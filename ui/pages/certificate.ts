/**
 * The page of the certificate for block pages of https sites: its purpose, and how to install and
 * remove it on each system. It works without sign-in or scripts, over plain HTTP too (A 4.6,
 * 7.7.5).
 */
import type { CertificateResponse } from "../../api/features/protection/block_page/routes.ts";
import { type Child, html, type Markup } from "../html.ts";
import { type LoadContext, page, type PageView } from "../page.ts";
import type { Ui } from "../ui.ts";

interface Data {
  /** Undefined = the certificate cannot be made yet. */
  readonly certificate: CertificateResponse | undefined;
  readonly system: System | undefined;
}

type File = "box-ca.crt" | "box-ca.pem" | "box-ca.mobileconfig";

/** The operating systems, each with its User-Agent keyword and the file that it installs. */
const SYSTEMS = {
  windows: ["Windows", "box-ca.crt"],
  macos: ["macOS", "box-ca.crt"],
  ios: ["iPhone, iPad", "box-ca.mobileconfig"],
  android: ["Android", "box-ca.crt"],
  linux: ["Linux", "box-ca.pem"],
  chromeos: ["ChromeOS", "box-ca.pem"],
  firefox: ["Firefox", "box-ca.pem"],
} as const satisfies Readonly<Record<string, readonly [name: string, file: File]>>;

type System = keyof typeof SYSTEMS;

/** User-Agent keywords of operating systems, the more specific first. */
const SIGNS: readonly (readonly [sign: RegExp, system: System])[] = [
  [/\b(iPhone|iPad|iPod)\b/, "ios"],
  [/\bAndroid\b/, "android"],
  [/\bCrOS\b/, "chromeos"],
  [/\bWindows\b/, "windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macos"],
  [/\bLinux\b|\bX11\b/, "linux"],
];

/** The page at `/certificate`. */
export const certificatePage = page<Data>({
  doc: "A 4.6, 7.7.5",
  path: "/certificate",
  name: "certificate.title",
  access: "open",
  bare: true,
  plain: true,
  load: async ({ read, agent }) => ({
    certificate: await certificateOf(read),
    system: detectSystem(agent),
  }),
  view,
});

async function certificateOf(read: LoadContext["read"]): Promise<CertificateResponse | undefined> {
  try {
    return await read<CertificateResponse>("/api/v1/certificate");
  } catch (error) {
    if ((error as { readonly code?: string }).code === "conflict") return undefined;
    throw error;
  }
}

/** The operating system of a browser, from its User-Agent; undefined = unknown. */
export function detectSystem(agent: string): System | undefined {
  return SIGNS.find(([sign]) => sign.test(agent))?.[1];
}

function view(ui: Ui, { certificate, system }: Data): PageView {
  const lead = ui.t("certificate.lead");
  if (certificate === undefined) {
    return {
      lead,
      body: html`
        <div class="box">
          <p>${ui.t("certificate.not_yet")}</p>
        </div>
      `,
    };
  }
  const others = (Object.keys(SYSTEMS) as System[]).filter((each) => each !== system);
  return {
    lead,
    body: html`
      <p class="muted">${ui.t("certificate.optional")}</p>
      <div class="box waits">
        <h2>${ui.t("certificate.own_title")}</h2>
        <p>${ui.t("certificate.own")}</p>
      </div>
      ${system !== undefined && ownSystem(ui, system, certificate)} ${facts(ui, certificate)}
      <div class="box folded">
        <h2>${ui.t("certificate.other_systems")}</h2>
        ${others.map((each) =>
          html`
            <details>
              <summary>${SYSTEMS[each][0]}</summary>
              ${steps(ui, each, certificate)}
            </details>
          `
        )}
      </div>
    `,
  };
}

function ownSystem(ui: Ui, system: System, certificate: CertificateResponse): Markup {
  return html`
    <div class="box">
      <h2>${ui.t("certificate.this_system", { system: SYSTEMS[system][0] })}</h2>
      ${steps(ui, system, certificate)}
    </div>
  `;
}

function steps(ui: Ui, system: System, { name }: CertificateResponse): Child {
  const called = html`<b><bdi>${name}</bdi></b>`;
  const [, file] = SYSTEMS[system];
  // Keeps a file name on one line.
  const whole = file.replace("-", "\u2011");
  return html`
    <p>
      <a class="button" href=${`/certificate/${file}`}>
        ${ui.t("certificate.download", {
          file: whole,
        })}
      </a>
    </p>
    <ol>
      ${linesOf(ui.tRich(`certificate.${system}_steps`, { name: called })).map((line) =>
        html`<li>${line}</li>`
      )}
    </ol>
    <p class="muted">
      ${ui.t("certificate.remove")} ${ui.tRich(`certificate.${system}_remove`, {
        name: called,
      })}
    </p>
  `;
}

/** The steps of a text, one per line; inserted values stay in place. */
function linesOf(parts: readonly Child[]): Child[][] {
  const lines: Child[][] = [[]];
  for (const part of parts) {
    const [first, ...rest] = typeof part === "string" ? part.split("\n") : [part];
    lines.at(-1)!.push(first);
    for (const line of rest) lines.push([line]);
  }
  return lines;
}

/** What to compare: the fingerprint in groups that are easy to read. */
function facts(ui: Ui, { name, fingerprint, made, until }: CertificateResponse): Markup {
  const groups = fingerprint.split(":").reduce<string[]>((found, pair, at) => {
    if (at % 4 === 0) found.push(pair);
    else found[found.length - 1] += ` ${pair}`;
    return found;
  }, []);
  return html`
    <div class="box">
      <h2>${ui.t("certificate.check")}</h2>
      <p>${ui.t("certificate.same", { page: ui.t("blockPage.name") })}</p>
      <dl>
        <dt>${ui.t("words.name")}</dt>
        <dd><bdi>${name}</bdi></dd>
        <dt>${ui.t("certificate.fingerprint")}</dt>
        <dd class="fingerprint" translate="no">
          ${groups.map((group) => html`<span>${group}</span>`)}
        </dd>
        <dt>${ui.t("certificate.valid")}</dt>
        <dd>${ui.dateRange(made, until, { dateStyle: "medium" })}</dd>
      </dl>
    </div>
  `;
}

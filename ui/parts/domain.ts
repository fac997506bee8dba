/**
 * DNS names in readable form: the registered domain is highlighted, and unusual bytes are escaped.
 */
import { domainToUnicode } from "node:url";
import { registrableName } from "../../policy/lists/public_suffix.ts";
import { html, type Markup } from "../html.ts";

/** A name as written in the query log; `.` = the root. */
export function domain(name: string): Markup {
  if (name === "" || name === ".") return html`<bdi class="domain">.</bdi>`;
  // Non-ASCII letters stay unchanged: some are longer in lower case.
  const lower = name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const registered = registrableName(lower);
  const cut = registered === "" ? 0 : name.length - registered.length;
  return html`
    <bdi class="domain" translate="no">
      ${cut > 0 && html`<span class="below">${name.slice(0, cut)}</span>`}
      ${name.slice(cut)}
    </bdi>
  `;
}

/**
 * A client by the first label of its name if known, otherwise by its address; the title has both in
 * full.
 */
export function client(address: string, name = ""): Markup {
  return name === "" ? html`<bdi class="client" translate="no">${address}</bdi>` : html`
    <bdi class="client" translate="no" title=${`${name} (${address})`}>${deviceName(name)}</bdi>
  `;
}

/**
 * The name of a device: the one given by people, or the first label of its host name in original
 * case.
 */
export function deviceName(name: string): string {
  // A name given by people is not a network name.
  if (/[\s\u0080-\uffff]/.test(name)) return name;
  const [label] = /^(?:\\.|[^.\\])+/.exec(name) ?? [name];
  const written = label.startsWith("xn--") ? domainToUnicode(label) : "";
  return written === "" || written.includes("\ufffd") ? label : written;
}

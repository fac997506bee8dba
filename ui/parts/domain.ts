/** Names of the DNS as people read them: the part that somebody registered stands out, odd octets cannot break out. */
import { domainToUnicode } from "node:url";
import { registrableName } from "../../policy/lists/suffix.ts";
import { html, type Markup } from "../html.ts";

/** A name as the journal writes it; `.` = the root. */
export function domain(name: string): Markup {
  if (name === "" || name === ".") return html`<bdi class="domain">.</bdi>`;
  // Letters beyond ASCII stay: some are longer in lower case.
  const lower = name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const registered = registrableName(lower),
    cut = registered === "" ? 0 : name.length - registered.length;
  return html`<bdi class="domain" translate="no">${
    cut > 0 && html`<span class="below">${name.slice(0, cut)}</span>`
  }${name.slice(cut)}</bdi>`;
}

/** A client by the first part of its name where one is known, by its address otherwise; all of both is in its title. */
export function client(address: string, name = ""): Markup {
  return name === ""
    ? html`<bdi class="client" translate="no">${address}</bdi>`
    : html`<bdi class="client" translate="no" title=${`${name} (${address})`}>${
      deviceName(name)
    }</bdi>`;
}

/** What a device is called: as people do, or the first label of its name, in the letters in which people wrote it. */
export function deviceName(name: string): string {
  // What people call it is no name of the network.
  if (/[\s\u0080-\uffff]/.test(name)) return name;
  const [label] = /^(?:\\.|[^.\\])+/.exec(name) ?? [name];
  const written = label.startsWith("xn--") ? domainToUnicode(label) : "";
  return written === "" || written.includes("\ufffd") ? label : written;
}

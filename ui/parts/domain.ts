/** Names of the DNS as people read them: the part that somebody registered stands out, odd octets cannot break out. */
import { registrableName } from "../../policy/lists/suffix.ts";
import { html, type Markup } from "../html.ts";

/** A name as the journal writes it; `.` = the root. */
export function domain(name: string): Markup {
  if (name === "" || name === ".") return html`<bdi class="domain">.</bdi>`;
  const registered = registrableName(name.toLowerCase()), cut = registered === "" ? 0 : name.length - registered.length;
  return html`<bdi class="domain" translate="no">${cut > 0 && html`<span class="below">${name.slice(0, cut)}</span>`}${
    name.slice(cut)
  }</bdi>`;
}

/** An address of a client, with its name where one is known. */
export function client(address: string, name = ""): Markup {
  return name === ""
    ? html`<bdi class="client" translate="no">${address}</bdi>`
    : html`<bdi class="client" translate="no" title=${address}>${name}</bdi>`;
}

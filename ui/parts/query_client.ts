/**
 * The client of a query: its device name and person. The address is one tap away, or shown if
 * nothing else is known.
 */
import type { ClientResponse } from "../../api/features/insight/client_response.ts";
import { type Child, html, type Markup } from "../html.ts";
import type { Ui } from "../ui.ts";
import { client } from "./domain.ts";
import { avatar } from "./avatar.ts";

/** A client with its device and person, as rows of the API contain it. */
export interface QueryClient extends ClientResponse {
  readonly client: string;
  readonly client_name: string;
}

/**
 * The name of a device: from the household, otherwise from the network, otherwise its address; "" =
 * unknown.
 */
export function clientName({ device, client, client_name }: QueryClient): string {
  return device?.label || client_name || client;
}

/** In a row: the person's initials, the device, and its owner. */
export function clientCell(ui: Ui, asking: QueryClient): Markup {
  const { device, person, client: address, client_name } = asking;
  if (device === undefined || device.label === "") return client(address, client_name);
  const title = [person?.name, device.label, address].filter(Boolean).join(", ");
  return html`
    <span class="asker" title=${title}>
      ${avatar(person?.name ?? device.label)}
      <span class="asker-names">
        <bdi class="client" translate="no">${device.label}</bdi>
        ${person !== undefined
          ? html`<bdi class="whose">${person.name}</bdi>`
          : device.shared && html`<span class="whose">${ui.t("activity.shared")}</span>`}
      </span>
    </span>
  `;
}

/** In a sentence: the device, followed by its person. */
export function clientText(ui: Ui, asking: QueryClient): Child {
  const { device, person, client: address, client_name } = asking;
  if (device === undefined) return client(address, client_name);
  return html`
    ${deviceLink(ui, device, clientName(asking))}
    ${person && html`
      ${" "}
      <span class="whose">(${personLink(ui, person)})</span>
    `}
  `;
}

/** The name of a device with these CSS classes, linked to its page. */
export function deviceLink(
  ui: Ui,
  { id, label }: { id: number; label: string },
  name = label,
  classes = "client",
): Markup {
  const shown = html`<bdi class=${classes} translate="no">${name || String(id)}</bdi>`;
  return ui.may("devices.read") ? html`<a href=${`/devices/${id}`}>${shown}</a>` : shown;
}

/** The name of a person, linked to their page. */
export function personLink(ui: Ui, { id, name }: { id: number; name: string }): Markup {
  return ui.may("household.read")
    ? html`<a href=${`/people/${id}`}><bdi>${name}</bdi></a>`
    : html`<bdi>${name}</bdi>`;
}

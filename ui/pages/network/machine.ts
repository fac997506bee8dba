/**
 * A device of the network in a list: its kind, owner and first appearance; its addresses are in the
 * details.
 */
import type { DeviceResponse } from "../../../api/features/household/devices/routes.ts";
import type { MachineResponse } from "../../../api/features/network/machines/routes.ts";
import { type Child, html, type Markup } from "../../html.ts";
import { icon } from "../../icons.ts";
import { badge } from "../../parts/card.ts";
import { kindPicture, kindText, systemText } from "../../parts/device_kind.ts";
import { deviceBadge } from "../../parts/device_row.ts";
import { avatar } from "../../parts/avatar.ts";
import { actionButton, linkButton } from "../../parts/form.ts";
import type { Ui } from "../../ui.ts";
import { ownerChoice, type OwnerChoices } from "./owner.ts";

/** A machine of the network with its device in the household. */
export interface MachineRow {
  readonly machine: MachineResponse;
  /** undefined = the current user may not see devices, or the device is too new. */
  readonly device: DeviceResponse | undefined;
}

/** Whether no details about it have been set. */
export function isNew({ device, machine }: MachineRow): boolean {
  return device === undefined ? machine.people.length === 0 && machine.group === 0 : !device.known;
}

/** Devices in a list, each with its details folded. */
export function machineList(ui: Ui, met: readonly MachineRow[], owners: OwnerChoices): Markup {
  return html`<div class="machines">${met.map((one) => row(ui, one, owners))}</div>`;
}

function row(ui: Ui, one: MachineRow, owners: OwnerChoices): Markup {
  const { machine } = one;
  const { present, present_since, seen_at } = machine;
  const when = present
    ? ui.tRich("network.came", { time: ui.relativeTime(present_since) })
    : ui.tRich("network.seen", { time: ui.relativeTime(seen_at) });
  return html`
    <details
      class=${`machine ${present ? "" : "is-away"}`}
      id=${`m-${machine.mac.replaceAll(":", "")}`}
    >
      <summary>
        ${kindPicture(machine.kind)}
        ${called(ui, one, owners)}
        <span class="machine-when small muted">${when}</span>
        ${icon("chevron-down")}
      </summary>
      <div class="machine-more">
        ${facts(ui, machine)}
        <div class="machine-do">${ownerChoice(ui, machine, owners)}${buttons(ui, one)}</div>
      </div>
    </details>
  `;
}

/**
 * A new device with the prompt for its owner, not folded, because it is the main purpose of the
 * page.
 */
export function newMachineRow(ui: Ui, one: MachineRow, owners: OwnerChoices): Markup {
  const { machine } = one;
  const { vendor, addr, first_seen } = machine;
  return html`
    <li class="machine-new">
      <div class="machine-head">
        ${kindPicture(machine.kind)}
        <span class="machine-name">
          <bdi class="strong">${machine.label}</bdi>
          ${state(ui, one)}
          <span class="small muted">
            ${dotted([
              kindText(ui, machine.kind),
              html`<bdi>${vendor}</bdi>`,
              html`<bdi>${addr}</bdi>`,
            ], [
              true,
              vendor !== "" && !machine.label.startsWith(vendor),
              addr !== "",
            ])} · ${ui.tRich("network.seen", { time: ui.relativeTime(first_seen) })}
          </span>
        </span>
      </div>
      <div class="machine-do">${ownerChoice(ui, machine, owners)}${buttons(ui, one)}</div>
    </li>
  `;
}

function called(ui: Ui, one: MachineRow, owners: OwnerChoices): Markup {
  return html`
    <span class="machine-name">
      <bdi class="strong">${one.machine.label}</bdi>
      ${state(ui, one)}
      <span class="small muted">${whose(ui, one.machine, owners)}</span>
    </span>
  `;
}

function state(ui: Ui, one: MachineRow): Child {
  if (one.device !== undefined) return deviceBadge(ui, one.device, { away: false });
  return isNew(one) && badge("attention", ui.t("words.new"), "circle-help");
}

function whose(ui: Ui, { people, group, kind }: MachineResponse, owners: OwnerChoices): Child {
  const names = people.map((id) => owners.people.find((one) => one.id === id)?.name).filter((
    name,
  ) => name !== undefined);
  const inside = owners.groups.find(({ id }) => id === group)?.name;
  if (names.length > 1) return ui.t("network.shared_by", { people: ui.list(names) });
  if (names.length === 1) {
    return html`<span class="machine-owner">${avatar(names[0])}<bdi>${names[0]}</bdi></span>`;
  }
  if (inside !== undefined) return html`<bdi>${inside}</bdi>`;
  // The owner may be known, but this account may not see it.
  const isNobodys = people.length === 0 && group === 0;
  return dotted([kindText(ui, kind), ui.t("network.nobodys")], [kind !== "", isNobodys]);
}

function dotted(parts: readonly Child[], wanted: readonly boolean[]): Child {
  return parts.filter((_, at) => wanted[at]).map((part, at) => html`${at > 0 && " · "}${part}`);
}

function facts(ui: Ui, machine: MachineResponse): Markup {
  const { mac, random_mac, addrs, vendor, kind, system, first_seen, last_query } = machine;
  const what = [kindText(ui, kind), ...(system === "" ? [] : [systemText(system)])].join(", ");
  return html`
    <dl class="machine-facts">
      <dt>${ui.t("words.what_it_is")}</dt>
      <dd>${what}</dd>
      ${vendor !== "" && html`
        <dt>${ui.t("words.maker")}</dt>
        <dd><bdi>${vendor}</bdi></dd>
      `}
      <dt>${ui.t("words.addresses")}</dt>
      <dd class="machine-addresses">
        ${addrs.length === 0
          ? "–"
          : addrs.map((address) => html`<bdi class="client" translate="no">${address}</bdi>`)}
      </dd>
      <dt>${ui.t("network.mac")}</dt>
      <dd>
        <bdi class="client" translate="no">${mac}</bdi>
        ${random_mac && html`<span class="small muted">${ui.t("network.made_up")}</span>`}
      </dd>
      <dt>${ui.t("network.first_seen")}</dt>
      <dd>${ui.time(first_seen)}</dd>
      <dt>${ui.t("words.last_query")}</dt>
      <dd>
        ${last_query === 0
          ? html`<span class="muted">${ui.t("network.asks_nothing")}</span>`
          : ui.relativeTime(last_query)}
      </dd>
    </dl>
  `;
}

function buttons(ui: Ui, { device, machine: { label } }: MachineRow): Child {
  if (device === undefined) return null;
  const path = `/api/v1/devices/${device.id}/quarantine`;
  const held = device.quarantined;
  const act = {
    method: "put",
    path,
    body: { on: !held },
    undo: { method: "put", path, body: { on: held } },
  } as const;
  const done = held ? "network.now_out" as const : "network.now_held" as const;
  const text = ui.t(held ? "network.let_out" : "network.hold");
  return html`
    <div class="buttons">
      ${linkButton(`/devices/${device.id}`, ui.t("network.open_device"), { style: "quiet" })}
      ${ui.may("devices.write") &&
        actionButton(ui, { ...act, done, args: { device: label } }, text, {
          style: "quiet",
          label: `${text}: ${label}`,
        })}
    </div>
  `;
}

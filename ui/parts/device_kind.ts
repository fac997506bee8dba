/** The type of a device as icon and word. */
import type { DeviceKind } from "../../policy/catalogue/device_kinds.ts";
import { html, type Markup } from "../html.ts";
import { icon, type IconName } from "../icons.ts";
import type { Ui } from "../ui.ts";

const PICTURES: Readonly<Record<DeviceKind, IconName>> = {
  phone: "smartphone",
  tablet: "tablet",
  computer: "monitor",
  laptop: "laptop",
  tv: "tv",
  console: "gamepad-2",
  speaker: "speaker",
  camera: "camera",
  printer: "printer",
  nas: "hard-drive",
  router: "router",
  wearable: "watch",
  appliance: "refrigerator",
  iot: "cpu",
  other: "server",
  "": "circle-help",
};

/** Common names of operating systems, by their identifier in the box (A 7.10.5). */
const SYSTEMS: Readonly<Record<string, string>> = {
  apple: "Apple",
  android: "Android",
  windows: "Windows",
  linux: "Linux",
};

/** The word for a kind; an unknown kind is shown as an unknown device. */
export function kindText(ui: Ui, kind: string): string {
  return ui.t(
    `deviceKinds.${
      Object.hasOwn(PICTURES, kind) && kind !== "" ? kind as Exclude<DeviceKind, ""> : "unknown"
    }`,
  );
}

/** The icon of a kind in a frame. The word is next to it, so screen readers skip the icon. */
export function kindPicture(kind: string): Markup {
  return html`<span class="kind" aria-hidden="true">${kindIcon(kind)}</span>`;
}

/** The icon of a kind alone, in a button or next to a name. */
export function kindIcon(kind: string): Markup {
  return icon(Object.hasOwn(PICTURES, kind) ? PICTURES[kind as DeviceKind] : PICTURES[""]);
}

/** The readable name of a system: `android/samsung` is Android (Samsung). */
export function systemText(system: string): string {
  const [name, ...maker] = system.split("/");
  const known = Object.hasOwn(SYSTEMS, name) ? SYSTEMS[name] : name;
  const made = maker.join("/");
  return made === "" ? known : `${known} (${made[0].toUpperCase()}${made.slice(1)})`;
}

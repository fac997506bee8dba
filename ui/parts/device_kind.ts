/** What a device is, as picture and word: the picture follows the kind. */
import type { DeviceKind } from "../../policy/catalogue/device_kinds.ts";
import { html, type Markup } from "../html.ts";
import { icon, type IconName } from "../icons.ts";
import type { Ui } from "../shown.ts";

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

/** Systems as people know them, by how the box writes them (A 7.10.5). */
const SYSTEMS: Readonly<Record<string, string>> = {
  apple: "Apple",
  android: "Android",
  windows: "Windows",
  linux: "Linux",
};

/** The word of a kind; one that the box does not know is an unknown device. */
export function kindText(ui: Ui, kind: string): string {
  return ui.say(
    `deviceKinds.${
      Object.hasOwn(PICTURES, kind) && kind !== "" ? kind as Exclude<DeviceKind, ""> : "unknown"
    }`,
  );
}

/** The picture of a kind in a frame of its own; the word stands beside it, so that screen readers leave it out. */
export function kindPicture(kind: string): Markup {
  return html`<span class="kind" aria-hidden="true">${kindIcon(kind)}</span>`;
}

/** The picture of a kind alone, in a button or beside a name. */
export function kindIcon(kind: string): Markup {
  return icon(Object.hasOwn(PICTURES, kind) ? PICTURES[kind as DeviceKind] : PICTURES[""]);
}

/** A system as people know it: `android/samsung` is Android (Samsung). */
export function systemText(system: string): string {
  const [name, ...maker] = system.split("/"),
    known = Object.hasOwn(SYSTEMS, name) ? SYSTEMS[name] : name;
  const made = maker.join("/");
  return made === "" ? known : `${known} (${made[0].toUpperCase()}${made.slice(1)})`;
}

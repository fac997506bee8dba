/**
 * Kinds of devices, shared by guesses, API, commands and pages. The icon of a device depends on its
 * kind.
 */

/** Kinds of devices; "" = unknown. */
export const DEVICE_KINDS = [
  "phone",
  "tablet",
  "computer",
  "laptop",
  "tv",
  "console",
  "speaker",
  "camera",
  "printer",
  "nas",
  "router",
  "wearable",
  "appliance",
  "iot",
  "other",
  "",
] as const;
/** A kind of `DEVICE_KINDS`. */
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** Whether a text is a kind of device. */
export function isDeviceKind(word: string): word is DeviceKind {
  return (DEVICE_KINDS as readonly string[]).includes(word);
}

/**
 * Alerts about dangers: devices that behave strangely, names that imitate others, spyware, remote
 * access, and a name that leads home.
 */
import type { AlertToRaise } from "../../api/events/alert_kinds.ts";
import { usersOf } from "../../api/features/insight/client_directory.ts";
import type { DemoEvent } from "./events.ts";
import { deviceOf } from "./restricted.ts";

const DAY = 24;

/** An alert about a device. */
function deviceAlert(
  ago: number,
  device: string,
  alert: Omit<AlertToRaise, "deviceId">,
): DemoEvent {
  const run: DemoEvent["run"] = (scene) => {
    const deviceId = deviceOf(scene, device);
    return scene.control.alerts.raiseWith([{ ...alert, deviceId }], []);
  };
  return { ago, run };
}

/** Spyware on a device, for administrators and for its person. */
function spyware(ago: number, device: string, name: string): DemoEvent {
  const run: DemoEvent["run"] = (scene) => {
    const deviceId = deviceOf(scene, device);
    const about = { deviceId, name, detail: "blocked" };
    const people = usersOf(scene.control.askers, deviceId);
    const mine = people.map((personId): AlertToRaise => ({
      ...about,
      kind: "spyware.mine",
      personId,
    }));
    return scene.control.alerts.raiseWith([{ ...about, kind: "spyware" }, ...mine], []);
  };
  return { ago, run };
}

/** A name that imitates another, as the alert details it. */
function lookalike(ago: number, device: string, detail: string): DemoEvent {
  return deviceAlert(ago, device, { kind: "lookalike", name: detail.split("|")[0], detail });
}

/** The events. */
export const THREAT_EVENTS: readonly DemoEvent[] = [
  deviceAlert(2 * DAY, "camera-garden", {
    kind: "beacon",
    name: "cam-relay-77.net",
    detail: "900",
  }),
  deviceAlert(DAY, "noahs-pc", { kind: "random_names", detail: "|14" }),
  deviceAlert(9 * DAY, "ruths-ipad", { kind: "remote", name: "AnyDesk", detail: "AnyDesk" }),
  lookalike(8 * DAY, "ruths-ipad", "xn--sprkasse-26g.de|sparkasse.de|homograph"),
  lookalike(5 * DAY, "thomas-pixel", "arnazon-payment.example|amazon.com|combosquat|young"),
  lookalike(3 * DAY, "julias-iphone", "paypai.com|paypal.com|typosquat"),
  deviceAlert(4 * DAY, "thomas-thinkpad", {
    kind: "rebinding",
    name: "router-update.example",
    detail: "192.168.178.1",
  }),
  spyware(6 * DAY, "julias-iphone", "thd.cc"),
];

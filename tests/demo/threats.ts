/** Alerts about devices that behave strangely: a doorbell that reports, a computer with malware. */
import type { AlertToRaise } from "../../api/events/alert_kinds.ts";
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

/** The events. */
export const THREAT_EVENTS: readonly DemoEvent[] = [
  deviceAlert(2 * DAY, "camera-garden", {
    kind: "beacon",
    name: "cam-relay-77.net",
    detail: "900",
  }),
  deviceAlert(DAY, "noahs-pc", { kind: "random_names", detail: "|14" }),
];

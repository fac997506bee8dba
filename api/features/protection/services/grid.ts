/** When a service is blocked: 672 slots of 15 minutes from Monday 00:00, `1` = blocked; "" = always. */
import { LIMITS } from "../../../../policy/limits.ts";

const GRID = new RegExp(`^[01]{${LIMITS.services.scheduleSlots}}$`);

/** The grid as it is kept; undefined when it is none, or never blocks. */
export function readGrid(text: string): string | undefined {
  if (text === "") return "";
  if (!GRID.test(text) || !text.includes("1")) return undefined;
  return text.includes("0") ? text : "";
}

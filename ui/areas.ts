/**
 * The areas of the navigation, in display order. Five fit the bar at the bottom of a phone; the
 * area of alerts is shown at the top.
 */
import type { IconName } from "./icons.ts";
import type { TextKey } from "./text/list.ts";

/** An area. Its pages follow the order of PAGES, and the area links to the first one. */
export interface Area {
  readonly name: string;
  readonly text: TextKey;
  readonly icon: IconName;
}

/** The areas. */
export const AREAS = [
  { name: "home", text: "frame.home", icon: "house" },
  { name: "people", text: "frame.people", icon: "users" },
  { name: "queries", text: "frame.queries", icon: "list" },
  { name: "protection", text: "frame.protection", icon: "shield" },
  { name: "alerts", text: "frame.alerts", icon: "bell" },
  { name: "box", text: "frame.box", icon: "settings" },
] as const satisfies readonly Area[];

/** The name of an area. */
export type AreaName = (typeof AREAS)[number]["name"];

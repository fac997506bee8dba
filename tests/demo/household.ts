/** The household: six people and their 25 devices, with their hours of use and their queries. */
import type { NameGroup } from "./names.ts";

/** Hours of use: the activity of a device (0 to 9) in each of the 24 hours of a day. */
export interface Hours {
  /** Monday to Friday. */
  readonly school: string;
  readonly weekend: string;
}

/** One device. */
export interface Device {
  /** First label of its name on the network. */
  readonly name: string;
  /** Its owner; "" = the household. */
  readonly person: string;
  /** Queries an hour without a user, day and night. */
  readonly always: number;
  /** The groups of names that it queries without a user. */
  readonly background: readonly NameGroup[];
  /** Questions in its busiest hour of use. */
  readonly busy: number;
  readonly hours: Hours;
  /** What it is used for; a group listed twice is twice as likely. */
  readonly uses: readonly NameGroup[];
  /** The record types that it queries. */
  readonly types: "both" | "both-and-https" | "ipv4";
}

/** The people, in the order of the table at home. */
export const PEOPLE = ["Julia", "Thomas", "Emma", "Noah", "Lina", "Oma Ruth"] as const;

const NEVER: Hours = { school: "000000000000000000000000", weekend: "000000000000000000000000" };
const PARENT: Hours = { school: "000000266433355455678872", weekend: "000000014566655566678873" };
const OFFICE: Hours = { school: "000000003899979986310110", weekend: "000000000011000011000010" };
const TEEN: Hours = { school: "100000251111266678899730", weekend: "310000001356677788889985" };
const CHILD: Hours = { school: "000000020000034556630000", weekend: "000000036666555666740000" };
const HOMEWORK: Hours = { school: "000000000000026871000000", weekend: "000000000023200311000000" };
const EVENING: Hours = { school: "100000000000001122479984", weekend: "420000003322113345689986" };
const GRANDMOTHER: Hours = {
  school: "000000157653345543454100",
  weekend: "000000146653335443454100",
};

type Row = readonly [
  name: string,
  person: string,
  always: number,
  background: readonly NameGroup[],
  busy: number,
  hours: Hours,
  uses: readonly NameGroup[],
  types?: Device["types"],
];

const ROWS: readonly Row[] = [
  [
    "julias-iphone",
    "Julia",
    7,
    ["apple"],
    190,
    PARENT,
    ["messages", "social", "news", "web", "music"],
    "both-and-https",
  ],
  [
    "julias-macbook",
    "Julia",
    3,
    ["apple"],
    260,
    OFFICE,
    ["work", "work", "web", "news"],
    "both-and-https",
  ],
  ["thomas-pixel", "Thomas", 8, ["android"], 180, PARENT, [
    "messages",
    "news",
    "web",
    "video",
    "music",
  ]],
  ["thomas-thinkpad", "Thomas", 3, ["windows"], 300, OFFICE, [
    "work",
    "work",
    "work",
    "web",
    "news",
  ]],
  [
    "emmas-iphone",
    "Emma",
    7,
    ["apple"],
    280,
    TEEN,
    ["social", "social", "messages", "video", "music"],
    "both-and-https",
  ],
  [
    "emmas-tablet",
    "Emma",
    4,
    ["apple"],
    150,
    TEEN,
    ["video", "school", "web", "social"],
    "both-and-https",
  ],
  ["emmas-laptop", "Emma", 2, ["windows"], 160, HOMEWORK, ["school", "school", "web", "video"]],
  ["noahs-galaxy", "Noah", 7, ["android"], 240, TEEN, [
    "games",
    "video",
    "social",
    "messages",
    "music",
  ]],
  ["noahs-pc", "Noah", 3, ["windows"], 300, TEEN, ["games", "games", "video", "social", "web"]],
  ["linas-tablet", "Lina", 4, ["android"], 170, CHILD, ["video", "games", "school", "games"]],
  [
    "ruths-ipad",
    "Oma Ruth",
    4,
    ["apple"],
    120,
    GRANDMOTHER,
    ["news", "web", "messages", "video"],
    "both-and-https",
  ],
  ["switch", "Noah", 2, ["console"], 90, CHILD, ["console", "games"], "ipv4"],
  ["living-room-tv", "", 11, ["samsungTv"], 160, EVENING, ["video", "video", "samsungTv"]],
  ["bedroom-tv", "", 8, ["lgTv"], 70, EVENING, ["video", "lgTv"]],
  ["fire-stick", "", 9, ["stick"], 80, EVENING, ["video", "stick"], "ipv4"],
  ["kitchen-speaker", "", 5, ["speaker"], 40, PARENT, ["music", "speaker"], "ipv4"],
  ["echo-hallway", "", 6, ["echo"], 20, PARENT, ["echo", "music"], "ipv4"],
  ["hue-bridge", "", 4, ["hub"], 0, NEVER, [], "ipv4"],
  ["thermostat", "", 4, ["thermostat"], 0, NEVER, [], "ipv4"],
  ["camera-garden", "", 6, ["camera"], 0, NEVER, [], "ipv4"],
  ["doorbell", "", 5, ["doorbell"], 0, NEVER, [], "ipv4"],
  ["robot-vacuum", "", 4, ["vacuum"], 0, NEVER, [], "ipv4"],
  ["printer", "", 3, ["printer"], 6, HOMEWORK, ["printer"], "ipv4"],
  ["nas", "", 6, ["nas"], 0, NEVER, []],
  ["solar-inverter", "", 3, ["solar"], 0, NEVER, [], "ipv4"],
];

/** The devices; their order gives their addresses. */
export const DEVICES: readonly Device[] = ROWS.map((
  [name, person, always, background, busy, hours, uses, types = "both"],
) => ({ name, person, always, background, busy, hours, uses, types }));

/** Local domain of the household. */
export const LOCAL_DOMAIN = "home.arpa";
/** Time zone of the household. */
export const TIME_ZONE = "Europe/Berlin";

/** The address of a device: on the loopback, so that live queries can use it too. */
export function addressOf(index: number): string {
  return `127.20.0.${11 + index}`;
}

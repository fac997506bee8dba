/** `box restrict`. */
import type { DeviceResponse } from "../../api/features/household/devices/routes.ts";
import type {
  RestrictedDeviceResponse,
  RestrictedNameResponse,
  RestrictedOverviewResponse,
  RestrictedSubjectResponse,
} from "../../api/features/protection/restricted/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { type CommandAction, printResult, runAction, summariesOf } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { FILTERING_OFF } from "../check_cells.ts";
import { allDevices, allGroups, findDeviceOrGroup } from "../household.ts";
import { isScope } from "../scope.ts";
import {
  ageText,
  type Cell,
  clean,
  durationText,
  numberText,
  printJson,
  printTable,
} from "../terminal.ts";

const PATH = "/api/v1/restrict";
const { learningDaysLeast: LEAST, learningDaysMost: MOST, batchIds: BATCH } = LIMITS.restricted;

const ACTIONS: Readonly<Record<string, CommandAction>> = {
  list: { summary: "Devices and groups that learn or are restricted", needs: [], run: list },
  show: {
    summary: "What was blocked for a device in 7 days, and its names",
    needs: ["WHAT"],
    run: show,
  },
  learn: {
    summary: "Learn what devices or a group ask for; forgets what was learned before",
    needs: ["WHAT"],
    more: BATCH - 1,
    run: learn,
  },
  now: {
    summary: "Restrict to the names so far, without waiting for the end of the learning",
    needs: ["WHAT"],
    run: (call, what) => setMode(call, what, "restricted"),
  },
  undo: {
    summary:
      "Take `now`, `off` or `learn` back within a day, with the names before; with NAME, `remove`",
    needs: ["WHAT"],
    more: 1,
    run: undo,
  },
  off: {
    summary: "Turn it off; a device then follows its group",
    needs: ["WHAT"],
    run: (call, what) => setMode(call, what, "off"),
  },
  names: { summary: "The names of a device, a group, or all", needs: ["WHAT"], run: names },
  allow: { summary: "Allow a name", needs: ["WHAT", "NAME"], run: allow },
  remove: { summary: "Remove a name", needs: ["WHAT", "NAME"], run: remove },
};

/** Shows and changes restricted mode. */
export const restrictCommand: Command = {
  name: "restrict",
  summary: "Restricts devices to the names that they learned or were given",
  usage: [
    "[list]",
    "learn WHAT... [--days DAYS]",
    "show|now|off|names WHAT",
    "undo WHAT [NAME]",
    "allow|remove WHAT NAME",
  ],
  actions: summariesOf(ACTIONS),
  arguments: {
    WHAT:
      "Name, number, hardware address or address of a device, name of a group, device:3 or group:1; for names also all",
    NAME: "A name; its domain is meant, with all names below it",
  },
  options: {
    days: {
      value: "DAYS",
      short: "d",
      summary:
        `Days that the learning lasts, ${LEAST} to ${MOST}; ${LIMITS.restricted.learningDays} if not given`,
    },
  },
  examples: [
    "box restrict learn Camera Doorbell --days 14",
    "box restrict show Camera",
    "box restrict allow Camera firmware.example.com",
    "box restrict now group:2",
    "box restrict undo 3",
    "box restrict undo 3 firmware.example.com",
  ],
  most: BATCH + 1,
  run: (call) => runAction("restrict", ACTIONS, call, "list"),
};

/** A device or group in API notation. */
const SUBJECT = /^(device|group):(\d+)$/;

/** A device, a group, or all devices, with its path in the API. */
interface Subject {
  readonly kind: "device" | "group" | "all";
  readonly id: number;
  readonly path: string;
}

async function list({ service, terminal, json }: Call): Promise<number> {
  const overview = await service.call<RestrictedOverviewResponse>("GET", PATH);
  if (json) {
    printJson(terminal, overview);
    return EXIT.ok;
  }
  const { devices } = overview;
  const subjects = overview.subjects.filter(({ scope, mode }) =>
    scope === "group" || mode === "off"
  );
  if (subjects.length + devices.length === 0) {
    terminal.out("No device learns or is restricted.\n");
    return EXIT.ok;
  }
  const labels = await readLabels(service);
  const rows = [
    ...subjects.map((one) => subjectRow(one, labels, terminal)),
    ...devices.map((one) => deviceRow(one, overview, labels, terminal)),
  ];
  printTable(terminal, ["", "State", "Names", "Blocked today", "In 7 days"], rows, [2, 3, 4]);
  if (!overview.filtering) terminal.out(`Nothing is restricted now: ${FILTERING_OFF}.\n`);
  if (overview.all.length > 0) {
    terminal.out(`For all: ${overview.all.map(({ domain }) => clean(domain)).join(" ")}\n`);
  }
  return EXIT.ok;
}

/** The names of devices and groups by their numbers, and the devices that are paused. */
interface Labels extends Readonly<Record<"device" | "group", ReadonlyMap<number, string>>> {
  readonly paused: ReadonlySet<number>;
}

async function readLabels(service: Call["service"]): Promise<Labels> {
  const [devices, groups] = await Promise.all([allDevices(service), allGroups(service)]);
  return {
    device: new Map(devices.map(({ id, label }) => [id, label])),
    group: new Map(groups.map(({ id, name }) => [id, name])),
    paused: new Set(devices.filter(({ paused_until }) => paused_until > 0).map(({ id }) => id)),
  };
}

function subjectRow(
  { scope, id, mode, stopped, ends, names }: RestrictedSubjectResponse,
  labels: Labels,
  terminal: Call["terminal"],
): Cell[] {
  const name = labels[scope].get(id) ?? "";
  const state = stopped === "toomany" ? STOPPED : stateOf(mode, ends, terminal);
  return [`${name} (${scope}:${id})`, state, numberText(names), "", ""];
}

const STOPPED = yellow("stopped: too many names");

function yellow(text: string): Cell {
  return { text, color: "yellow" };
}

function deviceRow(
  device: RestrictedDeviceResponse,
  { subjects }: RestrictedOverviewResponse,
  labels: Labels,
  terminal: Call["terminal"],
): Cell[] {
  const { id, mode, via, group_id: group, suspended } = device;
  const subject = subjects.find((one) =>
    one.scope === via && one.id === (via === "group" ? group : id)
  );
  const from = via === "group" ? `, as ${labels.group.get(group) ?? `group:${group}`}` : "";
  const state = labels.paused.has(id) && mode === "restricted"
    ? yellow(`paused${from}`)
    : stateOf(mode, subject?.ends ?? 0, terminal, from);
  return [
    `${labels.device.get(id) ?? ""} (device:${id})`,
    suspended ? yellow("suspended: an adult uses it") : state,
    numberText(subject?.names ?? 0),
    numberText(device.blocked_today),
    numberText(device.blocked),
  ];
}

function stateOf(
  mode: RestrictedDeviceResponse["mode"],
  ends: number,
  terminal: Call["terminal"],
  from = "",
): Cell {
  if (mode === "restricted") return { text: `restricted${from}`, color: "green" };
  if (mode === "off") return "off";
  return `learning${from}, ${leftText(ends, terminal)} left`;
}

/** The time until the end of a learning. */
function leftText(ends: number, terminal: Call["terminal"]): string {
  return durationText(ends - Math.floor(terminal.now() / 1000));
}

async function show(call: Call, what: string): Promise<number> {
  const { service, terminal, json } = call;
  const subject = await subjectOf(call, what);
  const [overview, answer] = await Promise.all([
    service.call<RestrictedOverviewResponse>("GET", PATH),
    readNames(call, subject),
  ]);
  const mode = overview.subjects.find(({ scope, id }) =>
    scope === subject.kind && id === subject.id
  );
  const device = subject.kind === "device"
    ? overview.devices.find(({ id }) => id === subject.id)
    : undefined;
  if (json) {
    printJson(terminal, { subject: mode ?? null, device: device ?? null, ...answer });
    return EXIT.ok;
  }
  const isRestricted = (device ?? mode)?.mode === "restricted" && device?.suspended !== true;
  const why = isRestricted ? await withoutEffect(call, subject, overview) : "";
  const but = why === "" ? "" : ` It gets every name now: ${why}.`;
  terminal.out(`${sentenceOf(mode, device, terminal)}${but}\n`);
  if (device !== undefined && device.outside.length > 0) {
    const rows = device.outside.map(({ domain, count, time, ...by }): Cell[] => [
      domain,
      numberText(count),
      ageText(time, terminal),
      ruleCell(by),
    ]);
    printTable(terminal, ["Blocked in 7 days", "Times", "Last", "Now"], rows, [1]);
  }
  printNames(call, answer.names);
  return EXIT.ok;
}

/** Why a restricted device or group gets every name all the same; "" = it does not. */
async function withoutEffect(
  { service }: Call,
  { kind, id }: Subject,
  { filtering }: RestrictedOverviewResponse,
): Promise<string> {
  if (!filtering) return FILTERING_OFF;
  if (kind !== "device") return "";
  const { paused_until } = await service.call<DeviceResponse>("GET", `/api/v1/devices/${id}`);
  return paused_until > 0 ? "it is paused" : "";
}

function ruleCell(
  { rule, part_rule: part }: Pick<
    RestrictedDeviceResponse["outside"][number],
    "rule" | "part_rule"
  >,
): Cell {
  if (rule !== "") return { text: `a rule allows ${clean(rule)}`, color: "green" };
  return part === "" ? "" : { text: `a rule allows a part: ${clean(part)}`, color: "yellow" };
}

function sentenceOf(
  mode: RestrictedSubjectResponse | undefined,
  device: RestrictedDeviceResponse | undefined,
  terminal: Call["terminal"],
): string {
  if (device?.suspended) return "Suspended: an adult uses this device.";
  if (device?.via === "group") {
    return device.mode === "learning"
      ? `It learns with group:${device.group_id}.`
      : `It is restricted, as group:${device.group_id}.`;
  }
  return `${modeSentence(mode, terminal)}${undoSentence(mode, terminal)}`;
}

function modeSentence(
  mode: RestrictedSubjectResponse | undefined,
  terminal: Call["terminal"],
): string {
  if (mode?.stopped === "toomany") return "The learning stopped by itself: too many names.";
  if (mode === undefined || mode.mode === "off") return "It is not restricted.";
  if (mode.mode === "restricted") return "It is restricted to these names.";
  return `It learns for ${leftText(mode.ends, terminal)} more.`;
}

/** What can be undone, and for how long; "" = nothing. */
function undoSentence(
  mode: RestrictedSubjectResponse | undefined,
  terminal: Call["terminal"],
): string {
  if (mode === undefined) return "";
  const { undo_until: goOn, restore_until: restore } = mode;
  if (goOn * 1000 > terminal.now()) {
    return ` Its learning can go on for ${leftText(goOn, terminal)}: box restrict undo`;
  }
  if (restore * 1000 <= terminal.now()) return "";
  return ` The new learning can be undone for ${leftText(restore, terminal)}: box restrict undo`;
}

async function names(call: Call, what: string): Promise<number> {
  const answer = await readNames(call, await subjectOf(call, what, true));
  if (call.json) printJson(call.terminal, answer);
  else printNames(call, answer.names);
  return EXIT.ok;
}

function readNames(
  { service }: Call,
  { path }: Subject,
): Promise<{ names: RestrictedNameResponse[] }> {
  return service.call("GET", `${path}/names`);
}

function printNames({ terminal }: Call, all: readonly RestrictedNameResponse[]): void {
  if (all.length === 0) {
    terminal.out("There are no names.\n");
    return;
  }
  const rows = all.map(({ domain, source, hits, last_seen }) => [
    domain,
    source === "admin" ? "added" : "learned",
    numberText(hits),
    ageText(last_seen, terminal),
  ]);
  printTable(terminal, ["Name", "Source", "Times", "Last"], rows, [2]);
}

async function learn(call: Call, ...what: string[]): Promise<number> {
  const days = daysOf(call);
  if (what.length === 1) return await setMode(call, what[0], "learning");
  const subjects = await Promise.all(what.map((one) => subjectOf(call, one)));
  const group = subjects.findIndex(({ kind }) => kind !== "device");
  if (group >= 0) throw usageError(`Only devices can start together: ${clean(what[group])}`);
  const devices = [...new Set(subjects.map(({ id }) => id))];
  const body = { devices, days };
  const answer = await call.service.call<{ started: number }>("POST", `${PATH}/objects`, { body });
  const { started } = answer;
  const left = devices.length - started;
  const why = left === 0 ? "" : `; ${left} left out, because of a mode or an adult`;
  const learning = started === 1 ? "1 device learns" : `${started} devices learn`;
  return printResult(call, answer, `${learning} from now on${why}.`);
}

async function setMode(
  call: Call,
  what: string,
  mode: "learning" | "restricted" | "off",
): Promise<number> {
  const days = daysOf(call);
  if (days !== 0 && mode !== "learning") throw usageError("--days is for learn");
  const { path } = await subjectOf(call, what);
  const answer = await call.service.call<RestrictedSubjectResponse>("PUT", path, {
    body: { mode, days },
  });
  const done = {
    learning: `learns for ${answer.days} days.`,
    restricted: `is restricted to ${namesText(answer)}.`,
    off: "has no restricted mode of its own any more.",
  }[mode];
  return printResult(call, answer, `${clean(what)} ${done}`);
}

async function undo(call: Call, what: string, name?: string): Promise<number> {
  const { service, terminal } = call;
  const { path } = await subjectOf(call, what, name !== undefined);
  if (name !== undefined) {
    const answer = await service.call<{ domain: string }>("POST", `${namePath(path, name)}/undo`);
    return printResult(call, answer, `${clean(answer.domain)} is back for ${clean(what)}.`);
  }
  const answer = await service.call<RestrictedSubjectResponse>("POST", `${path}/undo`);
  const names = namesText(answer);
  const done = {
    learning: `learns again for ${leftText(answer.ends, terminal)}, with ${names} so far.`,
    restricted: `is restricted to ${names} again.`,
    off: `is off again, with ${names}.`,
  }[answer.mode];
  return printResult(call, answer, `${clean(what)} ${done}`);
}

function namesText({ names }: RestrictedSubjectResponse): string {
  return names === 1 ? "1 name" : `${numberText(names)} names`;
}

async function allow(call: Call, what: string, name: string): Promise<number> {
  const { path } = await subjectOf(call, what, true);
  const answer = await call.service.call<{ domain: string }>("PUT", namePath(path, name));
  return printResult(call, answer, `${clean(answer.domain)} is allowed for ${clean(what)}.`);
}

async function remove(call: Call, what: string, name: string): Promise<number> {
  const { path } = await subjectOf(call, what, true);
  await call.service.call("DELETE", namePath(path, name));
  const text = `${clean(name)} is removed from ${clean(what)}.`;
  return printResult(call, { removed: name }, text);
}

function namePath(path: string, name: string): string {
  return `${path}/names/${encodeURIComponent(name.toWellFormed())}`;
}

function daysOf({ values: { days } }: Call): number {
  if (days === undefined) return 0;
  const count = Number(days);
  if (/^\d+$/.test(days) && count >= LEAST && count <= MOST) return count;
  throw usageError(`A learning lasts ${LEAST} to ${MOST} days, not: ${clean(days)}`);
}

/** The device or group of a text; with `hasAll` also all devices, for which there are only names. */
async function subjectOf({ service }: Call, text: string, hasAll = false): Promise<Subject> {
  if (hasAll && /^(all|everyone)$/i.test(text)) {
    return { kind: "all", id: 0, path: `${PATH}/all/0` };
  }
  if (isScope(text) && !SUBJECT.test(text)) {
    throw usageError(`Restricted mode is for devices and groups, not for: ${clean(text)}`);
  }
  const scope = SUBJECT.test(text) ? text : await findDeviceOrGroup(service, text);
  const [, kind, id] = SUBJECT.exec(scope)!;
  return {
    kind: kind === "group" ? "group" : "device",
    id: Number(id),
    path: `${PATH}/${kind}/${id}`,
  };
}

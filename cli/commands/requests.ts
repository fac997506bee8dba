/** `box requests`. */
import type {
  RequestLine,
  RequestResponse,
  Requests,
} from "../../api/features/household/requests/routes.ts";
import { LIMITS } from "../../policy/limits.ts";
import { type CommandAction, printResult, runAction, summariesOf } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { householdZone } from "../household.ts";
import { ageText, type Cell, clean, printJson, printTable } from "../terminal.ts";
import { householdTime, readSchedules } from "../time_states.ts";
import { timeText } from "../times.ts";

const MINUTES = LIMITS.hours.extraMinutes.map(String);
/** Requests fetched per call. */
const AT_ONCE = 1000;

const ACTIONS: Readonly<Record<string, CommandAction>> = {
  show: {
    summary: "Requests that wait for an answer; with --all, answered ones too",
    needs: [],
    run: show,
  },
  accept: {
    summary: "Give the time that was asked for, or other minutes",
    needs: ["ID"],
    run: accept,
  },
  refuse: { summary: "Refuse what was asked for", needs: ["ID"], run: refuse },
};

/** Shows and answers the requests of children and teenagers. */
export const requestsCommand: Command = {
  name: "requests",
  summary: "Shows requests of children and teenagers for more time, and answers them",
  usage: ["[show] [--all]", "--follow", "accept ID [--minutes NUMBER]", "refuse ID"],
  actions: summariesOf(ACTIONS),
  arguments: { ID: "Number of a request, as `box requests` shows it" },
  options: {
    all: { short: "a", summary: "Answered ones of the last 90 days too" },
    follow: { short: "f", summary: "Keep showing each as it is made, is answered or expires" },
    minutes: { value: "NUMBER", short: "m", summary: "Minutes to give", words: MINUTES },
  },
  examples: [
    "box requests",
    "box requests accept 12",
    "box requests accept 12 --minutes 15",
    "box requests refuse 12",
  ],
  most: 2,
  run: (call) =>
    call.switches.has("follow") ? follow(call) : runAction("requests", ACTIONS, call, "show"),
};

async function show({ service, terminal, json, switches }: Call): Promise<number> {
  const all = switches.has("all");
  const found: RequestResponse[] = [];
  let next: string | undefined = undefined;
  let waiting = 0;
  while (next !== "") {
    const query: Record<string, string | number | undefined> = { cursor: next, limit: AT_ONCE };
    const page: Requests = await service.call<Requests>("GET", "/api/v1/requests", { query });
    found.push(...page.requests.filter(({ status }) => all || status === "waiting"));
    waiting = next === undefined ? page.waiting : waiting;
    next = all ? page.next : "";
  }
  if (json) printJson(terminal, { requests: found, waiting });
  else if (found.length === 0) {
    terminal.out(
      all ? "Nobody has asked for more time in the last 90 days.\n" : "No request waits.\n",
    );
  } else {
    const rows = found.map((each): Cell[] => [
      String(each.id),
      each.person,
      askedText(each),
      stateOf(each),
      ageText(each.created, terminal),
      each.device,
      each.message,
    ]);
    printTable(terminal, ["ID", "Who", "Asks for", "State", "Made", "Device", "Message"], rows);
  }
  return EXIT.ok;
}

async function follow({ service, terminal, json }: Call): Promise<number> {
  const { signal } = terminal;
  const zone = json ? "" : await householdZone(service);
  const request = { query: { last: 10 }, ...(signal === undefined ? {} : { signal }) };
  try {
    for await (const line of service.lines<RequestLine>("/api/v1/requests/stream", request)) {
      if (json) terminal.out(`${JSON.stringify(line)}\n`);
      else if ("skipped" in line) {
        terminal.err(`box: ${line.skipped} requests were left out here.\n`);
      } else terminal.out(lineOf(line, zone));
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  return EXIT.ok;
}

async function accept(call: Call, id = ""): Promise<number> {
  const { minutes } = call.values;
  const body = minutes === undefined ? {} : { minutes: Number(minutes) };
  const given = await call.service.call<RequestResponse>(
    "POST",
    `/api/v1/requests/${numberOf(id)}/accept`,
    { body },
  );
  const more = `${clean(given.person)} has ${given.given} more minutes of ${whatOf(given)}.`;
  return printResult(call, given, more + await stillBlocked(call, given));
}

/** Restrictions that remain despite the granted minutes; accepted Internet time opens a cut. */
async function stillBlocked({ service }: Call, given: RequestResponse): Promise<string> {
  const { category, cut_until, homework_until, blocked_by_choice } = given;
  if (blocked_by_choice) {
    return ` A choice still blocks ${category}, so they open nothing until somebody allows it.`;
  }
  if (category === "" || (cut_until === 0 && homework_until === 0)) return "";
  const until = householdTime(cut_until || homework_until, await readSchedules(service));
  return cut_until > 0
    ? ` The cut goes on until ${until}.`
    : ` Homework goes on until ${until} and blocks ${category} until then.`;
}

async function refuse(call: Call, id = ""): Promise<number> {
  const refused = await call.service.call<RequestResponse>(
    "POST",
    `/api/v1/requests/${numberOf(id)}/refuse`,
    {
      body: {},
    },
  );
  return printResult(
    call,
    refused,
    `Refused: ${clean(refused.person)} asked for ${askedText(refused)}.`,
  );
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw usageError(`This is not the number of a request: ${clean(text)}`);
  }
  return Number(text);
}

function whatOf({ category }: RequestResponse): string {
  return category === "" ? "Internet" : category;
}

function askedText(request: RequestResponse): string {
  return `${request.minutes} min of ${whatOf(request)}`;
}

function stateOf({ status, given, minutes, category, blocked_by_choice }: RequestResponse): Cell {
  if (status === "waiting") {
    const text = blocked_by_choice ? `waits, ${category} blocked by choice` : "waits";
    return { text, color: "yellow" };
  }
  if (status === "refused") return { text: "refused", color: "red" };
  if (status === "expired") return "expired";
  return { text: given === minutes ? "accepted" : `accepted, ${given} min`, color: "green" };
}

/** One line per request: number, time, person, what is requested, and the result. */
function lineOf(request: RequestResponse, zone: string): string {
  const { id, created, answered, person, status, message, answered_by: by } = request;
  const state = stateOf(request);
  const text = typeof state === "string" ? state : state.text;
  const parts = [
    person,
    askedText(request),
    status === "waiting" || by === "" ? text : `${text} by ${by}`,
    message,
  ];
  const time = timeText(status === "waiting" ? created : answered, zone);
  return `${String(id).padStart(5)}  ${time}  ${
    parts.filter((part) => part !== "").map(clean).join("  ")
  }\n`;
}

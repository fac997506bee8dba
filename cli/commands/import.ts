/** `box import`: shows what an export of another product contains, then imports it. */
import type {
  FoundImportsResponse,
  ImportItemResponse,
  ImportResponse,
} from "../../api/features/box/import/routes.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { readAnswer } from "../prompt.ts";
import { withProgress } from "../progress.ts";
import { type Cell, clean, type Color, printJson, printTable } from "../terminal.ts";

/** Maximum size of a file in bytes; a larger one is not read. */
const MOST = 16 * 1024 * 1024;
/** Rows of each kind that the preview shows unless --all is given. */
const ROWS = 20;

/** The words for kinds, as --only takes them and tables show them. */
const KINDS: Readonly<Record<ImportItemResponse["what"], string>> = {
  group: "groups",
  person: "people",
  device: "devices",
  setting: "settings",
  upstream: "upstreams",
  own_upstreams: "own-upstreams",
  record: "records",
  list: "lists",
  rule: "rules",
  service: "services",
  category: "categories",
  safe_search: "safe-search",
  account: "accounts",
};

/** The reason for a state, in English. */
const WHYS: Readonly<Record<ImportItemResponse["why"], string>> = {
  "": "",
  no_equivalent: "the box has nothing like it",
  secret: "secrets and accounts are never taken over",
  bad_value: "it cannot be read",
  turned_off: "it is turned off there",
  unknown_service: "the box does not know this service",
  unknown_device: "the box knows no device for it",
  client_id:
    "AdGuard Home knew the device by a ClientID, the box knows devices by their hardware address",
  refused: "the box does not take it",
  fixed: "it is fixed where the box is started",
  browser_rule: "it is about pages, which only a browser sees",
  regex: "the expression cannot be run safely",
  conditions: "rules of the box have no such condition",
  local_file: "the file was not brought along",
  too_many: "there are too many; subscribe to them as a list",
  missing_part: "a part of it is missing",
  conflict: "another rule for the same name holds",
  rules_remain: "lists leave it out, but rules for everyone still apply to it",
  also_default: "rules for everyone still apply to it; lists for everyone leave it out",
  answer_differs: "it is blocked as the box blocks",
  time_zone: "its times are meant in another time zone",
  approximate: "it is nearly the same",
  pauses_protection: "it turns the protection off",
  name_taken: "the device has another name here",
  usual: "nobody chose it there",
  not_needed: "the box does not need it",
  important_lost: "without $important: the more precise rule wins",
  lease: "its fixed address stays with the DHCP server",
};

/** Products whose settings the package finds. */
const PRODUCTS: Readonly<Record<FoundImportsResponse["found"][number]["product"], string>> = {
  pihole: "Pi-hole",
  adguard: "AdGuard Home",
};

/** Imports the data of another product. */
export const importCommand: Command = {
  name: "import",
  summary:
    "Takes over lists, rules, devices and settings from Pi-hole, AdGuard Home or files of your own",
  usage: [
    "FILE [--yes] [--only KINDS] [--all]",
    "--found PRODUCT [--yes] [--only KINDS] [--all]",
    "--found PRODUCT --forget",
  ],
  arguments: {
    FILE:
      "A Teleporter file of Pi-hole 5 or 6, AdGuardHome.yaml, a hosts file, rules, lines of dnsmasq, or mac,name,person",
  },
  options: {
    found: {
      value: "PRODUCT",
      summary: "Instead of a file, settings that were found on the machine: pihole or adguard",
    },
    forget: { summary: "Delete the copy of the settings that were found" },
    yes: { short: "y", summary: "Write what is proposed without asking" },
    only: {
      value: "KINDS",
      short: "o",
      summary: `Only these, separated by commas: ${Object.values(KINDS).join(", ")}`,
    },
    all: {
      short: "a",
      summary: "Show every row of the preview, what is there already, and what is not needed",
    },
  },
  examples: [
    "box import pi-hole_teleporter.zip",
    "box import --found pihole",
    "box import AdGuardHome.yaml --only lists,rules --yes",
  ],
  most: 1,
  run,
};

async function run(call: Call): Promise<number> {
  const { service, terminal, json, positionals: [path], values, switches } = call;
  const only = kindsOf(values.only);
  if (switches.has("forget")) return await forget(call, values.found);
  const reading = values.found === undefined
    ? previewFile(call, path)
    : previewFound(call, values.found, path);
  const plan = await withProgress(terminal, reading, () => Promise.resolve("Reading the file"));
  const chosen = plan.items.filter(({ chosen, what }) =>
    chosen && (only === undefined || only.includes(what))
  );
  if (!json) printPlan(terminal, plan, chosen, switches.has("all"));
  if (chosen.length === 0 || !await isWanted(call, chosen.length)) {
    if (json) printJson(terminal, plan);
    else terminal.out("Nothing is written.\n");
    return EXIT.ok;
  }
  const apply = { items: chosen.map(({ id }) => id), confirm: true };
  const writing = service.call<ImportResponse>("POST", `/api/v1/import/${plan.id}/apply`, {
    body: apply,
  });
  const report = await withProgress(terminal, writing, async () => {
    const { done, total } = await service.call<ImportResponse>("GET", `/api/v1/import/${plan.id}`);
    return `Writing ${done} of ${total}`;
  });
  if (json) printJson(terminal, report);
  else printReport(terminal, report);
  return report.items.some(({ outcome }) => outcome === "failed") ? EXIT.failure : EXIT.ok;
}

async function previewFile({ service }: Call, path: string | undefined): Promise<ImportResponse> {
  if (path === undefined) {
    const found = await foundLines(service);
    throw usageError(["Name the file: box import FILE", ...found].join("\n"));
  }
  const bytes = await read(path);
  const body = { name: path.slice(path.lastIndexOf("/") + 1), content: bytes.toBase64() };
  return await service.call("POST", "/api/v1/import/preview", { body });
}

async function previewFound(
  { service }: Call,
  product: string,
  path: string | undefined,
): Promise<ImportResponse> {
  if (path !== undefined) throw usageError("Name either a file or --found, not both");
  return await service.call("POST", `${foundPath(product)}/preview`);
}

async function forget({ service, terminal }: Call, product: string | undefined): Promise<number> {
  if (product === undefined) throw usageError("Name the product: --found PRODUCT --forget");
  await service.call("DELETE", foundPath(product));
  terminal.out("The copy is deleted.\n");
  return EXIT.ok;
}

function foundPath(product: string): string {
  if (!Object.hasOwn(PRODUCTS, product)) {
    throw usageError(`Allowed are ${Object.keys(PRODUCTS).join(" and ")}: ${clean(product)}`);
  }
  return `/api/v1/import/found/${product}`;
}

/** One line for each product whose settings were found on the machine. */
export async function foundLines(service: Call["service"]): Promise<string[]> {
  const { found } = await service.call<FoundImportsResponse>("GET", "/api/v1/import/found");
  return found.map(({ product }) =>
    `The settings of ${PRODUCTS[product]} were found on this machine: box import --found ${product}`
  );
}

function kindsOf(text: string | undefined): ImportItemResponse["what"][] | undefined {
  return text?.split(",").map((word) => {
    const found = Object.entries(KINDS).find(([, plural]) => plural === word.trim())?.[0];
    if (found === undefined) {
      throw usageError(
        `Unknown kind, allowed are ${Object.values(KINDS).join(", ")}: ${clean(word.trim())}`,
      );
    }
    return found as ImportItemResponse["what"];
  });
}

async function read(path: string): Promise<Uint8Array> {
  try {
    const { size, isFile } = await Deno.stat(path);
    if (isFile && size > MOST) {
      throw new CommandError(`A file of an import may have ${MOST / 1024 / 1024} MiB`);
    }
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The file cannot be read: ${clean((error as Error).message)}`);
  }
}

/** Whether to continue: confirmed by --yes or by the user. With --json there is no prompt. */
async function isWanted({ terminal, json, switches }: Call, count: number): Promise<boolean> {
  if (switches.has("yes")) return true;
  if (json || terminal.input?.interactive !== true) {
    if (!json) terminal.out("Run it again with --yes to write what is proposed.\n");
    return false;
  }
  const answer = await readAnswer(
    terminal,
    `Write ${count === 1 ? "this one" : `these ${count}`}? (yes/no)`,
    "no",
  );
  return /^y(?:es)?$/i.test(answer);
}

const COLORS: Readonly<Record<ImportItemResponse["status"], Color>> = {
  add: "green",
  change: "yellow",
  same: "gray",
  cannot: "red",
};

function printPlan(
  terminal: Call["terminal"],
  plan: ImportResponse,
  chosen: readonly ImportItemResponse[],
  all: boolean,
): void {
  const wanted = new Set(chosen);
  const rows: Cell[][] = [];
  for (const what of Object.keys(KINDS) as ImportItemResponse["what"][]) {
    const items = plan.items.filter((item) =>
      item.what === what && (all || item.lost || isWritten(item))
    );
    const seen = all ? items : items.slice(0, ROWS);
    for (const item of seen) {
      const { status, from, becomes, whom, why, detail } = item;
      const note = [WHYS[why], detail].filter((text) => text !== "").join(": ");
      const to = becomes === "" || whom === "" ? becomes : `${becomes} (${whom})`;
      rows.push([
        wanted.has(item) ? "x" : "",
        KINDS[what],
        { text: status, color: COLORS[status] },
        from,
        to,
        note,
      ]);
    }
    if (items.length > seen.length) {
      rows.push([
        "",
        KINDS[what],
        "",
        `and ${items.length - seen.length} more (--all shows them)`,
        "",
        "",
      ]);
    }
  }
  if (rows.length > 0) printTable(terminal, ["", "Kind", "Would", "There", "Here", "Why"], rows);
  for (const warning of plan.warnings) terminal.out(`${clean(warning)}\n`);
  const count = (status: ImportItemResponse["status"]) =>
    plan.items.filter((item) => item.status === status).length;
  const lost = plan.items.filter((item) => item.lost).length;
  terminal.out(
    `Proposed: ${chosen.length}. There already: ${count("same")}. Cannot be taken over: ${lost}.\n`,
  );
  const unneeded = count("cannot") - lost;
  if (unneeded === 0) return;
  terminal.out(`Not needed here: ${unneeded}${all ? "" : " (--all shows them)"}.\n`);
}

function isWritten({ status }: ImportItemResponse): boolean {
  return status === "add" || status === "change";
}

function printReport(terminal: Call["terminal"], { items }: ImportResponse): void {
  const of = (outcome: ImportItemResponse["outcome"]) =>
    items.filter((item) => item.outcome === outcome);
  terminal.out(
    `Written: ${of("done").length}. Left out: ${of("left").length}. Failed: ${
      of("failed").length
    }.\n`,
  );
  for (const { from, error } of of("failed")) terminal.out(`${clean(from)}: ${clean(error)}\n`);
  if (of("done").some(({ what }) => what === "list")) {
    terminal.out("The new lists are being downloaded; `box lists` shows how they are doing.\n");
  }
}

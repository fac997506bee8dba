/** `box safe-search`. */
import type { SafeSearch } from "../../api/features/protection/safe_search/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { resolveScope, SCOPE_OPTION, scopeText } from "../scope.ts";
import { type Cell, clean, printJson, printTable } from "../terminal.ts";

const VALUES = ["on", "off", "moderate", "strict", "follow"];

/** Shows and sets which search engines return safe results. */
export const safeSearchCommand: Command = {
  name: "safe-search",
  summary: "Shows and chooses which search engines answer with their safe form",
  usage: ["[list] [--scope WHOM]", "set ENGINE=VALUE... [--scope WHOM]"],
  actions: {
    list: "Every engine, its effective value, and who chose it",
    set: "Choose for engines",
  },
  arguments: {
    "ENGINE=VALUE":
      "An engine and on, off or follow; of YouTube moderate, strict, off or follow; all=on for all of them",
  },
  options: { scope: SCOPE_OPTION },
  examples: [
    "box safe-search",
    "box safe-search set google=on youtube=moderate",
    "box safe-search set all=on -s emma",
  ],
  most: 20,
  async run(call) {
    const [word = "list", ...pairs] = call.positionals;
    if (word === "list" && pairs.length === 0) return await show(call);
    if (word !== "set") {
      throw usageError(`Unknown action, allowed are list and set: ${clean(pairs[0] ?? word)}`);
    }
    if (pairs.length === 0) {
      throw usageError("Say what to choose: box safe-search set ENGINE=VALUE");
    }
    return await choose(call, pairs);
  },
};

async function show(call: Call): Promise<number> {
  const query = { scope: await resolveScope(call) };
  return print(call, await call.service.call<SafeSearch>("GET", "/api/v1/safe-search", { query }));
}

async function choose(call: Call, pairs: readonly string[]): Promise<number> {
  const query = { scope: await resolveScope(call) };
  const engines: Record<string, string> = {};
  for (const pair of pairs) {
    const match = /^([^=]+)=(.*)$/.exec(pair);
    const engine = match?.[1];
    const value = match?.[2] ?? "";
    if (engine === undefined || !VALUES.includes(value)) {
      throw usageError(`Write ENGINE=VALUE with ${VALUES.join(", ")}: ${clean(pair)}`);
    }
    if (engine === "all") Object.assign(engines, await ofAll(call, query, value));
    else engines[engine] = value === "follow" ? "" : value;
  }
  return print(
    call,
    await call.service.call<SafeSearch>("PUT", "/api/v1/safe-search", { query, body: { engines } }),
  );
}

/** The value for every engine; `on` becomes the strictest level of engines without `on`. */
async function ofAll({ service }: Call, query: { scope: string | undefined }, value: string) {
  const answer = await service.call<SafeSearch>("GET", "/api/v1/safe-search", { query });
  return Object.fromEntries(answer.engines.map(({ id, values }) => {
    if (value === "follow") return [id, ""];
    if ((values as readonly string[]).includes(value)) return [id, value];
    return [id, value === "on" ? values.at(-1)! : "on"];
  }));
}

function print({ terminal, json }: Call, { scope, name, engines }: SafeSearch): number {
  if (json) printJson(terminal, { scope, name, engines });
  else {
    const rows = engines.map((engine): Cell[] => [
      engine.name,
      { text: engine.effective, color: engine.effective === "off" ? "gray" : "green" } as const,
      engine.here === "" ? "follows" : engine.here,
      engine.from === "" ? "default" : engine.from,
      engine.id,
    ]);
    terminal.out(`Safe search for ${scopeText(scope, name)}:\n`);
    printTable(terminal, ["Engine", "Holds", "Chosen", "By", "Id"], rows);
  }
  return EXIT.ok;
}

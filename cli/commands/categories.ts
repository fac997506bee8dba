/** `box categories`. */
import type {
  Categories,
  CategoryResponse,
} from "../../api/features/protection/categories/routes.ts";
import type { Call, Command } from "../command.ts";
import { EXIT, usageError } from "../command_error.ts";
import { resolveScope, SCOPE_OPTION, scopeText } from "../scope.ts";
import { type Cell, clean, type Color, numberText, printJson, printTable } from "../terminal.ts";

/** Actions for a category, and the keyword of the API for each. */
const CHOICES: Readonly<Record<string, CategoryResponse["here"]>> = {
  allow: "allow",
  monitor: "monitor",
  block: "block",
  follow: "",
};
const COLORS: Readonly<Record<CategoryResponse["effective"], Color>> = {
  allow: "green",
  monitor: "yellow",
  block: "red",
};

/** Shows and sets the action for each category of names. */
export const categoriesCommand: Command = {
  name: "categories",
  summary: "Shows and chooses what is done with names, by category",
  usage: ["[list] [--scope WHOM]", "allow|monitor|block|follow CATEGORY... [--scope WHOM]"],
  actions: {
    list: "Every category, its effective value, and who chose it",
    allow: "Let names of a category pass",
    monitor: "Let them pass, and report them",
    block: "Block them",
    follow: "Choose nothing here: what is chosen for the person, the group or everyone holds",
  },
  arguments: { CATEGORY: "A category, as `box categories` lists them" },
  options: {
    scope: SCOPE_OPTION,
    "accept-risk": {
      summary: "Needed to allow or monitor malware, phishing, fraud and mining: attacks pass then",
    },
  },
  examples: [
    "box categories",
    "box categories block gambling dating",
    "box categories monitor games --scope emma",
  ],
  most: 30,
  async run(call) {
    const [word = "list", ...names] = call.positionals;
    if (word === "list" && names.length === 0) return await show(call);
    if (!Object.hasOwn(CHOICES, word)) {
      throw usageError(
        `Unknown action, allowed are list, allow, monitor, block and follow: ${
          clean(names[0] ?? word)
        }`,
      );
    }
    if (names.length === 0) {
      throw usageError(`Name what to ${word}: box categories ${word} CATEGORY`);
    }
    return await choose(call, word, names);
  },
};

async function show(call: Call): Promise<number> {
  const { service, terminal, json } = call;
  const query = { scope: await resolveScope(call) };
  const answer = await service.call<Categories>("GET", "/api/v1/categories", { query });
  if (json) {
    printJson(terminal, answer);
    return EXIT.ok;
  }
  const rows = answer.categories.map((
    { category, here, effective, from, lists, services },
  ): Cell[] => [
    category,
    holdsCell(effective, lists, services),
    here === "" ? "follows" : here,
    from === "" ? "default" : from,
    numberText(lists.filter(({ enabled }) => enabled).reduce((sum, { names }) => sum + names, 0)),
    services === 0 ? "" : numberText(services),
  ]);
  printTable(terminal, ["Category", "Holds", "Chosen", "By", "Names", "Services"], rows);
  return EXIT.ok;
}

/**
 * The current action. A category without a list in use and without services blocks and reports
 * nothing.
 */
function holdsCell(
  effective: CategoryResponse["effective"],
  lists: CategoryResponse["lists"],
  services: number,
): Cell {
  const isFed = services > 0 || lists.some(({ in_use }) => in_use);
  if (effective === "allow" || isFed) return { text: effective, color: COLORS[effective] };
  return { text: `${effective}, no list in use`, color: "yellow" };
}

async function choose(call: Call, word: string, names: readonly string[]): Promise<number> {
  const { service, terminal, json, switches } = call;
  const query = { scope: await resolveScope(call) };
  const categories = Object.fromEntries(names.map((name) => [name, CHOICES[word]]));
  const body = { categories, ...(switches.has("accept-risk") ? { accept_risk: true } : {}) };
  const answer = await service.call<Categories>("PUT", "/api/v1/categories", { query, body });
  if (json) printJson(terminal, answer);
  else {
    const whom = scopeText(answer.scope, answer.name);
    for (
      const { category, effective, lists, services } of answer.categories.filter(({ category }) =>
        names.includes(category)
      )
    ) {
      const holds = holdsCell(effective, lists, services);
      terminal.out(`${category} for ${whom}: ${typeof holds === "string" ? holds : holds.text}\n`);
    }
  }
  return EXIT.ok;
}

import { walk } from "../support/source_files.ts";
import { textOf } from "../support/source_files.ts";
import { parseScenario } from "../support/scenario_format.ts";
import { runScenario } from "./runner.ts";

for (const path of walk().filter((path) => /^tests\/scenarios\/.*\.scn$/.test(path))) {
  const scenario = parseScenario(textOf(path));
  Deno.test(`${scenario.name} [${path.replace("tests/scenarios/", "")}]`, () =>
    runScenario(scenario));
}

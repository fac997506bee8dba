import assert from "node:assert/strict";
import fc from "fast-check";
import { SETTINGS } from "../api/settings/list.ts";
import { parseServeFlags, serveHelp } from "./flags.ts";

Deno.test("parseServeFlags() reads options with a space or an equals sign, and BOX_ variables", () => {
  const read = parseServeFlags(["--dev", "--dns-listen", ":5300", "--upstreams=9.9.9.9,1.1.1.1"], {
    BOX_DATA_DIR: "/data",
    HOME: "/root",
  }, SETTINGS);
  assert.deepEqual(read, {
    dev: true,
    help: false,
    flags: { dns_listen: ":5300", upstreams: "9.9.9.9,1.1.1.1" },
    env: { BOX_DATA_DIR: "/data" },
    errors: [],
  });
});

Deno.test("parseServeFlags() reports an unknown option with the closest one, and a missing value", () => {
  const { errors } = parseServeFlags(["--dns-listn=:53", "x", "--data-dir"], {}, SETTINGS);
  assert.deepEqual(errors, [
    "Unknown option, perhaps --dns-listen is meant (box serve --help lists them): --dns-listn",
    "Unknown option (box serve --help lists them): x",
    "The option needs a value: --data-dir",
  ]);
});

Deno.test("serveHelp() lists every setting with its option and variable", () => {
  const help = serveHelp(SETTINGS);
  for (const { flag, env } of SETTINGS) assert.ok(help.includes(`${flag} (${env})`), flag);
});

Deno.test("parseServeFlags() never throws, whatever the arguments", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom("--dev", "--help", "--workers"))),
      (argv) => {
        parseServeFlags(argv, {}, SETTINGS);
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});

import assert from "node:assert/strict";
import { COMMANDS } from "../../cli/list.ts";

/** What the command line promises. */
const PROMISED = [
  "serve",
  "status",
  "query",
  "log",
  "lists",
  "stats",
  "top",
  "cache",
  "settings",
  "healthcheck",
  "version",
  "help",
  "completion",
];

Deno.test("every promised command is there, once", () => {
  const names = COMMANDS.map(({ name }) => name);
  assert.deepEqual(names.filter((name, index) => names.indexOf(name) !== index), []);
  assert.deepEqual(PROMISED.filter((name) => !names.includes(name)), []);
});

Deno.test("every command has help: a sentence, its forms and an example", () => {
  for (const { name, summary, usage, examples } of COMMANDS) {
    assert.ok(summary.split(" ").length >= 2, `${name} says too little: ${summary}`);
    assert.ok(usage.length > 0, `${name} has no usage`);
    assert.ok(examples.length > 0, `${name} has no example`);
    for (const example of examples) assert.match(example, new RegExp(`\\bbox ${name}\\b`), name);
  }
});

Deno.test("every option of every command says what it does", () => {
  for (const { name, options = {} } of COMMANDS) {
    for (const [option, { summary }] of Object.entries(options)) {
      assert.ok(summary.length > 5, `box ${name} --${option}`);
      assert.match(option, /^[a-z][a-z-]*$/, name);
    }
  }
});

import assert from "node:assert/strict";
import { SETTINGS } from "../../api/settings/list.ts";
import { COMMANDS } from "../../cli/list.ts";
import { PAGES } from "../../ui/list.ts";
import { commandsPage, generatedDocs, settingsPage } from "../../packaging/docs.ts";
import { textOf } from "../support/source_files.ts";

Deno.test("docs/settings.md and docs/cli.md are current: deno task docs writes them", async () => {
  for (const [path, text] of Object.entries(await generatedDocs())) {
    assert.equal(textOf(path), text, `${path} is out of date: run deno task docs`);
  }
});

Deno.test("Every setting and every command has a section", () => {
  const settings = settingsPage(SETTINGS);
  for (const { key, flag, env } of SETTINGS) {
    assert.ok(settings.includes(`**\`${key}\`**`) && settings.includes(`\`${flag}\``), key);
    assert.ok(settings.includes(`\`${env}\``), env);
  }
  const commands = commandsPage(COMMANDS);
  for (const { name } of COMMANDS) assert.ok(commands.includes(`\n## box ${name}\n`), name);
});

Deno.test("Every page names its requirement", () => {
  for (const { path, doc } of PAGES) {
    assert.match(doc, /^([AB] \d|docs\/requirements\.md#)/, path);
  }
});

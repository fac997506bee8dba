import assert from "node:assert/strict";
import { SETTINGS } from "../api/settings/list.ts";
import { needsTool } from "../tests/support/tool.ts";
import { COMMANDS } from "./list.ts";
import { manPage } from "./man.ts";

const PAGE = manPage(COMMANDS, SETTINGS, "0.9.0");

Deno.test("manPage() lists every command with its options, and every setting", () => {
  const plain = PAGE.replaceAll("\\-", "-");
  for (const { name, usage, options = {}, actions = {} } of COMMANDS) {
    assert.ok(plain.includes(`.SS ${name}\n`), name);
    assert.ok(usage.length === 0 || plain.includes(`\\fBbox ${name}\\fR`), name);
    for (const option of Object.keys(options)) assert.ok(plain.includes(`--${option}`), option);
    for (const action of Object.keys(actions)) {
      assert.ok(plain.includes(`\\fB${action}\\fR`), action);
    }
  }
  for (const { flag, env } of SETTINGS) assert.ok(plain.includes(`\\fB${flag} (${env})\\fR`), flag);
});

Deno.test("manPage() escapes texts so that none becomes a request or an escape", () => {
  const command = {
    ...COMMANDS[0],
    summary: ".so /etc/passwd\n.pi sh",
    usage: ["'x \\n(xx"],
    examples: [".ab"],
  };
  const page = manPage([command], [], "0.9.0");
  assert.doesNotMatch(page, /^\.(so|pi|ab)/m);
  assert.doesNotMatch(page, /\\n\(/);
});

Deno.test({
  name: "man formats the page without a warning",
  ignore: needsTool("man"),
  async fn() {
    const file = await Deno.makeTempFile({ suffix: ".1" });
    try {
      await Deno.writeTextFile(file, PAGE);
      const env = { MANWIDTH: "100", LC_ALL: "C.UTF-8" };
      const { code, stdout, stderr } = await new Deno.Command("man", {
        args: ["--warnings", "-l", file],
        env,
      })
        .output();
      const text = new TextDecoder().decode(stdout);
      assert.deepEqual([code, new TextDecoder().decode(stderr)], [0, ""]);
      assert.match(text, /EXIT STATUS/);
    } finally {
      await Deno.remove(file);
    }
  },
});

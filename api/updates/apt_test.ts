import assert from "node:assert/strict";
import { APT_SOURCE, aptCommands, candidateOf } from "./apt.ts";

Deno.test("candidateOf() reads what apt would install", () => {
  const output = [
    "box:",
    "  Installed: 0.9.0",
    "  Candidate: 0.9.1",
    "  Version table:",
    "     0.9.1 500",
    "        500 https://updates.example/apt stable/main amd64 Packages",
  ].join("\n");
  assert.equal(candidateOf(output), "0.9.1");
  assert.equal(candidateOf("N: Unable to locate package box"), "");
  assert.equal(candidateOf("box:\n  Candidate: (none)\n"), "");
  assert.equal(candidateOf("box:\n  Candidate: 0.9.1;reboot\n"), "");
});

Deno.test("apt takes one version of one package, from the repository of the box only", () => {
  const [refresh, install] = aptCommands("0.9.1");
  for (const command of [refresh, install]) {
    assert.ok(command.includes(`Dir::Etc::sourcelist=${APT_SOURCE}`));
    assert.ok(command.includes("Dir::Etc::sourceparts=-"));
  }
  assert.deepEqual(install.slice(0, 4), ["apt-get", "install", "--only-upgrade", "--yes"]);
  assert.equal(install.at(-1), "box=0.9.1");
});

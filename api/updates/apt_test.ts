import assert from "node:assert/strict";
import { APT_SOURCE, aptCommands, aptReason, aptState, installByApt } from "./apt.ts";

Deno.test("What apt would install is read from its source and its lists", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-apt-" });
  try {
    const source = `${folder}/box.list`;
    assert.deepEqual(await aptState(source, folder), { isConfigured: false, candidate: "" });
    await Deno.writeTextFile(
      source,
      "# The box\ndeb [signed-by=/usr/share/keyrings/box.asc] https://u.example/box/apt/ stable main\n",
    );
    assert.deepEqual(await aptState(source, folder), { isConfigured: true, candidate: "" });
    const index = (...versions: string[]) =>
      versions.map((version) => `Package: box\nVersion: ${version}\nArchitecture: amd64\n`).join(
        "\n",
      );
    const list = (host: string, text: string) =>
      Deno.writeTextFile(`${folder}/${host}_dists_stable_main_binary-amd64_Packages`, text);
    await list(
      "u.example_box_apt",
      `Package: boxes\nVersion: 9.9.9\n\n${index("0.9.1", "0.10.0", "0.9.2", "1;reboot")}`,
    );
    // Another repository is not asked, whatever it offers.
    await list("deb.debian.org_debian", index("7.0.0"));
    assert.deepEqual(await aptState(source, folder), { isConfigured: true, candidate: "0.10.0" });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("apt takes one version of one package, from the repository of the box only", () => {
  const [refresh, install] = aptCommands("0.9.1");
  for (const command of [refresh, install]) {
    assert.ok(command.includes(`Dir::Etc::sourcelist=${APT_SOURCE}`));
    assert.ok(command.includes("Dir::Etc::sourceparts=-"));
  }
  // Otherwise apt only warns, and keeps an older index.
  assert.ok(refresh.includes("APT::Update::Error-Mode=any"));
  assert.deepEqual(install.slice(0, 4), ["apt-get", "install", "--only-upgrade", "--yes"]);
  assert.equal(install.at(-1), "box=0.9.1");
});

Deno.test("Of several errors of apt, the first one is the reason", () => {
  const text = [
    "Get:1 http://u.example/apt stable InRelease",
    "Err:1 http://u.example/apt stable InRelease",
    "E: Failed to fetch http://u.example/apt/InRelease  The signatures are invalid: NO_PUBKEY 12",
    "E: Some index files failed to download.",
  ].join("\n");
  const reason = "E: Some index files failed to download.";
  const first =
    "Failed to fetch http://u.example/apt/InRelease The signatures are invalid: NO_PUBKEY 12";
  assert.equal(aptReason({ text, reason }), first);
  assert.equal(aptReason({ text: "Killed", reason: "Killed" }), "Killed");
});

Deno.test("Packages that a power cut left half installed are finished before apt installs", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-apt-" });
  const path = Deno.env.get("PATH") ?? "";
  try {
    // Programs that log how they were started. A failure of dpkg is not an error.
    for (const [name, code] of [["dpkg", 1], ["apt-get", 0]] as const) {
      const script =
        `#!/bin/sh\necho "$DEBIAN_FRONTEND ${name} $*" >> ${folder}/calls\nexit ${code}\n`;
      await Deno.writeTextFile(`${folder}/${name}`, script, { mode: 0o755 });
    }
    Deno.env.set("PATH", `${folder}:${path}`);
    await installByApt("0.9.1");
    const calls = (await Deno.readTextFile(`${folder}/calls`)).trim().split("\n");
    assert.equal(calls[0], "noninteractive dpkg --force-confold --configure -a");
    assert.match(calls[1], /^noninteractive apt-get update /);
    assert.match(
      calls[2],
      /^noninteractive apt-get install .*-o DPkg::Lock::Timeout=600 .*box=0\.9\.1$/,
    );
    assert.equal(calls.length, 3);
  } finally {
    Deno.env.set("PATH", path);
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("An update succeeds when apt installed the box but could not finish another package", async () => {
  const folder = await Deno.makeTempDir({ prefix: "box-apt-" });
  const path = Deno.env.get("PATH") ?? "";
  const program = (name: string, text: string) =>
    Deno.writeTextFile(`${folder}/${name}`, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  try {
    await program("dpkg", "exit 1");
    await program("apt-get", '[ "$1" = install ] || exit 0\necho "E: dpkg: error" >&2\nexit 100');
    Deno.env.set("PATH", `${folder}:${path}`);
    await program("dpkg-query", 'printf "install ok installed 0.9.1"');
    await installByApt("0.9.1");
    for (const state of ["install ok installed 0.9.0", "install ok half-configured 0.9.1", ""]) {
      await program("dpkg-query", `printf "${state}"`);
      await assert.rejects(installByApt("0.9.1"), /apt does not install it: dpkg: error/);
    }
  } finally {
    Deno.env.set("PATH", path);
    await Deno.remove(folder, { recursive: true });
  }
});

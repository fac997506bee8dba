import assert from "node:assert/strict";
import { DataDirectoryError, deriveKey, openDataDirectory } from "./data_directory.ts";

Deno.test("openDataDirectory() keeps its secret over restarts and is private", async () => {
  const path = await Deno.makeTempDir();
  const first = await openDataDirectory(`${path}/data`);
  first.close();
  const second = await openDataDirectory(`${path}/data`);
  assert.deepEqual(second.secret, first.secret);
  assert.equal((await Deno.stat(`${path}/data`)).mode! & 0o777, 0o700);
  assert.equal((await Deno.stat(`${path}/data/tls/box.secret`)).mode! & 0o777, 0o600);
  second.close();
  await Deno.remove(path, { recursive: true });
});

Deno.test("openDataDirectory() makes only an empty folder private: another may be /tmp", async () => {
  const path = await Deno.makeTempDir();
  const mode = async (of: string) => (await Deno.stat(of)).mode! & 0o777;
  for (const [folder, held, kept] of [["empty", false, 0o700], ["shared", true, 0o755]] as const) {
    await Deno.mkdir(`${path}/${folder}`);
    await Deno.chmod(`${path}/${folder}`, 0o755);
    if (held) await Deno.writeTextFile(`${path}/${folder}/letter.txt`, "of somebody");
    for (let start = 0; start < 2; start++) (await openDataDirectory(`${path}/${folder}`)).close();
    assert.equal(await mode(`${path}/${folder}`), kept, folder);
    assert.equal(await mode(`${path}/${folder}/tls`), 0o700);
  }
  await Deno.remove(path, { recursive: true });
});

Deno.test({
  name: "openDataDirectory() reports that a directory belongs to another user",
  ignore: Deno.uid() === 0,
  fn: () =>
    assert.rejects(
      openDataDirectory("/root"),
      /\/root belongs to another user\. Start the box as that user/,
    ),
});

Deno.test("openDataDirectory() refuses a directory in use, saying what to do", async () => {
  const path = await Deno.makeTempDir();
  const first = await openDataDirectory(path);
  const script = `import { openDataDirectory } from "${new URL(
    "./data_directory.ts",
    import.meta.url,
  )}";
    try { await openDataDirectory("${path}"); } catch (error) { console.log(error.name, error.message); }`;
  const output = await new Deno.Command(Deno.execPath(), { args: ["eval", "--no-lock", script] })
    .output();
  assert.match(
    new TextDecoder().decode(output.stdout),
    /DataDirectoryError Another box runs .*--data-dir/,
  );
  first.close();
  await Deno.remove(path, { recursive: true });
});

Deno.test("openDataDirectory() names the path that cannot be made", async () => {
  await assert.rejects(
    openDataDirectory("/proc/none/box"),
    (error) => error instanceof DataDirectoryError && /\/proc\/none\/box/.test(error.message),
  );
});

Deno.test("openDataDirectory() sets a secret of the wrong size aside", async () => {
  const path = await Deno.makeTempDir();
  (await openDataDirectory(path)).close();
  await Deno.writeFile(`${path}/tls/box.secret`, new Uint8Array(5));
  const again = await openDataDirectory(path);
  assert.equal(again.secret.length, 32);
  again.close();
  await Deno.remove(path, { recursive: true });
});

Deno.test("deriveKey() returns a different key for each use", () => {
  const secret = new Uint8Array(32).fill(7);
  assert.notDeepEqual(deriveKey(secret, "names"), deriveKey(secret, "cookies"));
  assert.equal(deriveKey(secret, "names").length, 16);
});

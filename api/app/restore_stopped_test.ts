import assert from "node:assert/strict";
import { inFolder } from "../../tests/support/transfer_scene.ts";
import { giveToOwner } from "./restore_stopped.ts";

const OWNER = 64_321;

/** Tests as root with a data directory of another user, which is in `folder`. */
function testAsRoot(
  name: string,
  test: (data: string, folder: string) => Promise<void>,
): void {
  Deno.test(name, { ignore: Deno.uid() !== 0 }, () =>
    inFolder(async (folder) => {
      const data = `${folder}/data`;
      await Deno.mkdir(`${data}/tls`, { recursive: true });
      await Deno.chown(data, OWNER, OWNER);
      await test(data, folder);
    }));
}

testAsRoot(
  "root gives files of the data directory to its owner, and follows no link of that owner",
  async (data, folder) => {
    await Deno.mkdir(`${folder}/etc`);
    const files = [`${data}/box.db`, `${data}/tls/box.secret`];
    const foreign = [`${folder}/etc`, `${folder}/etc/shadow`];
    for (const file of [...files, foreign[1]]) await Deno.writeTextFile(file, "");
    await Deno.symlink(`${folder}/etc`, `${data}/copies`);
    await Deno.symlink(`${folder}/etc/shadow`, `${data}/tls/self.key`);

    await giveToOwner(data);
    for (const file of [...files, `${data}/tls`]) {
      assert.equal((await Deno.lstat(file)).uid, OWNER, file);
    }
    for (const file of foreign) assert.equal((await Deno.lstat(file)).uid, 0, file);
  },
);

testAsRoot(
  "root follows no link that the owner puts in the place of a folder meanwhile",
  async (data, folder) => {
    await Deno.mkdir(`${folder}/etc`);
    const foreign = `${folder}/etc/shadow`;
    for (const file of [foreign, `${data}/tls/shadow`]) await Deno.writeTextFile(file, "");
    const swap = "while :; do mv tls aside; ln -s ../etc tls; rm tls; mv aside tls; done";
    const swapping = new Deno.Command("sh", { args: ["-c", swap], cwd: data }).spawn();
    try {
      for (let round = 0; round < 500; round++) {
        await giveToOwner(data);
        assert.equal((await Deno.lstat(foreign)).uid, 0, `round ${round}`);
      }
    } finally {
      swapping.kill("SIGKILL");
      await swapping.status;
    }
  },
);

testAsRoot(
  "what cannot be given to the owner of the data directory is an error with its path",
  async (data) => {
    await Deno.writeTextFile(`${data}/tls/box.secret`, "");
    await Deno.writeTextFile(`${data}/lists`, "not a folder");
    const module = new URL("./restore_stopped.ts", import.meta.url).href;
    const program = `const { giveToOwner } = await import(${JSON.stringify(module)});
        await giveToOwner(${JSON.stringify(data)}).catch(({ message }) => console.log(message));`;
    // Root without the right to give files away, as on a disk that has no owners.
    const { stdout } = await new Deno.Command("setpriv", {
      args: [
        "--bounding-set=-chown",
        "--inh-caps=-chown",
        Deno.execPath(),
        "eval",
        "--no-check",
        program,
      ],
    }).output();
    assert.equal(
      new TextDecoder().decode(stdout),
      `Give ${data}/tls/box.secret to the owner of the data directory: operation not permitted\n`,
    );
  },
);

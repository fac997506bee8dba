import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyExactly, ForeignFolder, switchLink } from "./files.ts";
import { UpdateError } from "./refusal.ts";

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-update-files-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("Only plain files of the owner are opened in a folder of another user", () =>
  inFolder(async (folder) => {
    const inside = `${folder}/inside`;
    await Deno.mkdir(inside);
    await Deno.writeTextFile(`${folder}/secret`, "secret");
    await Deno.writeTextFile(`${inside}/plain`, "plain");
    await Deno.symlink(`${folder}/secret`, `${inside}/link`);
    await Deno.symlink("/dev/zero", `${inside}/device`);
    await Deno.link(`${folder}/secret`, `${inside}/hard`);
    await Deno.mkdir(`${inside}/folder`);
    const fifo = await new Deno.Command("mkfifo", { args: [`${inside}/fifo`] }).output();
    assert.ok(fifo.success);

    const opened = new ForeignFolder(inside, Deno.uid());
    try {
      assert.equal(await opened.readText("plain", 10), "plain");
      assert.equal(await opened.readText("missing", 10), undefined);
      for (const name of ["link", "device", "hard", "folder", "fifo"]) {
        await assert.rejects(opened.readText(name, 10), UpdateError, name);
      }
      await assert.rejects(opened.readText("plain", 4), /too long/);
      // A name that is a link is removed itself; what it leads to stays.
      opened.remove("link");
      opened.remove("missing");
      assert.equal(await Deno.readTextFile(`${folder}/secret`), "secret");
    } finally {
      opened.close();
    }
    const ofOther = new ForeignFolder(inside, 4_000_000_000);
    await assert.rejects(ofOther.readText("plain", 10), /plain file of the service/);
    ofOther.close();

    await Deno.symlink(inside, `${folder}/linked`);
    assert.throws(() => new ForeignFolder(`${folder}/linked`, null), UpdateError);
    assert.throws(() => new ForeignFolder(`${folder}/secret`, null), UpdateError);
  }));

Deno.test("A folder that is exchanged after it was opened is read as it was opened", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/inside`);
    await Deno.mkdir(`${folder}/other`);
    await Deno.writeTextFile(`${folder}/inside/request`, "ours");
    await Deno.writeTextFile(`${folder}/other/request`, "theirs");
    const opened = new ForeignFolder(`${folder}/inside`, null);
    await Deno.rename(`${folder}/inside`, `${folder}/moved`);
    await Deno.symlink(`${folder}/other`, `${folder}/inside`);
    assert.equal(await opened.readText("request", 10), "ours");
    opened.remove("request");
    opened.close();
    assert.equal(await Deno.readTextFile(`${folder}/other/request`), "theirs");
  }));

Deno.test("copyExactly() copies so many bytes, and refuses shorter and longer files", () =>
  inFolder(async (folder) => {
    const bytes = crypto.getRandomValues(new Uint8Array(3000));
    await Deno.writeFile(`${folder}/from`, bytes);
    const copy = async (length: number, to: string) => {
      using from = await Deno.open(`${folder}/from`);
      return await copyExactly(from, `${folder}/${to}`, length);
    };
    assert.equal(await copy(3000, "whole"), createHash("sha256").update(bytes).digest("hex"));
    assert.deepEqual(await Deno.readFile(`${folder}/whole`), bytes);
    await assert.rejects(copy(2999, "longer"), /longer than 2999/);
    await assert.rejects(copy(3001, "shorter"), /3000 of 3001/);
    await assert.rejects(copy(3000, "whole"), Deno.errors.AlreadyExists);
  }));

Deno.test("switchLink() replaces a link, also after an interrupted attempt", () =>
  inFolder(async (folder) => {
    await switchLink(`${folder}/current`, "releases/1.0.0");
    await Deno.symlink("nowhere", `${folder}/current.new`);
    await switchLink(`${folder}/current`, "releases/1.1.0");
    assert.equal(await Deno.readLink(`${folder}/current`), "releases/1.1.0");
  }));

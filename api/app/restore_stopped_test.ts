import assert from "node:assert/strict";
import { inFolder } from "../../tests/support/transfer_scene.ts";
import { giveToOwner } from "./restore_stopped.ts";

const OWNER = 64_321;

Deno.test(
  "root gives files of the data directory to its owner, and follows no link of that owner",
  {
    ignore: Deno.uid() !== 0,
  },
  () =>
    inFolder(async (folder) => {
      const data = `${folder}/data`;
      await Deno.mkdir(`${data}/tls`, { recursive: true });
      await Deno.mkdir(`${folder}/etc`);
      const files = [`${data}/box.db`, `${data}/tls/box.secret`];
      const foreign = [`${folder}/etc`, `${folder}/etc/shadow`];
      for (const file of [...files, foreign[1]]) await Deno.writeTextFile(file, "");
      await Deno.symlink(`${folder}/etc`, `${data}/copies`);
      await Deno.symlink(`${folder}/etc/shadow`, `${data}/tls/self.key`);
      await Deno.chown(data, OWNER, OWNER);

      await giveToOwner(data);
      for (const file of [...files, `${data}/tls`]) {
        assert.equal((await Deno.lstat(file)).uid, OWNER, file);
      }
      for (const file of foreign) assert.equal((await Deno.lstat(file)).uid, 0, file);
    }),
);

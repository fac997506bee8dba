import assert from "node:assert/strict";
import { makeAuthority } from "../../tests/support/authority.ts";
import { CertificateFiles } from "./certificate_files.ts";

Deno.test("changed() returns new matching files and rejects until a renewal is complete", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const first = await makeAuthority(folder);
    const files = new CertificateFiles({ certificate: `${folder}/c`, key: `${folder}/k` });
    await assert.rejects(files.changed(), /The file .*\/c cannot be read/);
    const write = (name: string, text: string) => Deno.writeTextFile(`${folder}/${name}`, text);
    await Promise.all([write("c", first.cert), write("k", first.key)]);
    assert.deepEqual(await files.changed(), { cert: first.cert, key: first.key });
    assert.equal(await files.changed(), undefined);
    const second = await makeAuthority(folder);
    for (const [name, text] of [["c", second.cert], ["k", ""], ["k", "no key"]]) {
      await write(name, text);
      await assert.rejects(files.changed(), /no certificate and its key/);
    }
    await write("k", second.key);
    assert.deepEqual(await files.changed(), { cert: second.cert, key: second.key });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

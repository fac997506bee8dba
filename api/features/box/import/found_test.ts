import assert from "node:assert/strict";
import { DomainError } from "../../../schema/errors.ts";
import { FoundImports } from "./found.ts";
import { IMPORT_LIMITS } from "./limits.ts";

const DAY = 24 * 3_600_000;

async function inFolder(
  test: (found: FoundImports, folder: string, clock: { now: number }) => Promise<void>,
): Promise<void> {
  const data = await Deno.makeTempDir();
  const clock = { now: Date.now() };
  try {
    await Deno.mkdir(`${data}/found`);
    await test(new FoundImports(data, { now: () => clock.now }), `${data}/found`, clock);
  } finally {
    await Deno.remove(data, { recursive: true });
  }
}

Deno.test("Copies of found settings are listed, read and deleted", () =>
  inFolder(async (found, folder) => {
    assert.deepEqual(await found.list(), []);
    await assert.rejects(found.read("pihole"), DomainError);
    await Deno.writeTextFile(`${folder}/pihole.tar.gz`, "copy");
    const [one, ...others] = await found.list();
    assert.deepEqual([one?.product, others], ["pihole", []]);
    assert.equal(new TextDecoder().decode(await found.read("pihole")), "copy");
    await found.forget("pihole");
    await found.forget("pihole");
    assert.deepEqual(await found.list(), []);
    await assert.rejects(Deno.lstat(`${folder}/pihole.tar.gz`), Deno.errors.NotFound);
  }));

Deno.test("A copy that nobody wanted is deleted after 30 days", () =>
  inFolder(async (found, folder, clock) => {
    await Deno.writeTextFile(`${folder}/adguard.tar.gz`, "copy");
    clock.now += 29 * DAY;
    assert.equal((await found.list()).length, 1);
    clock.now += 2 * DAY;
    assert.deepEqual(await found.list(), []);
    await assert.rejects(Deno.lstat(`${folder}/adguard.tar.gz`), Deno.errors.NotFound);
  }));

Deno.test("Links and files that are too large are never read", () =>
  inFolder(async (found, folder) => {
    await Deno.writeTextFile(`${folder}/other`, "another file");
    await Deno.symlink("other", `${folder}/pihole.tar.gz`);
    await Deno.writeTextFile(`${folder}/adguard.tar.gz`, "");
    await Deno.truncate(`${folder}/adguard.tar.gz`, IMPORT_LIMITS.file + 1);
    assert.deepEqual(await found.list(), []);
    await assert.rejects(found.read("pihole"), DomainError);
  }));

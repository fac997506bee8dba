/** Misbehaving list servers and the running box. */
import assert from "node:assert/strict";
import { askOnce } from "../support/box_process.ts";
import { databaseFile } from "../support/import_files.ts";
import { ListServer } from "../support/list_server.ts";
import { readMessage } from "../support/message_text.ts";
import { residentMegabytes, Scene, WAIT, within } from "../support/whole_box.ts";

interface Lists {
  readonly lists: readonly {
    readonly id: number;
    readonly url: string;
    readonly health: string;
    readonly message: string;
    readonly counts: { readonly names: number } | null;
  }[];
}

async function isBlocked(scene: Scene, name: string): Promise<boolean> {
  const response = await askOnce(scene.box.port, name);
  return response !== undefined && readMessage(response).answer[0]?.data === "0.0.0.0";
}

async function withServer(
  test: (scene: Scene, server: ListServer) => Promise<void>,
): Promise<void> {
  const server = new ListServer();
  try {
    await Scene.run({ flags: ["--lists-allow-private=on"] }, (scene) => test(scene, server));
  } finally {
    await server.close();
  }
}

Deno.test("Lists of misbehaving servers are refused with a reason, while DNS and other lists continue", () =>
  withServer(async (scene, server) => {
    const good = await scene.command("lists", "add", server.url("/good"));
    assert.equal(good.code, 0, good.text);
    assert.ok(await within(WAIT, () => isBlocked(scene, "ads7.example")));
    const before = residentMegabytes(scene.box.pid);
    const paths = [
      "/404",
      "/500",
      "/loop",
      "/to-metadata",
      "/to-file",
      "/captive",
      "/captive-plain",
      "/bomb",
      "/cut-gzip",
    ];
    for (const path of [...paths, "/cut", "/wrong-length", "/binary", "/empty"]) {
      const url = server.url(path);
      await scene.service.call("POST", "/api/v1/lists", { body: { url } }).catch((error) => {
        assert.match((error as Error).message, /list|server|address/i, path);
      });
      const { lists } = await scene.service.call<Lists>("GET", "/api/v1/lists");
      const row = lists.find((list) => list.url === url);
      assert.ok(
        row === undefined || row.health !== "ok",
        `${path} was taken: ${JSON.stringify(row)}`,
      );
      assert.ok(row === undefined || row.message.length > 10, `${path} says nothing`);
      assert.ok(await isBlocked(scene, "ads7.example"), `the good list is gone after ${path}`);
    }
    for (const path of ["/nul", "/utf16", "/gzip", "/list.gz", "/moved"]) {
      await scene.service.call("POST", "/api/v1/lists", { body: { url: server.url(path) } });
      assert.ok(await isBlocked(scene, "ads7.example"), path);
    }
    const grown = residentMegabytes(scene.box.pid) - before;
    assert.ok(grown < 150, `memory grew by ${grown.toFixed(0)} MB`);
  }));

Deno.test("The last good copy of a list stays active when its server fails, shrinks it or is gone", () =>
  withServer(async (scene, server) => {
    await scene.service.call("POST", "/api/v1/lists", { body: { url: server.url("/good") } });
    assert.ok(await within(WAIT, () => isBlocked(scene, "ads7.example")));
    for (const text of ["", "<!DOCTYPE html><html></html>", "ads1.example\n"]) {
      server.text = text;
      await scene.service.call("POST", "/api/v1/lists/refresh", { body: {} }).catch(() => {});
      assert.ok(await isBlocked(scene, "ads7.example"), `lost by: ${text}`);
    }
    await server.close();
    const { text } = await scene.command("lists", "refresh");
    assert.ok(await isBlocked(scene, "ads7.example"), text);
    const { lists } = await scene.service.call<Lists>("GET", "/api/v1/lists");
    assert.notEqual(lists.find(({ url }) => url.endsWith("/good"))!.message, "");
  }));

Deno.test("A list from the private network is refused until the setting allows it", () =>
  Scene.run({}, async (scene) => {
    const { code, text } = await scene.command("lists", "add", "http://127.0.0.1:9/list");
    assert.notEqual(code, 0, text);
    assert.match(text, /private|lists_allow_private/);
  }));

Deno.test("A doubtful list blocks nothing until it is confirmed, and its confirmation survives a restart", () =>
  withServer(async (scene, server) => {
    server.text = "||google.com^\nads7.example\n";
    const added = await scene.command("lists", "add", server.url("/good"), "--name", "Wide");
    assert.equal(added.code, 1, added.text);
    assert.match(added.text, /1 of 1.000 websites that nearly everybody uses: google\.com/);
    assert.match(added.text, /Confirm it by: box lists accept 1/);
    assert.ok(!await isBlocked(scene, "google.com"));
    assert.ok(!await isBlocked(scene, "ads7.example"));
    const accepted = await scene.command("lists", "accept", "1");
    assert.equal(accepted.code, 0, accepted.text);
    assert.ok(await within(WAIT, () => isBlocked(scene, "google.com")));
    await scene.box.end("SIGTERM");
    await scene.start();
    server.text = "||google.com^\n||netflix.com^\nads7.example\n";
    assert.equal((await scene.command("lists", "refresh", "1")).code, 0);
    assert.ok(await within(WAIT, () => isBlocked(scene, "netflix.com")));
    server.text = "*$dnstype=A\n";
    const wide = await scene.command("lists", "refresh", "1");
    assert.equal(wide.code, 1, wide.text);
    assert.match(wide.text, /kept its copy: the new one is doubtful/);
    assert.ok(!await isBlocked(scene, "wikipedia.org"));
    assert.ok(await isBlocked(scene, "netflix.com"));
    const { lists } = await scene.service.call<Lists>("GET", "/api/v1/lists");
    assert.equal(lists.find(({ url }) => url.endsWith("/good"))!.health, "doubtful");
  }));

Deno.test("A check reports what a list would have blocked, from the queried names", () =>
  withServer(async (scene) => {
    for (const name of ["www.shop.example", "shop.example", "www.shop.example", "news.example"]) {
      await askOnce(scene.box.port, name);
    }
    const file = `${scene.folder}/mine.txt`;
    await Deno.writeTextFile(file, "||shop.example^\n");
    let checked = await scene.command("lists", "check", file);
    // The journal is written every few seconds.
    await within(WAIT, async () => {
      checked = await scene.command("lists", "check", file);
      return checked.text.includes("would have blocked 3 queries");
    });
    assert.equal(checked.code, 0, checked.text);
    assert.match(checked.text, /would have blocked 3 queries to 2 names/);
    assert.match(checked.text, /^ +2 +www\.shop\.example$/m);
    assert.doesNotMatch(checked.text, /news\.example/);
    await Deno.writeTextFile(file, "0.1\nc2:\n.*\nThis is a text.\n");
    const text = await scene.command("lists", "check", file);
    assert.match(
      text.text,
      /- 4 of its 4 lines are refused: 0\.1 \| c2: \| \.\* \| This is a text\./,
    );
    assert.match(text.text, /- No line of it is used/);
  }));

Deno.test("A list of the children of a Pi-hole stays theirs, at its hours, and over a restart", () =>
  withServer(async (scene, server) => {
    server.text = "kids.example\n";
    const row = (id: number, url: string) => [id, url, 1, 0, 0, `L${id}`, 0, 10, 0, 1, 0, 0];
    const gravity = {
      group: [[0, 1, "Default", 0, 0, ""], [1, 1, "Kids", 0, 0, ""]],
      adlist: [row(1, server.url("/good"))],
      adlist_by_group: [[1, 1]],
      domainlist: [],
      domainlist_by_group: [],
      client: [
        [1, "aa:bb:cc:00:00:01", 0, 0, "tablet"],
        [2, "aa:bb:cc:00:00:02", 0, 0, "laptop"],
      ],
      client_by_group: [[1, 1], [1, 0], [2, 0]],
    };
    const file = `${scene.folder}/gravity.db`;
    await Deno.writeFile(file, databaseFile(gravity));
    const imported = await scene.command("import", file, "--yes");
    assert.equal(imported.code, 0, imported.text);
    assert.match(imported.text, /\(group: Kids\)/);
    const { devices } = await scene.service.call<{ devices: { id: number; label: string }[] }>(
      "GET",
      "/api/v1/devices",
    );
    const numberOf = (name: string) => devices.find(({ label }) => label === name)!.id;
    const isBlockedFor = async (whom: string) => {
      const body = { name: "kids.example", as: whom };
      const { status } = await scene.service.call<{ status: string }>("POST", "/api/v1/query", {
        body,
      });
      return status === "blocked";
    };
    const [tablet, laptop] = ["tablet", "laptop"].map((name) => `device:${numberOf(name)}`);
    assert.ok(await within(WAIT, () => isBlockedFor(tablet)), "it is not there for the child");
    assert.deepEqual([await isBlockedFor(laptop), await isBlockedFor("all")], [false, false]);
    assert.ok(!await isBlocked(scene, "kids.example"));

    const why = await scene.command("query", "kids.example", "--as", laptop, "--explain");
    assert.match(why.text, /list L1 is not for this client/);

    // Hours that are not now turn it off at once; a restart changes neither.
    const day = (at: number) => ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][at % 7];
    const later = day(new Date().getUTCDay() + 3);
    await scene.command("lists", "scope", "1", "--hours", `${later} 10:00-11:00`);
    assert.ok(!await isBlockedFor(tablet));
    await scene.box.end("SIGKILL");
    await scene.start();
    assert.ok(!await isBlockedFor(tablet));
    const timed = await scene.command("query", "kids.example", "--as", tablet, "--explain");
    assert.match(timed.text, /list L1 is not on at this time/);
    await scene.command("lists", "scope", "1", "--hours", "always");
    assert.ok(await isBlockedFor(tablet));

    // Without its group the list is for no one, never for everyone.
    assert.equal((await scene.command("groups", "remove", "Kids")).code, 0);
    assert.ok(await within(WAIT, async () => !await isBlockedFor(tablet)));
    assert.ok(!await isBlocked(scene, "kids.example"));
    assert.match((await scene.command("lists")).text, /for_no_one .* no one/);
  }));

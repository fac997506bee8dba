import assert from "node:assert/strict";
import { type BoxBlockPageDeps, createBlockPage } from "./block_page.ts";
import type { Core } from "./core.ts";
import type { Pem } from "../front/protocol.ts";
import { testRuntime } from "../../tests/support/test_runtime.ts";

interface Scene {
  readonly values: Record<string, unknown>;
  readonly folder: string;
  readonly messages: string[];
  readonly given: (Pem | undefined)[];
  readonly box: ReturnType<typeof createBlockPage>;
  known: boolean;
}

async function scene(run: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const messages: string[] = [];
  await Deno.mkdir(`${folder}/tls`);
  const values = {
    box_name: "box",
    http_listen: ":80",
    https_listen: ":443",
    blocked_response: "null",
    time_zone: "",
  };
  const made: Omit<Scene, "box"> = { values, folder, messages, given: [], known: true };
  const runtime = testRuntime({
    randomBytes: (length) => new Uint8Array(length).fill(7),
    now: () => Date.UTC(2026, 10, 21),
    log: (_, text) => void messages.push(text),
  });
  const core = { dataDir: folder, settings: { values }, timeKnown: () => made.known, runtime };
  const deps = {
    control: {},
    names: {},
    allowedRanges: () => [],
    view: () => Promise.reject(new Error("no page is wanted")),
  };
  const box = createBlockPage(core as unknown as Core, deps as unknown as BoxBlockPageDeps);
  try {
    await run(Object.assign(made, { box }));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the authority is created once block pages are on, and passed to the front at each change", () =>
  scene(async (made) => {
    const { box, values, given, messages } = made;
    box.follow({ authority: (pem) => void given.push(pem) });
    await box.refresh();
    assert.deepEqual(given, []);
    Object.assign(values, { blocked_response: "page" });
    made.known = false;
    await box.refresh();
    assert.deepEqual(given, []);
    made.known = true;
    await box.refresh();
    await box.refresh();
    const second = await box.authority.regenerate();
    assert.equal(given.length, 2);
    assert.deepEqual(given[1], { cert: second.cert, key: second.key });
    const late: unknown[] = [];
    box.follow({ authority: (pem) => void late.push(pem) });
    assert.deepEqual(late, [given[1]]);
    assert.deepEqual(messages, []);
  }));

Deno.test("an authority that cannot be created is logged, and other features continue", () =>
  scene(async ({ box, values, folder, messages }) => {
    await Deno.remove(`${folder}/tls`, { recursive: true });
    Object.assign(values, { blocked_response: "page" });
    await box.refresh();
    assert.match(messages.join(), /cannot be kept, the next start makes another/);
    await Deno.mkdir(`${folder}/tls`);
  }));

Deno.test("the URL of the page uses plain HTTP, or HTTPS when there is none", () =>
  scene(({ box, values }) => {
    const cases: readonly (readonly [http: string, https: string, url: string])[] = [
      [":80", ":443", "http://box/certificate"],
      [":8080", ":8443", "http://box:8080/certificate"],
      ["127.0.0.1:5080,192.168.1.2:80", ":443", "http://box/certificate"],
      ["", ":443", "https://box/certificate"],
      ["", ":8443", "https://box:8443/certificate"],
      ["", "", "http://box/certificate"],
    ];
    for (const [http_listen, https_listen, url] of cases) {
      Object.assign(values, { http_listen, https_listen });
      assert.equal(box.authority.url(), url);
    }
    return Promise.resolve();
  }));

Deno.test("its page shares the rate limit of block pages", () =>
  scene(({ box }) => {
    const admitted = Array.from({ length: 30 }, () =>
      box.authority.admits("192.168.1.9")).filter(Boolean).length;
    assert.equal(admitted, 20);
    assert.equal(box.authority.admits("192.168.1.10"), true);
    assert.equal(box.authority.admits("nowhere"), false);
    return Promise.resolve();
  }));

Deno.test("a block by time shows its end, for a person and for a shared device", async () => {
  const open = { open_now: true, next_change: 2000 };
  const closed = { open_now: false, next_change: 3000, cut_until: 0 };
  const cut = { open_now: false, next_change: 3000, cut_until: 2500 };
  const limits = [{ category: "games", blocked_until: 4000 }];
  const homework = { ...open, mode: { mode: "homework", until: 5000 }, limits };
  const cases: readonly (readonly [
    person: number,
    own: unknown,
    shared: unknown,
    origin: string,
    opens: number,
  ])[] = [
    [5, closed, undefined, "schedule:hours", 3000],
    [5, open, closed, "schedule:hours", 0],
    [0, undefined, closed, "schedule:cut", 3000],
    [5, cut, undefined, "schedule:cut", 2500],
    [5, cut, undefined, "schedule:hours", 3000],
    [0, undefined, undefined, "schedule:hours", 0],
    [5, homework, undefined, "homework:games", 5000],
    [5, homework, undefined, "limit:games", 4000],
    [0, undefined, { ...open, homework: true, limits }, "homework:games", 0],
    [0, undefined, { ...open, homework: true, limits }, "limit:games", 4000],
    [0, undefined, { ...open, homework: true, limits }, "limit:videos", 0],
  ];
  for (const [personId, own, shared, origin, opens] of cases) {
    const results: unknown[] = [];
    const reason = origin.startsWith("schedule") ? "schedule" : "category";
    const why = { reason, list: -1, origin, at: 0 };
    const core = {
      settings: {
        values: { box_name: "box", http_listen: ":80", https_listen: ":443", time_zone: "" },
      },
      runtime: testRuntime({ now: () => 0 }),
    };
    const { page } = createBlockPage(core as unknown as Core, {
      control: {
        askers: { device: (id: number) => id === 7 ? { personId } : undefined },
        requests: {
          deviceAt: (address: string) => address === "192.168.1.9" ? 7 : 0,
          blockedOn: () => new Set(),
          standing: () => Promise.reject(new Error("no database")),
        },
        hours: { person: (id: number) => id === 5 ? own : undefined, sharedDevice: () => shared },
        lists: { categoryOf: () => "" },
      },
      names: {
        has: () => true,
        find: (_: string, { device }: { device: number }) => device === 7 ? why : undefined,
        renew() {},
      },
      allowedRanges: () => ["private"],
      view: () =>
        Promise.resolve((
          shown: { opens: number; request: string },
        ) => {
          results.push(shown.opens, shown.request);
          return { html: "", language: "en", style: "" };
        }),
    } as unknown as BoxBlockPageDeps);
    await page.answer(new Request("http://games.example/"), {
      address: "192.168.1.9",
      servername: "games.example",
    });
    // Without database the offer of more time is missing, but not the page.
    assert.deepEqual(results, [opens, "refused"], origin);
  }
});

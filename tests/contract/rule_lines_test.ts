import assert from "node:assert/strict";
import { ROUTES } from "../../api/app/routes.ts";
import { apiApp } from "../../api/http/app.ts";
import { LIMITS } from "../../policy/limits.ts";
import { boxServices } from "./box_services.ts";
import { withService } from "./run_command.ts";

async function post(body: object): Promise<Response> {
  const text = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const app = apiApp(ROUTES, await boxServices());
  return await app.request("/api/v1/rules", text, { door: "socket" });
}

Deno.test("Lines become rules, and invalid ones are reported with the reason", async () => {
  const lines = [
    "# mine",
    "",
    "Games.example",
    "@@||shop.example^",
    "0.0.0.0 ads.example",
    "com",
    "not a name",
    "box",
  ];
  const { rules, refused } = await (await post({ lines })).json();
  assert.deepEqual(
    rules.map(({ domain, action, kind }: Record<string, string>) => `${action} ${kind} ${domain}`),
    ["block subdomains games.example", "allow subdomains shop.example", "block exact ads.example"],
  );
  assert.deepEqual(refused.map(({ line }: { line: number }) => line), [6, 7, 8]);
  assert.match(refused[2].why, /the box itself/);
});

Deno.test("One request accepts no more lines than can be written in time", async () => {
  const lines = Array(LIMITS.rules.linesAtOnce + 1).fill("a.example");
  const refused = await post({ lines });
  assert.deepEqual([refused.status, /at most 1000 lines/.test(await refused.text())], [400, true]);
  const many = await post({ lines: Array.from({ length: 100_000 }, (_, i) => `${i}.ads.example`) });
  assert.deepEqual([many.status, /at most 1000 lines/.test(await many.text())], [400, true]);
});

Deno.test("box rules import writes a file and reports its invalid lines", () =>
  withService(async ({ ask }) => {
    const path = await Deno.makeTempFile();
    try {
      await Deno.writeTextFile(path, "||a.example^\r\nb.example\nno rule \u001b[2J\n");
      const { out } = await ask("rules", "import", path, "--action", "allow");
      assert.match(out, /^Rules written: 2\nLine 3: This is not a domain name: .*\n$/);
      assert.ok(!out.includes("\u001b"));
      assert.match((await ask("rules", "--action", "allow")).out, /b\.example/);
      assert.equal((await ask("rules", "import", `${path}.gone`)).code, 1);
      await Deno.writeTextFile(path, "# mine\n" + "ads.example\n".repeat(100_000));
      const { code, err } = await ask("rules", "import", path);
      assert.deepEqual([code, /There can be 20000 rules; subscribe .*: 100000\n$/.test(err)], [
        1,
        true,
      ], err);
      assert.equal((await ask("rules", "import", path, "--action", "rewrite")).code, 2);
    } finally {
      await Deno.remove(path);
    }
  }));

Deno.test("Lines with DNS modifiers become rules, for those whom they name", async () => {
  const lines = [
    "||a.example^$dnstype=AAAA,denyallow=www.a.example",
    "||b.example^$dnsrewrite=NXDOMAIN",
    "||c.example^$dnsrewrite=NOERROR;A;192.0.2.7,important",
    "||d.example^$client='Laptop'",
    "@@||e.example^$ctag=user_child",
    "||a.example^$badfilter",
    "||gone.example^$badfilter",
    "||f.example^$client=nobody-here",
    "||g.example^$ctag=device_tv",
    "example.org##.banner",
    "||h.example^$popup",
  ];
  const app = apiApp(ROUTES, await boxServices({ content: "office" }));
  const ask = async (path: string, body: object) =>
    await (await app.request(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }, { door: "socket" })).json();
  const { rules, refused } = await ask("/api/v1/rules", { lines });
  const written = rules.map((
    { domain, scope, action, types, to, except }: Record<string, string>,
  ) => [domain, scope, action, `${types}`, `${to}`, `${except ?? ""}`].join(" "));
  assert.deepEqual(written, [
    "a.example all block AAAA  www.a.example",
    "b.example all rewrite  NXDOMAIN ",
    "c.example all rewrite  192.0.2.7 ",
    "d.example device:2 block   ",
    "e.example profile:child allow   ",
    "e.example profile:teen allow   ",
  ]);
  const whys = refused.map(({ line, why }: { line: number; why: string }) => `${line} ${why}`);
  for (
    const [at, why] of [
      /^7 There is no rule for/,
      /^8 No device and no person/,
      /^9 The box knows only the tags user_child and user_regular/,
      /^10 Only a browser can hide/,
      /^11 popup is about pages/,
    ].entries()
  ) assert.match(whys[at], why);
  const twice = await ask("/api/v1/rules?scope=group:1", { lines: [lines[3]] });
  assert.match(twice.refused[0].why, /already says whom it is for/);
});

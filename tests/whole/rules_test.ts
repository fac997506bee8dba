/**
 * Rules of the household through a box as a process: active when accepted, after kills, and
 * expiring by themselves.
 */
import assert from "node:assert/strict";
import type { QueryAnswer } from "../../api/features/network/query/routes.ts";
import type { RulePage, RuleResponse } from "../../api/features/protection/rules/routes.ts";
import type { QueryPage } from "../../api/features/insight/journal/routes.ts";
import { askOnce } from "../support/box_process.ts";
import { readMessage } from "../support/message_text.ts";
import { tokenOf } from "../support/script_token.ts";
import { pause, Scene, WAIT, within } from "../support/whole_box.ts";

const BLOCKED = "0.0.0.0";
const REAL = "192.0.2.9";

async function addressOf(scene: Scene, name: string): Promise<string | undefined> {
  const response = await askOnce(scene.box.port, name);
  return response === undefined ? undefined : readMessage(response).answer[0]?.data;
}

/** A box that blocks ads.example by a list. */
async function withList(test: (scene: Scene) => Promise<void>): Promise<void> {
  await Scene.run({}, async (scene) => {
    const path = `${await Deno.realPath(scene.folder)}/ads.txt`;
    await Deno.writeTextFile(path, "||ads.example^\n");
    await scene.service.call("POST", "/api/v1/lists", { body: { path } });
    assert.equal(await addressOf(scene, "ads.example"), BLOCKED);
    await test(scene);
  });
}

function put(scene: Scene, token: string, domain: string, body: unknown): Promise<Response> {
  return fetch(
    `http://127.0.0.1:${scene.box.http}/api/v1/rules/${encodeURIComponent(domain)}?scope=all`,
    {
      method: "PUT",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    },
  );
}

Deno.test("One request allows a listed name, at once, through kills and without database", () =>
  withList(async (scene) => {
    const token = await tokenOf(scene, ["rules.read", "rules.write"]);
    const response = await put(scene, token, "Ads.Example.", { action: "allow" });
    const rule: RuleResponse = await response.json();
    assert.deepEqual([response.status, rule.domain, rule.kind, rule.by], [
      200,
      "ads.example",
      "subdomains",
      "mum (script)",
    ]);
    for (let i = 0; i < 3; i++) assert.equal(await addressOf(scene, "ads.example"), REAL);
    assert.equal(await addressOf(scene, "x.ads.example"), REAL);
    const { steps } = await scene.service.call<QueryAnswer>("POST", "/api/v1/query", {
      body: { name: "ads.example", explain: true },
    });
    const ruleSteps = steps.filter(({ protection }) =>
      protection === "rules" || protection === "lists"
    );
    assert.match(ruleSteps[0].text, /^Allowed by rule @@\|\|ads\.example\^ of the household/);
    assert.equal(ruleSteps[1].text, "Lifted");
    const entryOf = async () => {
      const query = { name: "x.ads.example", limit: 1 };
      return (await scene.service.call<QueryPage>("GET", "/api/v1/queries", { query })).entries[0];
    };
    assert.ok(await within(WAIT, async () => await entryOf() !== undefined));
    const { status, reason, origin, list, rule: text } = await entryOf();
    assert.deepEqual([status, reason, origin, list, text], [
      "answered",
      "",
      "rule:ads.example",
      -1,
      "@@||ads.example^",
    ]);

    await scene.box.end("SIGKILL");
    await scene.start();
    assert.equal(await addressOf(scene, "ads.example"), REAL);
    await scene.box.end("SIGKILL");
    // The snapshot has the rules, whatever happens to the database.
    for (const end of ["", "-wal", "-shm"]) {
      await Deno.remove(`${scene.data}/box.db${end}`).catch(() => {});
    }
    await Deno.remove(`${scene.data}/copies`, { recursive: true }).catch(() => {});
    await Deno.mkdir(`${scene.data}/box.db`);
    await Deno.writeTextFile(`${scene.data}/box.db/in_the_way`, "");
    await scene.start();
    assert.equal(await addressOf(scene, "ads.example"), REAL);
    assert.equal(await addressOf(scene, "y.ads.example"), REAL);
    await assert.rejects(scene.service.call("GET", "/api/v1/rules"), /database/i);
  }));

Deno.test("A rule with an end expires by itself, and so do answers that it caused", () =>
  withList(async (scene) => {
    const until = Math.floor(Date.now() / 1000) + 3;
    await scene.service.call("PUT", "/api/v1/rules/ads.example", {
      body: { action: "allow", until },
    });
    await scene.service.call("PUT", "/api/v1/rules/shop.example", {
      body: { action: "block", until },
    });
    for (let i = 0; i < 3; i++) {
      const [ads, shop] = [
        await addressOf(scene, "ads.example"),
        await addressOf(scene, "shop.example"),
      ];
      if (Date.now() < until * 1000) assert.deepEqual([ads, shop], [REAL, BLOCKED]);
    }
    assert.ok(await within(WAIT, () => Date.now() >= until * 1000));
    assert.deepEqual([
      await addressOf(scene, "ads.example"),
      await addressOf(scene, "shop.example"),
    ], [BLOCKED, REAL]);
    assert.deepEqual((await scene.service.call<RulePage>("GET", "/api/v1/rules")).rules, []);
  }));

Deno.test("The commands allow, block, show and remove", () =>
  withList(async (scene) => {
    const ran = async (...argv: string[]) => {
      const { code, text } = await scene.command(...argv);
      assert.equal(code, 0, text);
      return text;
    };
    assert.match(
      await ran("allow", "ads.example", "--for", "1h"),
      /ads\.example and all below it is allowed until /,
    );
    assert.equal(await addressOf(scene, "ads.example"), REAL);
    await ran("block", "/^game[0-9]+\\./");
    assert.equal(await addressOf(scene, "game12.example"), BLOCKED);
    assert.match(await ran("rules"), /\^game\[0-9\]\+\\\..*block.*regex[\s\S]*ads\.example.*allow/);
    await ran("rules", "remove", "/^game[0-9]+\\./");
    await ran("rules", "remove", "ADS.example.");
    assert.deepEqual([
      await addressOf(scene, "ads.example"),
      await addressOf(scene, "game12.example"),
    ], [
      BLOCKED,
      REAL,
    ]);
    const { code, text } = await scene.command("block", "box.home.arpa");
    assert.deepEqual([code, /the box itself/.test(text)], [1, true], text);
    assert.match(
      await ran("audit", "--action", "rule"),
      /rule\.remove[\s\S]*rule\.set|rule\.set[\s\S]*rule\.remove/,
    );
  }));

Deno.test("A box killed while rules are written keeps all accepted ones, active at its first answer", () =>
  Scene.run({ flags: ["--rate-limit=0"] }, async (scene) => {
    const accepted: string[] = [];
    for (let loop = 0; loop < 3; loop++) {
      let stopped = false;
      const writing = async () => {
        for (let i = 0; !stopped; i++) {
          const name = `own${loop}-${i}.example`;
          await scene.service.call("PUT", `/api/v1/rules/${name}`, { body: { action: "block" } });
          accepted.push(name);
        }
      };
      const work = writing().catch((error) => stopped || Promise.reject(error));
      await Promise.race([pause(150 + loop * 170), work]);
      stopped = true;
      await scene.box.end("SIGKILL");
      await work;
      await scene.start();
      for (const name of accepted.slice(-20)) {
        assert.equal(await addressOf(scene, name), BLOCKED, name);
      }
    }
    const { rules } = await scene.service.call<RulePage>("GET", "/api/v1/rules", {
      query: { limit: 1000 },
    });
    const storedDomains = new Set(rules.map(({ domain }) => domain));
    assert.ok(accepted.length > 0);
    assert.deepEqual(accepted.filter((name) => !storedDomains.has(name)), []);
  }));

/**
 * A category whose limit is reached and that is blocked by choice: every place says that more time
 * would not help (A 3.2, 7.1, 7.6.5).
 */
import assert from "node:assert/strict";
import { createClient } from "@libsql/client/sqlite3";
import { HomeBox, OPEN } from "../support/home_box.ts";
import { BOX_V4 } from "../support/home_network.ts";
import { MAY_MAKE_NAMESPACES } from "../support/network_namespace.ts";
import { needsTool } from "../support/tool.ts";
import { runText, WAIT, within } from "../support/whole_box.ts";

const CANNOT = !MAY_MAKE_NAMESPACES || needsTool("ip", "dig", "curl");
const MACHINES = [
  { name: "console", mac: "5c:ad:ba:00:00:03", addresses: ["192.168.77.13/24"] },
] as const;
const GAME = "store.steampowered.com";
const STEP = 300;

type Home = HomeBox<"console">;
interface Asked {
  readonly can_ask: boolean;
  readonly categories: readonly { blocked: boolean; blocked_by_choice: boolean }[];
}

/** The response to an HTTP request from the console, the status last. */
async function curl(home: Home, ...args: string[]): Promise<string> {
  const inside = home.home.on("console");
  const status = ["-w", "\n%{http_code}"];
  return (await runText([...inside, "curl", "-s", ...status, ...args])).text;
}

async function state(home: Home): Promise<Asked> {
  const text = await curl(home, `http://${BOX_V4}/api/v1/ask`);
  return JSON.parse(text.slice(0, text.lastIndexOf("\n")));
}

function request(home: Home): Promise<string> {
  const body = JSON.stringify({ minutes: 15, category: "games" });
  const json = ["-H", "content-type: application/json", "-d", body];
  return curl(home, ...json, `http://${BOX_V4}/api/v1/ask`);
}

/** The page of a blocked site, in English. */
async function page(home: Home): Promise<string> {
  const header = ["-H", "accept-language: en", "-H", `host: ${GAME}`];
  return (await curl(home, ...header, `http://${BOX_V4}/`)).replace(/<[^>]+>/g, " ");
}

/** The last entry of the journal about the game. */
async function origin(home: Home, reason: string): Promise<boolean> {
  const path = `/api/v1/queries?name=${GAME}&limit=1`;
  return await within(WAIT, async () => {
    const { entries } = await home.call<{ entries: { reason: string; origin: string }[] }>(
      "GET",
      path,
    );
    return entries[0]?.reason === "category" && entries[0].origin === reason;
  });
}

/** Uses up fifteen minutes of games today, with a clock from noon to evening. */
async function useUp(home: Home, person: number): Promise<void> {
  const zone = new Date().getUTCHours() < 12 ? "Asia/Tokyo" : "America/New_York";
  await home.call("PUT", "/api/v1/time-zone", { zone });
  await home.call("PUT", `/api/v1/people/${person}/limits`, { category: "games", minutes: 15 });
  await home.end("SIGTERM");
  const db = createClient({ url: `file:${home.folder}/data/box.db` });
  const now = Math.floor(Date.now() / 1000 / STEP) * STEP;
  const day = new Intl.DateTimeFormat("sv", { timeZone: zone }).format(new Date());
  for (const back of [1, 2, 3]) {
    const args = [person, day, "games", now - back * STEP];
    await db.execute({ sql: "insert into category_usage values (?, ?, ?, ?)", args });
  }
  db.close();
  await home.start();
}

Deno.test({
  name: "A reached games limit offers more time unless games are also blocked by choice",
  ignore: CANNOT,
  fn: () =>
    HomeBox.run(MACHINES, async (home) => {
      const device = await home.device("console");
      const { id } = await home.call<{ id: number }>("POST", "/api/v1/people", {
        name: "Tom",
        profile: "teen",
      });
      await home.call("PUT", `/api/v1/devices/${device}/person`, { person_id: id });
      await home.call("PUT", "/api/v1/settings/blocked_response", { value: "page" });
      assert.equal(await home.ask("console", GAME), OPEN);
      await useUp(home, id);

      assert.equal(await home.ask("console", GAME), BOX_V4);
      assert.ok(await origin(home, "limit:games"));
      assert.match(await home.home.dig("console", GAME), /Time for today is used up/);
      assert.match(await page(home), /no more time for this: Games\. .*Ask for more time/s);
      assert.equal((await state(home)).can_ask, true);
      assert.match(await request(home), /\n201$/);

      const choose = (action: string) =>
        home.call("PUT", `/api/v1/categories?scope=person:${id}`, {
          categories: { games: action },
        });
      await choose("block");
      // The page was stored for the limit, and shows the choice before the next query.
      const chosen = await page(home);
      assert.match(chosen, /Sites of this kind are blocked on this device: Games\./);
      assert.doesNotMatch(chosen, /more time/i);
      assert.equal(await home.ask("console", GAME), BOX_V4);
      assert.ok(await origin(home, "category:games"));
      assert.match(await home.home.dig("console", GAME), /Category not allowed/);
      const { categories } = await state(home);
      assert.deepEqual(
        categories.map(({ blocked, blocked_by_choice }) => [blocked, blocked_by_choice]),
        [[false, true]],
      );
      const requests = await home.command("requests");
      assert.match(requests.text, /games blocked by choice/);

      // The pending request is answered, and changes nothing while the choice is active.
      const accepted = await home.command("requests", "accept", "1");
      assert.match(accepted.text, /A choice still blocks games, so they open nothing/);
      assert.equal(await home.ask("console", GAME), BOX_V4);
      assert.match(await request(home), /would not help: games.*\n409$/s);
      await choose("");
      assert.equal(await home.ask("console", GAME), OPEN);
    }, { lan: true }),
});

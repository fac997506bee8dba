/**
 * Each state of the breach watch on a running box: its sentence in page, command and administration
 * log, its retry, and back to normal; a restore reports nothing twice (A 3.3, 6).
 */
import assert from "node:assert/strict";
import { TERMS_VERSION } from "../../api/features/box/terms/versions.ts";
import type { TasksResponse } from "../../api/features/box/tasks/routes.ts";
import type { BreachesResponse } from "../../api/features/household/breaches/routes.ts";
import type { AlertPage } from "../../api/features/insight/alerts/routes.ts";
import { BreachService } from "../support/breach_service.ts";
import { PageReader } from "../support/page_reader.ts";
import { ShiftedClock } from "../support/shifted_clock.ts";
import { Siem } from "../support/siem.ts";
import { needsTool } from "../support/tool.ts";
import { pause, Scene, WAIT, within } from "../support/whole_box.ts";

const EMMA = "emma.secret@example.com";
const NOAH = "noah.secret@example.org";
const PASSWORD = "gravel ocean tulip";
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Status = BreachesResponse["state"]["status"];

/** A box with a clock of its own, an online service with that clock, and a SIEM. */
class Watch {
  readonly scene: Scene;
  readonly clock: ShiftedClock;
  readonly online: BreachService;
  readonly siem: Siem;
  readonly #reader: PageReader;
  /** Emma, who sees her own addresses. */
  readonly #member: PageReader;

  constructor(parts: Pick<Watch, "scene" | "clock" | "online" | "siem">) {
    this.scene = parts.scene;
    this.clock = parts.clock;
    this.online = parts.online;
    this.siem = parts.siem;
    const { http } = parts.scene.box;
    const reader = (account: string) =>
      new PageReader({ inside: [], http, account, password: PASSWORD });
    this.#reader = reader("anna");
    this.#member = reader("emma");
  }

  get #service() {
    return this.scene.service;
  }

  /** The response of the API. */
  read(): Promise<BreachesResponse> {
    return this.#service.call<BreachesResponse>("GET", "/api/v1/breaches");
  }

  /** Sets the address of the online service. */
  async use(cloud_url: string): Promise<void> {
    await this.#service.call("PUT", "/api/v1/settings", { body: { values: { cloud_url } } });
  }

  /** Time passes, and the task runs. */
  async pass(milliseconds: number): Promise<void> {
    await this.clock.set(this.clock.now() + milliseconds);
    const { code, text } = await this.scene.command("tasks", "run", "breaches.check");
    assert.equal(code, 0, text);
    // The box may have begun to run it by itself.
    const isOver = async () => {
      const { tasks } = await this.#service.call<TasksResponse>("GET", "/api/v1/tasks");
      return !tasks.find(({ name }) => name === "breaches.check")!.running;
    };
    assert.ok(await within(WAIT, isOver));
  }

  /**
   * Checks an address by hand with a command, half a minute after the last time, and returns its
   * exit code and words.
   */
  async check(address: string): Promise<readonly [code: number, text: string]> {
    await this.clock.set(this.clock.now() + 30 * SECOND);
    const { code, text } = await this.scene.command("breaches", "check", address);
    return [code, text.trim()];
  }

  /**
   * Fails unless API, page, command and the page of a member say the same. `wait` = milliseconds from
   * the last attempt to the next one; undefined = there is no retry.
   */
  async is(
    status: Status,
    wait: number | undefined,
    page: RegExp,
    command: RegExp,
    member = page,
  ): Promise<void> {
    const { state } = await this.read();
    assert.equal(state.status, status, JSON.stringify(state));
    const left = state.retry_at === 0 ? undefined : (state.retry_at - state.at) * SECOND;
    assert.ok(
      left === wait || Math.abs(left! - wait!) <= SECOND,
      `${status}: ${left} and not ${wait}`,
    );
    assert.match(await this.page("/breaches"), page);
    assert.match((await this.scene.command("breaches")).text, command);
    assert.match(await this.memberPage(), member);
  }

  /** The words of the page of the member, which has neither buttons nor the addresses of others. */
  async memberPage(): Promise<string> {
    const words = await this.#member.words("/me/breaches");
    assert.match(words, /emma\.secret@example\.com/);
    assert.doesNotMatch(words, /noah|Check now|Remove|Add an address/);
    return words;
  }

  /** The words of a page. */
  page(path: string): Promise<string> {
    return this.#reader.words(path);
  }

  /** The details of the alerts, oldest first. */
  async alerts(): Promise<readonly string[]> {
    const query = { kind: "breach" };
    const { alerts } = await this.#service.call<AlertPage>("GET", "/api/v1/alerts", { query });
    return alerts.map(({ detail }) => detail).reverse();
  }

  /** The lines about breaches that reached the SIEM. */
  get lines(): readonly string[] {
    return this.siem.lines.filter((line) => / breach \[/.test(line));
  }
}

async function withWatch(test: (watch: Watch) => Promise<void>): Promise<void> {
  await ShiftedClock.run(async (clock) => {
    const now = () => clock.now();
    await using online = await BreachService.start({ now });
    const siem = new Siem();
    try {
      await Scene.run({ flags: ["--trust-clock=always"], env: clock.env(true) }, async (scene) => {
        const terms = { accept_terms: true, terms_version: TERMS_VERSION, telemetry: false };
        const account = { name: "anna", password: PASSWORD };
        await scene.service.call("POST", "/api/v1/setup", { body: { account, ...terms } });
        const added = await scene.command("exports", "add", "siem", siem.target, "--audit", "on");
        assert.equal(added.code, 0, added.text);
        const body = { name: "Emma", profile: "adult" };
        const person = await scene.service.call<{ id: number }>("POST", "/api/v1/people", { body });
        const invited = await scene.service.call<{ secret: string }>(
          "POST",
          `/api/v1/people/${person.id}/accounts`,
          { body: { name: "emma" } },
        );
        await scene.service.call("POST", "/api/v1/invitation", {
          body: { secret: invited.secret, password: PASSWORD },
        });
        await test(new Watch({ scene, clock, online, siem }));
      });
    } finally {
      siem.close();
    }
  });
}

Deno.test({
  name: "Each state of the breach watch has its sentence and its retry, and ends by itself",
  ignore: needsTool("faketime", "curl"),
  fn: () =>
    withWatch(async (watch) => {
      const { scene, online, clock } = watch;
      const { provider } = online;
      const now = () => clock.now();
      const emma = { address: EMMA, person_id: 1 };
      await scene.service.call("POST", "/api/v1/breaches", { body: emma });
      const noService =
        /haven’t been checked yet\. .*This box has no online service, so it can’t check addresses\./;
      assert.match(await watch.page("/breaches"), noService);
      assert.match(await watch.memberPage(), noService);
      const none = await scene.command("breaches", "check", EMMA);
      assert.match(none.text, /was not checked: Nothing is checked without an online service/);

      // Not configured: a check by hand does not count, and the box tries once a day.
      await using unconfigured = await BreachService.start({ isConfigured: false, now });
      await watch.use(unconfigured.url);
      const refused =
        `${EMMA} was not checked: The online service does not offer breach checks yet.`;
      assert.deepEqual(await watch.check(EMMA), [1, refused]);
      // The address is new: the box tries by itself as soon as it is a minute old.
      await watch.is(
        "not_configured",
        undefined,
        /doesn’t offer breach checks yet\. The box tries again within a minute or two\./,
        /does not offer breach checks yet\. The box tries again within a minute or two\./,
      );
      await watch.pass(MINUTE);
      await watch.is(
        "not_configured",
        DAY,
        /doesn’t offer breach checks yet\. The box tries again on \w+ \d+, 20\d\d/,
        /does not offer breach checks yet\. The box tries again on 20\d\d-/,
      );
      const { addresses: [{ manual, next_manual }], state: { at } } = await watch.read();
      assert.deepEqual([manual, next_manual], [0, 0]);
      await watch.pass(23 * HOUR);
      assert.equal((await watch.read()).state.at, at);
      await watch.pass(HOUR + SECOND);
      assert.notEqual((await watch.read()).state.at, at);
      assert.match(
        await watch.page("/audit"),
        /Checked the address e…@example\.com .*: not set up/,
      );

      // Busy: the delay that the provider asks for, or an hour. Another service is tried at once.
      provider.script = () =>
        new Response(null, { status: 429, headers: { "retry-after": "1200" } });
      await watch.use(online.url);
      await watch.pass(0);
      const busy = [
        /The online service is busy\. The box tries again on /,
        /is busy\. The box/,
      ] as const;
      await watch.is("busy", 20 * MINUTE, ...busy);
      provider.script = () => new Response(null, { status: 503 });
      await watch.pass(20 * MINUTE + SECOND);
      await watch.is("busy", HOUR, ...busy);
      assert.deepEqual(await watch.check(EMMA), [
        1,
        `${EMMA} was not checked: The online service is busy.`,
      ]);
      assert.match(
        await watch.page("/audit"),
        /Checked the address e…@example\.com .*: service busy/,
      );

      // An answer without sense, then no answer at all: an hour, 2, 4 and so on up to a day.
      provider.script = () => new Response("nonsense");
      await watch.pass(HOUR);
      await watch.is(
        "error",
        HOUR,
        /The last check didn’t work\. The box tries again on /,
        /The last check did not work\. The box tries again on /,
      );
      const closed = await BreachService.start({ now });
      await closed[Symbol.asyncDispose]();
      await watch.use(closed.url);
      await watch.pass(0);
      const away = [
        /can’t be reached\. The box tries again on /,
        /cannot be reached\. The box/,
      ] as const;
      for (const hours of [2, 4, 8, 16, 24, 24]) {
        await watch.is("unreachable", hours * HOUR, ...away);
        await watch.pass(hours * HOUR + SECOND);
      }
      assert.match(await watch.page("/breaches"), /Not checked yet Check now/);
      assert.equal((await watch.read()).state.failures, 8);

      // The weekly check is then days ahead, so that no other address is due meanwhile.
      await watch.pass((await watch.read()).next * SECOND - clock.now() + MINUTE);

      // Limit: the first of two addresses is found in a breach, the second has to wait.
      await using limited = await BreachService.start({ limits: { "prefixes-per-box": 1 }, now });
      limited.provider.breaches.set(EMMA, ["Breached Site"]);
      await scene.service.call("POST", "/api/v1/breaches", { body: { address: NOAH } });
      await watch.use(limited.url);
      await watch.pass(MINUTE);
      assert.match(
        await watch.page("/breaches"),
        /1 address was found in a data breach.*Too many checks today\. The box tries again on /,
      );
      assert.match(
        await watch.memberPage(),
        /1 address was found in a data breach.*Too many checks today\. The box tries again on .*Breached Site/,
      );
      const { addresses, state } = await watch.read();
      assert.deepEqual(addresses.map(({ checked }) => checked > 0), [true, false]);
      assert.equal(state.status, "limit");
      const wait = state.retry_at - state.at;
      assert.ok(wait >= 600 && wait <= 86_400, `${wait}`);
      // Nothing is asked before, by hand neither.
      const { length } = limited.provider.prefixes;
      assert.deepEqual(await watch.check(NOAH), [
        1,
        `${NOAH} was not checked: Too many checks today.`,
      ]);
      assert.doesNotMatch(await watch.page("/breaches"), /Check now/);
      await watch.pass(HOUR);
      assert.equal(limited.provider.prefixes.length, length);
      assert.match(
        await watch.page("/audit"),
        /Checked the address n…@example\.org .*: too many checks today/,
      );

      // Once the time is over, everything is as usual again.
      await watch.pass(wait * SECOND - HOUR);
      await watch.is(
        "ok",
        undefined,
        /noah\.secret@example\.org No breach Checked .* Check now/,
        /noah.secret@example.org .* none\s+The next regular check is on/,
        /1 address was found in a data breach\. .*The next regular check is on .*Breached Site/,
      );
      const after = await watch.read();
      assert.deepEqual([after.state.failures, after.state.retry_at], [0, 0]);
      assert.ok(after.state.last_full >= after.state.last_ok);

      // The same once the boxes of a home used up what they have together.
      await using shared = await BreachService.start({ limits: { "prefixes-per-home": 1 }, now });
      await watch.use(shared.url);
      await watch.pass(after.next * SECOND - clock.now() + MINUTE);
      const { retry_at, at: last } = (await watch.read()).state;
      const tooMany = /Too many checks today\. The box tries again on /;
      await watch.is("limit", (retry_at - last) * SECOND, tooMany, tooMany);
      assert.equal(shared.provider.prefixes.length, 1);
      await watch.pass((retry_at - last) * SECOND + MINUTE);
      assert.equal((await watch.read()).state.status, "ok");
      assert.equal(shared.provider.prefixes.length, 2);

      assert.deepEqual(await watch.alerts(), [`${EMMA}|Breached Site`]);
      assert.ok(await within(WAIT, () => watch.lines.length === 1), watch.siem.text);
      assert.ok(watch.lines[0].includes(`${EMMA}|Breached Site`), watch.lines[0]);
      assert.match(
        await watch.page("/alerts"),
        /emma\.secret@example\.com was found in a data breach: Breached Site\./,
      );
      const shown = await scene.command("alerts", "--kind", "breach");
      assert.match(shown.text, /emma\.secret@example\.com.*Breached Site/);
      // The lines of the administration log mask what the alert names.
      assert.ok(await watch.siem.got(/ breach\.check \[/), watch.siem.text);
      for (const line of watch.siem.lines.filter((each) => / breach\.(check|address)/.test(each))) {
        assert.doesNotMatch(line, /secret/);
      }
      const { output } = await scene.box.end("SIGTERM");
      assert.doesNotMatch(output, /secret|Breached Site/);
    }),
});

Deno.test({
  name: "A breach that was reported stays so over weekly checks, kill -9 and a restore",
  ignore: needsTool("faketime", "curl"),
  fn: () =>
    withWatch(async (watch) => {
      const { scene, online: { provider, url } } = watch;
      await watch.use(url);
      await scene.service.call("POST", "/api/v1/breaches", { body: { address: EMMA } });
      await scene.service.call("POST", "/api/v1/backups/key");
      const file = `${scene.folder}/before.age`;
      const made = await scene.command("backup", "--to", file);
      assert.equal(made.code, 0, made.text);

      provider.breaches.set(EMMA, ["Breached Site"]);
      await watch.pass(MINUTE);
      assert.deepEqual(await watch.alerts(), [`${EMMA}|Breached Site`]);
      await watch.pass(7 * DAY);
      await scene.box.end("SIGKILL");
      await scene.start();
      assert.deepEqual(await watch.alerts(), [`${EMMA}|Breached Site`]);

      // The backup knows the address and not its breach.
      const { started } = await scene.service.call<{ started: number }>("GET", "/api/v1/status");
      await pause(1100);
      const restored = await scene.command("restore", file, "--yes");
      assert.equal(restored.code, 0, restored.text);
      const isStarted = async () =>
        (await scene.service.call<{ started: number }>("GET", "/api/v1/status").catch(() => ({
          started: 0,
        }))).started > started;
      assert.ok(await within(WAIT, isStarted));
      assert.deepEqual((await watch.read()).addresses.map(({ breaches }) => breaches.length), [0]);
      provider.breaches.set(EMMA, ["Breached Site", "Second Site"]);
      await watch.pass(7 * DAY);
      const { addresses: [emma] } = await watch.read();
      assert.deepEqual(emma.breaches.map(({ name }) => name), ["Breached Site", "Second Site"]);
      assert.deepEqual(await watch.alerts(), [`${EMMA}|Breached Site`, `${EMMA}|Second Site`]);
      assert.ok(await within(WAIT, () => watch.lines.length === 2), watch.siem.text);

      // Removed and added again, both are reported again.
      const path = `/api/v1/breaches/${emma.id}`;
      await scene.service.call("DELETE", path);
      assert.deepEqual(await watch.alerts(), []);
      assert.match(
        await watch.page("/audit"),
        /Removed the address e…@example\.com from the breach watch/,
      );
      assert.ok(await watch.siem.got(/ breach\.address\.remove \[[^\]]* detail="address=e…@/));
      await scene.service.call("POST", "/api/v1/breaches", { body: { address: EMMA } });
      await watch.pass(MINUTE);
      assert.deepEqual(await watch.alerts(), [`${EMMA}|Breached Site`, `${EMMA}|Second Site`]);
      assert.ok(await within(WAIT, () => watch.lines.length === 4), watch.siem.text);
    }),
});

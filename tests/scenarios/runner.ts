/**
 * Runs a scenario: the real resolver in this process, with simulated time and scripted upstreams.
 */
import assert from "node:assert/strict";
import { parseAddress } from "../../policy/model/address.ts";
import { LIMITS } from "../../policy/limits.ts";
import type { LocalRecord } from "../../policy/model/decision.ts";
import { nameFromText } from "../../policy/model/name.ts";
import type { PersonalRule } from "../../policy/model/personal_rule.ts";
import { compilePersonalRules } from "../../policy/rules/compile.ts";
import { parsePersonalRule } from "../../policy/rules/read.ts";
import { compileInMemory, type ListText } from "../../policy/snapshot/in_memory.ts";
import {
  DEFAULT_RESOLVER_SETTINGS,
  type ResolverSettings,
} from "../../policy/snapshot/settings.ts";
import type { Snapshot } from "../../policy/snapshot/snapshot.ts";
import type { ClientRange } from "../../policy/snapshot/snapshot_parts.ts";
import { BlockMemory } from "../../resolver/memory/block_memory.ts";
import { LearnedNames } from "../../resolver/memory/learned_names.ts";
import { encodeNeighbors, NeighborTable } from "../../resolver/clients/neighbor_table.ts";
import { Clock } from "../../resolver/clock.ts";
import type { ObservationFields } from "../../resolver/journal/observation.ts";
import { REASONS, STATUSES } from "../../resolver/journal/journal_layout.ts";
import type { Reply } from "../../resolver/listeners/reply.ts";
import { Resolver } from "../../resolver/resolve.ts";
import { rdata, readMessage, typeNumber } from "../support/message_text.ts";
import type { HouseholdStep } from "../support/household_lines.ts";
import { wireQuery } from "../support/query.ts";
import type { AskOptions, Scenario, ScenarioStep } from "../support/scenario_format.ts";
import { ScriptedUpstreams } from "../support/scripted_upstreams.ts";
import { SimulatedTime } from "../support/simulated_time.ts";
import { expectAnswer } from "./expect.ts";
import { daily, ScenarioHousehold } from "./household.ts";
import type { Answered } from "./answered.ts";

/** Unix milliseconds at the start of every scenario: 2026-10-13 00:00 UTC, a Tuesday. */
const EPOCH = Date.UTC(2026, 9, 13);
/** Keys the fingerprints of names. */
const SECRET = Uint8Array.from({ length: 16 }, (_, i) => i * 17 + 3 & 0xff);
/** Simulated milliseconds within which every query must be answered. */
const PATIENCE = 15_000;
/** Milliseconds between updates of the hours (api/app/serve.ts). */
const HOURS_AGAIN = 6 * 3_600_000;

type Configured = Extract<ScenarioStep, { do: "setting" | "list" | "client" | "local" }>;

/** The state of a running scenario. */
class Run {
  readonly #time = new SimulatedTime(1000, () => this.#clock.refresh());
  readonly #clock = new Clock(this.#time.now, () => EPOCH + this.#time.now());
  readonly #upstreams = new ScriptedUpstreams(this.#time);
  readonly #configured: Configured[] = [];
  readonly #household = new ScenarioHousehold();
  readonly #neighbours = new NeighborTable();
  readonly #rules = new Map<string, PersonalRule>();
  readonly #cookies = new Map<string, Uint8Array>();
  readonly #blocked = new BlockMemory(BlockMemory.createMemory(), () => this.#clock.unix);
  readonly #ages = new Map<string, Extract<ScenarioStep, { do: "age" }>>();
  readonly #learned = new LearnedNames();
  #agesWanted = 0;
  #visited: readonly string[] = [];
  #spyware: readonly string[] | undefined;
  #version = 0;
  #resolver: Resolver | undefined;
  #recorded: ObservationFields | undefined;
  #stale = true;
  /** Simulated milliseconds of the last compilation of the policy. */
  #compiled = 0;
  #id = 0;

  async step(step: ScenarioStep): Promise<void> {
    switch (step.do) {
      case "setting":
      case "list":
      case "client":
      case "local":
        this.#configured.push(step);
        this.#stale = true;
        return;
      case "rule":
        this.#setRule(step);
        this.#stale = true;
        return;
      case "unrule": {
        const place = `${this.#household.scope(step.scope)} ${step.domain}`;
        assert.ok(this.#rules.delete(place), `no rule for: ${step.domain}`);
        this.#stale = true;
        return;
      }
      case "upstream":
        return this.#upstreams.add(step);
      case "reach":
        this.#upstreams.reach = step.state;
        return;
      case "wait":
        return await this.#pass(step.milliseconds);
      case "until":
        return await this.#pass(step.unix - EPOCH - this.#time.now());
      case "asked":
        assert.equal(
          this.#upstreams.queriedNames.length,
          step.count,
          "questions that upstreams got",
        );
        this.#upstreams.queriedNames = [];
        return;
      case "fill":
        return this.#fill(step.count);
      case "visited":
        this.#visited = step.names;
        this.#stale = true;
        return;
      case "learned":
        return this.#checkLearned(step);
      case "spyware":
        this.#spyware = step.names;
        this.#stale = true;
        return;
      case "age":
        this.#ages.set(step.domain, step);
        return;
      case "aged":
        assert.equal(this.#agesWanted, step.count, "domains whose age was asked for");
        this.#agesWanted = 0;
        return;
      case "flush":
        this.#ready().flush(step.name);
        return;
      case "ask":
        return await this.#ask(step);
      default:
        return this.#tell(step);
    }
  }

  /**
   * Advances the time. The box updates the hours before it reaches the end of what it worked out.
   */
  async #pass(milliseconds: number): Promise<void> {
    if (milliseconds < 0) throw new RangeError("that was before");
    await this.#time.pass(milliseconds);
    if (this.#household.goesOn && this.#time.now() - this.#compiled >= HOURS_AGAIN) {
      this.#stale = true;
    }
  }

  /** Applies a line about the household. */
  #tell(step: HouseholdStep): void {
    const met = this.#household.take(step, EPOCH + this.#time.now());
    this.#stale = true;
    if (met.length > 0) this.#ready().updateNeighbors(encodeNeighbors(met));
  }

  /** Compares what a scope learned, as `domain*2` for two questions. */
  #checkLearned({ scope, names }: Extract<ScenarioStep, { do: "learned" }>): void {
    const whose = this.#household.scope(scope);
    const learned = this.#learned.drain().find((one) => one.scope === whose)?.names ?? [];
    const texts = learned.map(({ domain, hits }) => hits === 1 ? domain : `${domain}*${hits}`);
    assert.deepEqual(texts, names, `domains that ${scope} learned`);
  }

  /** Simulates a number of recently blocked names of another client. */
  #fill(count: number): void {
    const what = { reason: "list", list: 1, origin: "list:1" } as const;
    for (let i = 0; i < count; i++) {
      // No device may have all of them.
      const client = { device: 0, address: Uint8Array.of(198, 51, 100, i) };
      assert.ok(this.#blocked.add(nameFromText(`n${i}.fill.test`)!, client, what));
    }
  }

  #setRule(
    { action, domain, scope, kind, types, to, milliseconds }: Extract<ScenarioStep, { do: "rule" }>,
  ): void {
    const now = Math.floor((EPOCH + this.#time.now()) / 1000);
    const until = milliseconds === 0 ? 0 : now + Math.ceil(milliseconds / 1000);
    const whose = this.#household.scope(scope);
    const rule = parsePersonalRule({ scope: whose, action, domain, kind, types, to, until }, {
      protectedNames: [],
      now,
    });
    if (typeof rule === "string") throw new Error(rule);
    this.#rules.set(`${whose} ${domain}`, rule);
  }

  async #ask(step: Extract<ScenarioStep, { do: "ask" }>): Promise<void> {
    const resolver = this.#ready();
    const began = this.#time.now();
    const answers: Answered[] = [];
    for (let i = 0; i < step.count; i++) {
      const query = wireQuery({
        ...step,
        id: ++this.#id,
        cookie: this.#cookies.get(step.options.from),
      });
      this.#clock.refresh();
      const reply = this.#reply(
        step.options,
        (bytes) => answers.push(this.#answered(bytes, began)),
      );
      const address = parseAddress(step.options.from)!;
      resolver.receive(
        query,
        0,
        query.length,
        { bytes: address, at: 0, length: address.length },
        reply,
      );
    }
    const all = await this.#time.until(() => answers.length === step.count, PATIENCE);
    assert.ok(all, `not answered within ${PATIENCE / 1000} simulated seconds`);
    await this.#time.pass(0);
    assert.equal(answers.length, step.count, "responses");
    for (const answer of answers) {
      const cookie = answer.message?.options?.get(10);
      if (cookie !== undefined) this.#cookies.set(step.options.from, cookie);
      expectAnswer(answer, step);
    }
  }

  #answered(bytes: Uint8Array | undefined, began: number): Answered {
    const recorded = this.#recorded;
    this.#recorded = undefined;
    return {
      message: bytes === undefined ? undefined : readMessage(bytes),
      bytes: bytes?.length ?? 0,
      status: recorded === undefined ? "" : STATUSES[recorded.status]!,
      reason: recorded === undefined ? "" : REASONS[recorded.reason]!,
      origin: recorded?.origin ?? "",
      spyware: recorded?.spyware ?? "",
      rule: recorded?.match?.rule ?? "",
      isBlocked: (name) => this.#blocked.has(name),
      took: this.#time.now() - began,
    };
  }

  #reply(options: AskOptions, then: (bytes: Uint8Array | undefined) => void): Reply {
    const buffer = new Uint8Array(65_535);
    const reply: Reply = {
      transport: options.over,
      room: options.over === "udp" ? 1232 : 65_535,
      buffer,
      open: () => 0,
      commit: (length) => then(buffer.slice(0, length)),
      drop: () => then(undefined),
      detach: () => reply,
    };
    return reply;
  }

  /** The resolver with the configuration so far. */
  #ready(): Resolver {
    if (this.#stale) {
      this.#stale = false;
      this.#compiled = this.#time.now();
      const snapshot = this.#snapshot();
      if (this.#resolver === undefined) this.#resolver = this.#make(snapshot);
      else this.#resolver.applySnapshot(snapshot);
    }
    return this.#resolver!;
  }

  #make(snapshot: Snapshot): Resolver {
    return new Resolver(snapshot, {
      clock: this.#clock,
      neighbours: this.#neighbours,
      journal: { record: (fields) => this.#recorded = { ...fields }, admitsRow: () => true },
      upstreams: this.#upstreams,
      secret: Uint8Array.from({ length: 16 }, (_, i) => i + 1),
      blocked: this.#blocked,
      learned: this.#learned,
      askAge: (domain) => this.#tellAge(domain),
      now: this.#time.now,
      after: this.#time.after,
      cancel: this.#time.cancel,
    });
  }

  /** Plays the main thread: answers for the age of a domain later, or never. */
  #tellAge(domain: string): void {
    this.#agesWanted++;
    const { age = "silent", after = 0 } = this.#ages.get(domain) ?? {};
    if (age === "silent") return;
    this.#time.after(after, () => {
      this.#resolver!.takeAge(domain, age === "young", LIMITS.lookalikes.ageKept * 1000);
    });
  }

  #snapshot(): Snapshot {
    const of = <Kind extends Configured["do"]>(kind: Kind) =>
      this.#configured.filter((step): step is Extract<Configured, { do: Kind }> =>
        step.do === kind
      );
    const lists = of("list");
    const clients = of("client");
    const version = ++this.#version;
    const texts = lists.map(({ text, kind, format }): ListText => ({ text, kind, format }));
    const rules = [...this.#rules.values()];
    const personal = compilePersonalRules(rules, SECRET);
    const scopes = (names: readonly string[]) => names.map((name) => this.#household.scope(name));
    const infos = lists.map(({ name, kind, category, format, ...reach }, index) => ({
      id: index + 1,
      name,
      kind,
      category,
      ...(format === "rpz" ? { zone: true } : {}),
      ...(reach.scopes && { scopes: scopes(reach.scopes) }),
      ...(reach.except && { except: scopes(reach.except) }),
      ...(reach.hours && { schedule: daily(reach.hours) }),
    }));
    const settings = settingsOf(of("setting"));
    const now = EPOCH + this.#time.now();
    const changed = JSON.stringify([this.#configured, this.#visited, this.#spyware]);
    const household = this.#household.parts(infos, personal, rules, now, changed);
    const classes = [...household.classes];
    const ranges: ClientRange[] = clients.map((client) => {
      const held = lists.map(({ name }) => client.lists?.includes(name) ?? true ? 1 : 0);
      classes.push({
        version: version * 1000 + classes.length,
        lists: Uint8Array.from(held),
        tags: [...client.tags],
      });
      const name = client.name === undefined ? {} : { name: client.name };
      return { prefix: client.address, class: classes.length - 1, ...name };
    });
    const parts = { version, lists: infos, local: localRecords(of("local")), clients: ranges };
    return compileInMemory(texts, settings, {
      ...household,
      classes,
      ...parts,
      visited: this.#visited,
      ...(this.#spyware && { spyware: this.#spyware }),
      personal,
      secret: SECRET,
    });
  }
}

function localRecords(
  steps: readonly Extract<Configured, { do: "local" }>[],
): Map<string, LocalRecord[]> {
  const records = new Map<string, LocalRecord[]>();
  for (const { name, record } of steps) {
    const local = {
      type: typeNumber(record.type),
      rdata: rdata(record.type, record.data),
      ttl: record.ttl ?? 0,
    };
    records.set(name, [...records.get(name) ?? [], local]);
  }
  return records;
}

function settingsOf(steps: readonly Extract<Configured, { do: "setting" }>[]): ResolverSettings {
  const settings = structuredClone(DEFAULT_RESOLVER_SETTINGS) as unknown as Record<string, unknown>;
  for (const { key, value } of steps) {
    const path = key.split(".");
    const last = path.pop()!;
    const group = path.reduce((at, part) => at[part] as Record<string, unknown>, settings);
    assert.ok(group !== undefined && Object.hasOwn(group, last), `no such setting: ${key}`);
    group[last] = value;
  }
  return settings as unknown as ResolverSettings;
}

/** Runs a scenario. A failure names its line. */
export async function runScenario(scenario: Scenario): Promise<void> {
  const run = new Run();
  for (const step of scenario.steps) {
    try {
      await run.step(step);
    } catch (error) {
      throw new Error(`Line ${step.line}: ${(error as Error).message}`, { cause: error });
    }
  }
}

/**
 * The evening of a family from 16:00 to 21:00: a child and a teenager with a device each, a tablet
 * that both share, a television that an adult shares with the child, and a laptop of an adult. They
 * use their own home network under a clock that the test sets.
 */
import assert from "node:assert/strict";
import { TERMS_VERSION } from "../../api/features/box/terms/versions.ts";
import { gridOf } from "../../policy/model/week.ts";
import { HomeBox, OPEN } from "./home_box.ts";
import { BOX_V4, BOX_V6, type HomeMachine } from "./home_network.ts";
import { PageReader } from "./page_reader.ts";
import { ShiftedClock } from "./shifted_clock.ts";
import { runText, WAIT, within } from "./whole_box.ts";

const MACHINES = [
  { name: "tablet", mac: "5c:ad:ba:00:01:01", addresses: ["192.168.77.21/24"] },
  { name: "phone", mac: "5c:ad:ba:00:01:02", addresses: ["192.168.77.22/24"] },
  { name: "kitchen", mac: "5c:ad:ba:00:01:03", addresses: ["192.168.77.23/24"] },
  { name: "tv", mac: "5c:ad:ba:00:01:04", addresses: ["192.168.77.24/24"] },
  { name: "laptop", mac: "5c:ad:ba:00:01:05", addresses: ["192.168.77.25/24"] },
] as const satisfies readonly HomeMachine[];
/**
 * Devices: Emma's tablet, Tom's phone, the kitchen tablet of both, the television of Anna and Emma,
 * Anna's laptop.
 */
export type Device = (typeof MACHINES)[number]["name"];

/** What a device can reach: everything, nothing, no games, or nothing that homework blocks. */
export type Access = "open" | "closed" | "no games" | "homework";

/** The queried names, and the expected answers for each of `Access`. */
const NAMES = {
  web: "news.example",
  games: "www.roblox.com",
  videos: "www.netflix.com",
  school: "lessons.school.example",
};
const ANSWERS: Readonly<Record<Access, Readonly<Record<keyof typeof NAMES, boolean>>>> = {
  open: { web: true, games: true, videos: true, school: true },
  closed: { web: false, games: false, videos: false, school: true },
  "no games": { web: true, games: false, videos: true, school: true },
  homework: { web: true, games: false, videos: false, school: true },
};

/** Tuesday, 24 November 2026, in Paris: an hour ahead of UTC. */
const MIDNIGHT = Date.UTC(2026, 10, 24) - 3_600_000;

/** The part of GET /api/v1/schedules that decides what devices can reach. */
interface State {
  readonly open_now: boolean;
  readonly mode?: { readonly mode: string; readonly until: number };
  readonly homework?: boolean;
  readonly limits: readonly {
    readonly category: string;
    readonly used: number;
    readonly blocked_until: number;
  }[];
}
interface PersonState extends State {
  readonly person_id: number;
  readonly why: string;
  readonly next_change: number;
}
interface SharedState extends State {
  readonly device_id: number;
}
interface Schedules {
  readonly people: readonly PersonState[];
  readonly shared: readonly SharedState[];
  readonly now: number;
  readonly time_known: boolean;
}

/** The family at home, with its clock. */
export class Evening {
  readonly box: HomeBox<Device>;
  readonly clock: ShiftedClock;
  readonly people: Record<"anna" | "emma" | "tom", number> = { anna: 0, emma: 0, tom: 0 };
  #account: Promise<{ account: string; password: string }> | undefined;
  #reader: PageReader | undefined;
  readonly devices: Record<Device, number> = { tablet: 0, phone: 0, kitchen: 0, tv: 0, laptop: 0 };

  private constructor(box: HomeBox<Device>, clock: ShiftedClock) {
    this.box = box;
    this.clock = clock;
  }

  /**
   * Starts the box at ten to four, sets up the family, runs a test and cleans up. `begin` = another
   * instant, at which the clock is not trusted.
   */
  static async run(test: (evening: Evening) => Promise<void>, begin?: number): Promise<void> {
    await ShiftedClock.run(async (clock) => {
      await clock.set(begin ?? unixOf("15:50"));
      const flags = [
        "--time-zone=Europe/Paris",
        ...(begin === undefined ? ["--trust-clock=always"] : []),
      ];
      await HomeBox.run(MACHINES, async (box) => {
        const evening = new Evening(box, clock);
        await evening.#moveIn();
        await test(evening);
      }, { env: clock.env(true), flags, lan: true });
    });
  }

  async #moveIn(): Promise<void> {
    const { box, people, devices } = this;
    await Promise.all(MACHINES.map(async ({ name }) => devices[name] = await box.device(name)));
    const person = async (name: string, profile: string) =>
      (await box.call<{ id: number }>("POST", "/api/v1/people", { name, profile })).id;
    people.anna = await person("Anna", "adult");
    people.emma = await person("Emma", "child");
    people.tom = await person("Tom", "teen");
    const { anna, emma, tom } = people;
    const give = (device: Device, body: unknown) =>
      box.call("PUT", `/api/v1/devices/${devices[device]}/person`, body);
    const names = {
      tablet: "Emma’s tablet",
      phone: "Tom’s phone",
      kitchen: "Kitchen tablet",
      tv: "Television",
      laptop: "Laptop",
    };
    for (const { name } of MACHINES) {
      await box.call("PUT", `/api/v1/devices/${devices[name]}`, { name: names[name] });
    }
    await give("tablet", { person_id: emma });
    await give("phone", { person_id: tom });
    await give("kitchen", { people: [emma, tom] });
    await give("tv", { people: [anna, emma] });
    await give("laptop", { person_id: anna });
    const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
    const hours = (id: number, ...stretches: readonly (readonly [string, string])[]) => {
      const grid = gridOf(stretches.map(([from, to]) => ({ days, from, to })));
      return box.call("PUT", `/api/v1/people/${id}/schedule`, { enabled: true, grid });
    };
    await hours(emma, ["07:00", "08:00"], ["16:30", "20:00"]);
    await hours(tom, ["07:00", "20:45"]);
    await box.call("PUT", `/api/v1/people/${emma}/limits`, { category: "games", minutes: 15 });
    await box.call("PUT", "/api/v1/schedule-allow", { domains: ["school.example"] });
  }

  /** The account of Anna, who finishes the setup first. */
  account(): Promise<{ account: string; password: string }> {
    return this.#account ??= (async () => {
      const anna = { name: "anna", password: "a long way to tipperary" };
      const terms = { accept_terms: true, terms_version: TERMS_VERSION, telemetry: false };
      await this.box.call("POST", "/api/v1/setup", { account: anna, ...terms });
      return { account: anna.name, password: anna.password };
    })();
  }

  /** A page of the box as Anna reads it. */
  async page(path: string): Promise<string> {
    const { box } = this;
    const { inside } = box.home.box;
    this.#reader ??= new PageReader({ inside, http: box.http, ...await this.account() });
    return await this.#reader.markup(path);
  }

  /** Advances the evening to a moment and performs its event. */
  async reach(moment: Moment): Promise<void> {
    await this.until(moment.at);
    await moment.happens?.(this);
  }

  /** Sets the clock to a local time, with optional seconds. */
  async until(at: string): Promise<void> {
    await this.clock.set(unixOf(at));
  }

  /** Kills the box and starts it again; it must report the same time states before and after. */
  async killed(): Promise<void> {
    const before = await this.#state();
    await this.box.end("SIGKILL");
    await this.box.start();
    assert.deepEqual(await this.#state(), before);
  }

  async #state(): Promise<unknown> {
    const { now: _, ...state } = await this.schedules();
    return state;
  }

  /** The time states of the family, as the box reports them. */
  async schedules(): Promise<Schedules> {
    return await this.box.call<Schedules>("GET", "/api/v1/schedules");
  }

  /**
   * Emma plays in steps of five minutes, each with two names of games, one over IPv6; waits until
   * the box has counted them.
   */
  async play(...times: readonly string[]): Promise<void> {
    for (const [round, time] of times.entries()) {
      await this.until(time);
      const address = `fd77::21:${round + 1}`;
      await this.box.home.address("tablet", `${address}/64`);
      assert.equal(await this.box.ask("tablet", NAMES.games), OPEN, time);
      assert.equal(
        await this.box.ask("tablet", "api.roblox.com", `@${BOX_V6}`, "-b", address),
        OPEN,
        time,
      );
      const used = async () => {
        const { people } = await this.schedules();
        const emma = people.find(({ person_id }) => person_id === this.people.emma);
        return emma!.limits.find(({ category }) => category === "games")!.used;
      };
      assert.ok(
        await within(WAIT, async () => await used() === 5 * (round + 1)),
        `${time}: ${await used()}`,
      );
    }
  }

  /** A child requests more time from a device, and Anna accepts. Returns the id of the request. */
  async asks(device: Device, body: unknown): Promise<number> {
    const args = ["curl", "-s", "-H", "content-type: application/json", "-d", JSON.stringify(body)];
    const { text } = await runText([
      ...this.box.home.on(device),
      ...args,
      `http://${BOX_V4}/api/v1/ask`,
    ]);
    type Requests = { requests: { id: number; status: string; device_id: number }[] };
    const { requests } = await this.box.call<Requests>("GET", "/api/v1/requests");
    const filed = requests.find(({ status, device_id }) =>
      status === "waiting" && device_id === this.devices[device]
    );
    assert.ok(filed, text);
    await this.box.call("POST", `/api/v1/requests/${filed.id}/accept`, {});
    return filed.id;
  }

  /** Changes a child's time, as a parent does on the page. */
  async parent(
    method: "PUT" | "POST" | "DELETE",
    who: "emma" | "tom",
    what: string,
    body?: unknown,
  ): Promise<void> {
    await this.box.call(method, `/api/v1/people/${this.people[who]}/${what}`, body);
  }

  /** Fails when a device gets other answers than it should, or than the box reports. */
  async compare({ at, what, gets }: Pick<Moment, "at" | "what" | "gets">): Promise<void> {
    const reported = await this.reportedAccess();
    assert.deepEqual(reported, gets, `${at} ${what}: GET /api/v1/schedules`);
    assert.deepEqual(await this.accessOnPage(), gets, `${at} ${what}: the page of hours`);
    await Promise.all(MACHINES.map(async ({ name: machine }) => {
      for (const [kind, name] of Object.entries(NAMES) as [keyof typeof NAMES, string][]) {
        const expected = ANSWERS[gets[machine]][kind] ? OPEN : "blocked";
        assert.equal(
          await this.box.ask(machine, name),
          expected,
          `${at} ${what}: the ${machine} asks ${name}`,
        );
      }
    }));
  }

  /** What each device can reach according to the page of hours. */
  async accessOnPage(): Promise<Record<Device, Access>> {
    const page = await this.page("/hours");
    const { people, devices } = this;
    const card = (id: number) =>
      new RegExp(`<section[^>]* id="hours-${id}".*?</section>`, "s").exec(page)?.[0];
    const rows = page.match(
      /<li><div class="shared-device">.*?<\/li>(?=<li><div class="shared|<\/ul><\/section>)/gs,
    ) ??
      [];
    const row = (id: number) => rows.find((text) => text.includes(`"/devices/${id}"`));
    return {
      tablet: readGets(card(people.emma), page),
      phone: readGets(card(people.tom), page),
      kitchen: readGets(row(devices.kitchen), page),
      tv: readGets(row(devices.tv), page),
      // not for adults and no card.
      laptop: card(people.anna) === undefined && row(devices.laptop) === undefined
        ? "open"
        : "closed",
    };
  }

  /** What each device can reach according to the box. */
  async reportedAccess(): Promise<Record<Device, Access>> {
    const { people, shared } = await this.schedules();
    const { devices } = this;
    const person = (id: number) => accessByState(people.find(({ person_id }) => person_id === id));
    const device = (id: number) => accessByState(shared.find(({ device_id }) => device_id === id));
    return {
      tablet: person(this.people.emma),
      phone: person(this.people.tom),
      kitchen: device(devices.kitchen),
      tv: device(devices.tv),
      laptop: person(this.people.anna),
    };
  }
}

/** What a person can reach according to the state that the box reports; adults are not included. */
function accessByState(state: State | undefined): Access {
  if (state === undefined) return "open";
  if (!state.open_now) return "closed";
  if (state.homework === true || state.mode?.mode === "homework") return "homework";
  const isUsedUp = state.limits.some(({ category, blocked_until }) =>
    category === "games" && blocked_until > 0
  );
  return isUsedUp ? "no games" : "open";
}

/**
 * What a person can reach according to the text of a card; the rest of the games time is shown
 * beside it.
 */
function readGets(markup: string | undefined, page: string): Access {
  assert.ok(markup, page);
  const text = markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  const standing = /\b(Open|Closed|Cut|Extra time) (?:until|all week|at all hours|while the time)/
    .exec(text)?.[1];
  assert.ok(standing, text);
  if (standing === "Closed" || standing === "Cut") return "closed";
  if (/Homework until|Homework Open|Open Homework/.test(text)) return "homework";
  return /Games Used up/.test(text) ? "no games" : "open";
}

/** Unix milliseconds of a local time of the evening; `18:29:58` works too. */
export function unixOf(at: string): number {
  const [hours, minutes, seconds = 0] = at.split(":").map(Number);
  return MIDNIGHT + ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** A moment of the evening: its event, and what each device can reach afterwards. */
export interface Moment {
  /** Local time, `16:30`. */
  readonly at: string;
  readonly what: string;
  readonly happens?: (evening: Evening) => Promise<unknown>;
  readonly gets: Readonly<Record<Device, Access>>;
}

/**
 * Requests for more time: a child or teenager asks with their own device, a parent accepts or refuses (A 2.2, 3.2, 4.2). What is
 * filed, answered or given is one transaction each, so that nothing is given twice and no answer is lost.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { nextLocal } from "../../../../policy/hours/local_time.ts";
import { dayOf } from "../../../../policy/model/calendar_day.ts";
import type { TimedCategory } from "../../../../policy/model/person_time.ts";
import type { Alerts } from "../../../events/alerts.ts";
import { type Follower, Followers } from "../../../events/followers.ts";
import { ApiError } from "../../../http/errors.ts";
import { InTurn } from "../../../in_turn.ts";
import type { Log } from "../../../log.ts";
import { NextEnd } from "../../../next_end.ts";
import type { Statement } from "../../../store/database.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import { labelOf } from "../shown_device.ts";
import type { Device } from "../register.ts";
import type { MachineOf } from "../machine.ts";
import {
  AddressAskers,
  type AddressAskersOptions,
  refusedAsker,
  tooMany,
  type YoungAsker,
} from "./asker.ts";
import {
  type AskedState,
  type AskState,
  isUsedUp,
  mayAskInternet,
  type Standing,
  stateOf,
} from "./ask_state.ts";
import { shortMessage } from "./message.ts";
import {
  type Asked,
  insertion,
  type Offset,
  outcome,
  requestOf,
  selection,
  type StoredRequest,
} from "./stored.ts";

export type { AskedState, AskState } from "./ask_state.ts";
export type { StoredRequest } from "./stored.ts";

/** What requests need of hours; what is given is written with statements of theirs, as one transaction. */
export interface AskedHours {
  /** Resolves when all is in memory. */
  ready(): Promise<void>;
  /** How a person's time stands, from memory; undefined = nothing is known of them. */
  person(id: number): AskedState | undefined;
  /** How a device stands that children or teenagers share, from memory; undefined = it is none. */
  sharedDevice(id: number): Standing | undefined;
  /** Gives Internet, over a cut too. */
  grant(person: number, minutes: number, by: string, also: readonly Statement[]): Promise<unknown>;
  /** Gives minutes of a category more today. */
  grantMinutes(
    person: number,
    category: TimedCategory,
    minutes: number,
    also: readonly Statement[],
  ): Promise<unknown>;
}

/** What the service works with. */
export interface RequestServiceOptions extends AddressAskersOptions {
  /** box.db. */
  readonly db: StoredDatabase;
  readonly alerts: Pick<Alerts, "raiseWith">;
  readonly machineOf: MachineOf;
  readonly hours: AskedHours;
  readonly offset: () => Offset;
  /** Whether the time of day is known. */
  readonly timeKnown: () => boolean;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly log: Log;
}

/** What is asked for. */
export interface WantedTime {
  readonly minutes: number;
  /** "" = Internet. */
  readonly category: TimedCategory | "";
  readonly message: string;
}

const { waitingPerDevice, perDay, kept } = LIMITS.timeRequests;
const DAY = 86_400_000, MINUTE = 60_000;
/** Requests of one device that are looked at: those of today and those that wait are fewer. */
const OWN = 100;
const WAITING = "status = 'waiting'";

/** The requests. Methods reject with ApiError for what a person did wrong, and with what hours refuse; DatabaseUnavailable without database. */
export class RequestService {
  readonly #options: RequestServiceOptions;
  readonly #askers: AddressAskers;
  readonly #followers = new Followers<StoredRequest>();
  readonly #expiry: NextEnd;
  readonly #changes = new InTurn();

  constructor(options: RequestServiceOptions) {
    const { db, now, after } = options;
    this.#options = options;
    this.#askers = new AddressAskers(options);
    this.#expiry = new NextEnd({ now, after, reached: () => this.begin() });
    db.whenReplaced(() => this.begin());
  }

  /** Lets requests expire that nobody answered in time, and waits for the next; what cannot be written now is tried again. */
  begin(): void {
    this.#changes.take(() => this.#expire()).catch((error: Error) => {
      this.#options.log("warn", `Requests for more time do not expire yet: ${error.message}`);
      this.#expiry.waitFor([this.#options.now() + MINUTE]);
    });
  }

  /** The number of the device that sits at an address now, 0 = none that is known. */
  deviceAt(address: string): number {
    return this.#askers.deviceAt(address);
  }

  /** What somebody at an address may know: how their own time stands, and what they asked for today. */
  async state(address: string): Promise<AskState> {
    const asker = await this.#askers.at(address), { now, offset, hours, timeKnown } = this.#options;
    await hours.ready();
    const own = "refusal" in asker ? [] : await this.#own(asker), at = now();
    const today = own.filter(({ created }) => this.#isToday(created, at));
    return stateOf({
      asker,
      label: asker.device === undefined ? "" : this.#labelOf(asker.device),
      time: "refusal" in asker ? undefined : hours.person(asker.person.id),
      shared: asker.device && hours.sharedDevice(asker.device.id),
      requests: own.filter((each) => each.status === "waiting" || today.includes(each)),
      left: Math.max(0, perDay - today.length),
      midnight: nextLocal(0, at, offset()),
      timeKnown: timeKnown(),
      now: at,
    });
  }

  /** Files a request of the device at an address; parents are told with it. */
  async ask(address: string, { minutes, category, message }: WantedTime): Promise<StoredRequest> {
    const said = shortMessage(message), asker = await this.#askers.at(address);
    if ("refusal" in asker) throw refusedAsker(asker.refusal);
    const { person, device } = asker, who = { personId: person.id, deviceId: device.id };
    await this.#options.hours.ready();
    return await this.#changes.take(async () => {
      const at = this.#options.now(), own = await this.#own(asker);
      this.#refuse(own, at, this.#options.hours.person(person.id), category);
      const alert = { kind: "request.new", ...who, detail: `${minutes}|${category}` } as const;
      const request = insertion({ ...who, minutes, category, message: said, created: at });
      await this.#options.alerts.raiseWith([alert], [request]);
      const [filed] = await this.#own(asker);
      return await this.#told(filed);
    });
  }

  /** Those that wait, the oldest first, then what became of others, the newest first; `before` = the last one seen of these. */
  async page(limit: number, before?: number): Promise<StoredRequest[]> {
    await this.#changes.take(() => this.#expire());
    const since = this.#options.now() - kept * 1000;
    const waiting = before === undefined ? (await this.#all(WAITING, [])).reverse() : [];
    const room = limit - waiting.length, id = before ?? Number.MAX_SAFE_INTEGER;
    if (room <= 0) return waiting;
    const past = await this.#all(
      "status <> 'waiting' and created >= ? and id < ?",
      [since, id],
      room,
    );
    return [...waiting, ...past];
  }

  /** How many wait. */
  async waiting(): Promise<number> {
    return (await this.#all(WAITING, [])).filter(({ status }) => status === "waiting").length;
  }

  /** Gives the time that was asked for, or other minutes; it holds once the policy is published. */
  accept(id: number, minutes: number | undefined, by: string): Promise<StoredRequest> {
    return this.#answering(id, async (request) => {
      const { personId, category } = request, { hours, now } = this.#options;
      const { name, profile } = this.#options.register.person(personId);
      if (profile === "adult") {
        throw new ApiError(
          "conflict",
          `Nothing can be given: adults have no hours, and that is what this is now: ${name}`,
        );
      }
      const given = minutes ?? request.minutes;
      const after = {
        ...request,
        status: "accepted",
        answered: now(),
        answeredBy: by,
        given,
      } as const;
      const also = outcome(after);
      if (category === "") await hours.grant(personId, given, by, also);
      else await hours.grantMinutes(personId, category, given, also);
      return after;
    });
  }

  /** Refuses what was asked for. */
  refuse(id: number, by: string): Promise<StoredRequest> {
    return this.#answering(id, async (request) => {
      const after = {
        ...request,
        status: "refused",
        answered: this.#options.now(),
        answeredBy: by,
      } as const;
      await this.#options.db.batch(outcome(after));
      return after;
    });
  }

  /** Deletes what is older than it is kept. */
  async retain(): Promise<void> {
    const { db, now } = this.#options;
    await db.run("delete from time_requests where status <> 'waiting' and created < ?", [
      now() - kept * 1000,
    ]);
  }

  /** Who asked, and how the device is called, as far as both are still there. */
  namesOf({ personId, deviceId }: Asked): { readonly person: string; readonly device: string } {
    const { people, devices } = this.#options.register, device = devices.get(deviceId);
    return {
      person: people.get(personId)?.name ?? "",
      device: device === undefined ? "" : this.#labelOf(device),
    };
  }

  /** Follows requests as they are filed, answered, or expire. A RangeError when too many do. */
  follow(follower: Follower<StoredRequest>): () => void {
    return this.#followers.follow(follower);
  }

  /** Waits for nothing any more. */
  close(): void {
    this.#expiry.close();
    this.#options.neighbours.close();
  }

  /** Refuses what cannot be asked for now. */
  #refuse(
    own: readonly StoredRequest[],
    at: number,
    time: AskedState | undefined,
    category: string,
  ): void {
    if (own.filter(({ status }) => status === "waiting").length >= waitingPerDevice) {
      throw new ApiError("conflict", "A request waits for its answer already");
    }
    if (own.filter(({ created }) => this.#isToday(created, at)).length >= perDay) {
      const wait = (nextLocal(0, at, this.#options.offset()) - at) / 1000;
      throw tooMany(`There are ${perDay} requests a day; the next one can be made tomorrow`, wait);
    }
    if (category === "" && !mayAskInternet(time, at)) {
      throw new ApiError("conflict", "The Internet is open and does not close in the next hours");
    }
    if (
      category !== "" &&
      !time?.limits.some((limit) => limit.category === category && isUsedUp(limit, at))
    ) {
      throw new ApiError("conflict", `The time of this category is not used up: ${category}`);
    }
  }

  #answering(
    id: number,
    answer: (request: StoredRequest) => Promise<StoredRequest>,
  ): Promise<StoredRequest> {
    return this.#changes.take(async () => {
      await this.#options.register.ready();
      const [request] = await this.#all("id = ?", [id], 1);
      if (request === undefined) {
        throw new ApiError("not_found", `There is no request with the number: ${id}`);
      }
      const { status, answeredBy } = request;
      if (status === "expired") throw new ApiError("conflict", "This request has expired");
      if (status !== "waiting") {
        throw new ApiError("conflict", `This request was ${status} already, by: ${answeredBy}`);
      }
      return await this.#told(await answer(request));
    });
  }

  async #expire(): Promise<void> {
    const { db } = this.#options, waiting = await this.#all(WAITING, []);
    const over = waiting.filter(({ status }) => status === "expired");
    if (over.length > 0) await db.batch(over.flatMap(outcome));
    this.#expiry.waitFor(
      waiting.filter((each) => !over.includes(each)).map(({ expires }) => expires),
    );
    if (over.length > 0) this.#followers.tell(over);
  }

  /** Tells of a request, and waits for the end of those that are left. */
  async #told(request: StoredRequest): Promise<StoredRequest> {
    this.#followers.tell([request]);
    await this.#expire().catch(() => this.#expiry.waitFor([this.#options.now() + MINUTE]));
    return request;
  }

  /** What somebody asked with their device of late, the newest first; what others asked with it before is not theirs. */
  #own({ person, device }: YoungAsker): Promise<StoredRequest[]> {
    const since = this.#options.now() - 2 * DAY;
    const mine = "person_id = ? and device_id = ? and (status = 'waiting' or created >= ?)";
    return this.#all(mine, [person.id, device.id, since], OWN);
  }

  async #all(
    condition: string,
    args: readonly (string | number)[],
    limit?: number,
  ): Promise<StoredRequest[]> {
    const { db, now, offset } = this.#options, at = now(), zone = offset();
    const rows = await db.all(
      `${selection(condition)}${limit === undefined ? "" : ` limit ${limit}`}`,
      args,
    );
    return rows.map((row) => requestOf(row, at, zone));
  }

  #isToday(created: number, now: number): boolean {
    const offset = this.#options.offset();
    return dayOf(created, offset) === dayOf(now, offset);
  }

  /** A hardware address is no name. */
  #labelOf(device: Device): string {
    const label = labelOf(device, this.#options.machineOf);
    return device.macs.includes(label) ? "" : label;
  }
}

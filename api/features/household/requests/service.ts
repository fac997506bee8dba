/**
 * Requests for more time: a child or teenager sends one with their own device, a parent accepts
 * or refuses it (A 2.2, 3.2, 4.2). Filing, answering and giving time are one transaction each, so
 * that nothing is given twice and no answer is lost.
 */
import { LIMITS } from "../../../../policy/limits.ts";
import { nextLocal } from "../../../../policy/hours/local_time.ts";
import { dayOf } from "../../../../policy/model/calendar_day.ts";
import type { TimedCategory } from "../../../../policy/model/person_time.ts";
import type { Alerts } from "../../../events/alerts.ts";
import { type Follower, Followers } from "../../../events/followers.ts";
import { DomainError } from "../../../schema/errors.ts";
import { Mutex } from "../../../async/mutex.ts";
import { ExpiryTimer } from "../../../async/expiry_timer.ts";
import type { Statement } from "../../../store/database.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import { labelOf } from "../device_response.ts";
import type { Device } from "../household_repository.ts";
import type { MachineOf } from "../machine.ts";
import {
  type MinorRequester,
  RequesterDirectory,
  type RequesterDirectoryOptions,
  requesterError,
  requesterOf,
  tooManyError,
} from "./requester.ts";
import {
  type AskState,
  mayAskFor,
  type OpenState,
  type PersonTimeState,
  stateOf,
} from "./ask_state.ts";
import type { BlockedCategories } from "./blocked_categories.ts";
import { shortMessage } from "./message.ts";
import {
  insertStatement,
  outcomeStatement,
  requestOf,
  type RequestOrigin,
  selectText,
  type StoredRequest,
  type ZoneOffset,
} from "./request_rows.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { type Sentence, sentence } from "../../../../policy/model/sentence.ts";

export type { AskState, PersonTimeState } from "./ask_state.ts";
export { createBlockedCategories } from "./blocked_categories.ts";
export type { StoredRequest } from "./request_rows.ts";

/**
 * The methods of hours that requests need; given time is written with the statements of the request
 * in one transaction.
 */
export interface RequestHours {
  /** Resolves when all is in memory. */
  ready(): Promise<void>;
  /** The time state of a person, from memory; undefined = unknown person. */
  person(id: number): PersonTimeState | undefined;
  /** The cut or homework of a person, from memory; "" = none. */
  modeOf(id: number): PersonTimeState["mode"];
  /**
   * The time state of a device shared by children or teenagers, from memory; undefined = not such
   * a device.
   */
  sharedDevice(id: number): OpenState | undefined;
  /** Opens the Internet, even during a cut. */
  grant(person: number, minutes: number, by: string, also: readonly Statement[]): Promise<unknown>;
  /** Gives extra minutes of a category today. */
  grantMinutes(
    person: number,
    category: TimedCategory,
    minutes: number,
    also: readonly Statement[],
  ): Promise<unknown>;
}

/** Dependencies of the service. */
export interface RequestServiceOptions extends RequesterDirectoryOptions {
  /** box.db. */
  readonly db: StoredDatabase;
  readonly alerts: Pick<Alerts, "raiseWith">;
  readonly machineOf: MachineOf;
  readonly hours: RequestHours;
  /** The categories blocked by choice: minutes of them open nothing. */
  readonly blockedCategories: BlockedCategories;
  readonly offset: () => ZoneOffset;
  /** Whether the time of day is known. */
  readonly timeKnown: () => boolean;
  readonly runtime: Runtime;
}

/** The requested time. */
export interface RequestedTime {
  readonly minutes: number;
  /** "" = Internet. */
  readonly category: TimedCategory | "";
  readonly message: string;
}

const { waitingPerDevice, perDay, kept } = LIMITS.timeRequests;
const DAY = 86_400_000;
const MINUTE = 60_000;
/**
 * Maximum number of requests of one device that are read; requests of today and waiting ones are
 * fewer.
 */
const OWN = 100;
const WAITING = "status = 'waiting'";

/**
 * The requests. Methods reject with DomainError for invalid user input, with the refusals of hours,
 * and with DatabaseUnavailableError when the database cannot be used.
 */
export class RequestService {
  readonly #options: RequestServiceOptions;
  readonly #askers: RequesterDirectory;
  readonly #followers = new Followers<StoredRequest>();
  readonly #expiry: ExpiryTimer;
  readonly #changes = new Mutex();

  constructor(options: RequestServiceOptions) {
    const { db, runtime } = options;
    this.#options = options;
    this.#askers = new RequesterDirectory(options);
    this.#expiry = new ExpiryTimer({ runtime, onExpiry: () => this.begin() });
    db.whenReplaced(() => this.begin());
  }

  /**
   * Expires requests that were not answered in time and schedules the next expiry. A failed write
   * is retried.
   */
  begin(): void {
    this.#changes.take(() => this.#expire()).catch((error: Error) => {
      this.#options.runtime.log(
        "warn",
        `Could not expire requests for more time: ${error.message}`,
      );
      this.#expiry.waitFor([this.#options.runtime.now() + MINUTE]);
    });
  }

  /** The number of the device that has an address now, 0 = no known device. */
  deviceAt(address: string): number {
    return this.#askers.deviceAt(address);
  }

  /** The state shown to the client at an address: its own time, and its requests of today. */
  async state(address: string): Promise<AskState> {
    const asker = await this.#askers.at(address);
    const { runtime, offset, hours, timeKnown } = this.#options;
    await hours.ready();
    const own = "refusal" in asker ? [] : await this.#own(asker);
    const at = runtime.now();
    const today = own.filter(({ created }) => this.#isToday(created, at));
    return stateOf({
      asker,
      label: asker.device === undefined ? "" : this.#labelOf(asker.device),
      time: "refusal" in asker ? undefined : hours.person(asker.person.id),
      shared: asker.device && hours.sharedDevice(asker.device.id),
      blocked: "refusal" in asker ? new Set() : this.#blockedFor(asker),
      requests: own.filter((each) => each.status === "waiting" || today.includes(each)),
      left: Math.max(0, perDay - today.length),
      midnight: nextLocal(0, at, offset()),
      timeKnown: timeKnown(),
      now: at,
    });
  }

  /**
   * Whether a device can file a request for Internet ("") or a category now. Rejects with
   * DatabaseUnavailableError.
   */
  async standing(deviceId: number, category: string): Promise<"possible" | "waiting" | "refused"> {
    const { register, hours, runtime } = this.#options;
    await register.ready();
    const asker = requesterOf(register.devices.get(deviceId), register.people);
    if ("refusal" in asker) return "refused";

    await hours.ready();
    const own = await this.#own(asker);
    const at = runtime.now();
    if (own.some(({ status }) => status === "waiting")) return "waiting";
    const made = own.filter(({ created }) => this.#isToday(created, at)).length;
    const time = hours.person(asker.person.id);
    const blocked = this.#blockedFor(asker);
    return made < perDay && mayAskFor(category, { time, blocked, now: at })
      ? "possible"
      : "refused";
  }

  /** Stores a request of the device at an address; parents are notified of it. */
  async ask(
    address: string,
    { minutes, category, message }: RequestedTime,
  ): Promise<StoredRequest> {
    const said = shortMessage(message);
    const asker = await this.#askers.at(address);
    if ("refusal" in asker) throw requesterError(asker.refusal);
    const { person, device } = asker;
    const who = { personId: person.id, deviceId: device.id };
    await this.#options.hours.ready();
    return await this.#changes.take(async () => {
      const at = this.#options.runtime.now();
      const own = await this.#own(asker);
      this.#refuse(own, at, asker, category);
      const alert = { kind: "request.new", ...who, detail: `${minutes}|${category}` } as const;
      const request = insertStatement({ ...who, minutes, category, message: said, created: at });
      await this.#options.alerts.raiseWith([alert], [request]);
      const [filed] = await this.#own(asker);
      return await this.#announce(filed);
    });
  }

  /**
   * Returns waiting requests, oldest first, then the finished ones, newest first; `before` = the
   * last finished one already seen.
   */
  async page(limit: number, before?: number): Promise<StoredRequest[]> {
    await this.#changes.take(() => this.#expire());
    await this.#options.hours.ready();
    const since = this.#options.runtime.now() - kept * 1000;
    const waiting = before === undefined ? (await this.#all(WAITING, [])).reverse() : [];
    const room = limit - waiting.length;
    const id = before ?? Number.MAX_SAFE_INTEGER;
    if (room <= 0) return waiting;
    const past = await this.#all(
      "status <> 'waiting' and created >= ? and id < ?",
      [since, id],
      room,
    );
    return [...waiting, ...past];
  }

  /** The number of waiting requests. */
  async waiting(): Promise<number> {
    return (await this.#all(WAITING, [])).filter(({ status }) => status === "waiting").length;
  }

  /** Gives the requested time, or other minutes; it applies once the policy is published. */
  accept(id: number, minutes: number | undefined, by: string): Promise<StoredRequest> {
    return this.#answering(id, async (request) => {
      const { personId, category } = request;
      const { hours, runtime } = this.#options;
      const { name, profile } = this.#options.register.person(personId);
      if (profile === "adult") {
        throw new DomainError(
          "conflict",
          sentence`${name} is an adult now and needs no extra time`,
        );
      }
      const given = minutes ?? request.minutes;
      const after = {
        ...request,
        status: "accepted",
        answered: runtime.now(),
        answeredBy: by,
        given,
      } as const;
      const also = outcomeStatement(after);
      if (category === "") await hours.grant(personId, given, by, also);
      else await hours.grantMinutes(personId, category, given, also);
      return after;
    });
  }

  /** Refuses the request. */
  refuse(id: number, by: string): Promise<StoredRequest> {
    return this.#answering(id, async (request) => {
      const after = {
        ...request,
        status: "refused",
        answered: this.#options.runtime.now(),
        answeredBy: by,
      } as const;
      await this.#options.db.batch(outcomeStatement(after));
      return after;
    });
  }

  /** Deletes requests older than their retention time. */
  async retain(): Promise<void> {
    const { db, runtime } = this.#options;
    await db.run("delete from time_requests where status <> 'waiting' and created < ?", [
      runtime.now() - kept * 1000,
    ]);
  }

  /** The author and the device name, if both still exist. */
  namesOf(
    { personId, deviceId }: RequestOrigin,
  ): { readonly person: string; readonly device: string } {
    const { people, devices } = this.#options.register;
    const device = devices.get(deviceId);
    return {
      person: people.get(personId)?.name ?? "",
      device: device === undefined ? "" : this.#labelOf(device),
    };
  }

  /** The unfinished cut or homework of the author; from memory. */
  modeOf({ personId }: RequestOrigin): PersonTimeState["mode"] {
    return this.#options.hours.modeOf(personId);
  }

  /**
   * Whether a choice blocks the category of a request, so that its minutes open nothing; from
   * memory.
   */
  isBlocked(
    { personId, deviceId, category }: RequestOrigin & Pick<StoredRequest, "category">,
  ): boolean {
    return category !== "" && this.#options.blockedCategories({ personId, deviceId }).has(category);
  }

  /** The categories that choices block on a device, for any of its people; from memory. */
  blockedOn(deviceId: number): ReadonlySet<TimedCategory> {
    return this.#options.blockedCategories({ personId: 0, deviceId });
  }

  /**
   * Follows requests as they are filed, answered, or expire. Throws `too_many_watchers`.
   */
  follow(follower: Follower<StoredRequest>): () => void {
    return this.#followers.follow(follower);
  }

  /** Stops all timers. */
  close(): void {
    this.#expiry.close();
    this.#options.neighbours.close();
  }

  /** Refuses a request that is not possible now. */
  #refuse(
    own: readonly StoredRequest[],
    at: number,
    asker: MinorRequester,
    category: TimedCategory | "",
  ): void {
    if (own.filter(({ status }) => status === "waiting").length >= waitingPerDevice) {
      throw new DomainError("conflict", sentence`A request is already waiting for an answer`);
    }
    if (own.filter(({ created }) => this.#isToday(created, at)).length >= perDay) {
      const wait = (nextLocal(0, at, this.#options.offset()) - at) / 1000;
      throw tooManyError(
        sentence`There can be ${perDay} requests a day; the next one is possible tomorrow`,
        wait,
      );
    }
    const time = this.#options.hours.person(asker.person.id);
    const blocked = this.#blockedFor(asker);
    if (mayAskFor(category, { time, blocked, now: at })) return;
    throw new DomainError("conflict", refusalOf(category, blocked));
  }

  #blockedFor({ person, device }: MinorRequester): ReadonlySet<TimedCategory> {
    return this.#options.blockedCategories({ personId: person.id, deviceId: device.id });
  }

  #answering(
    id: number,
    answer: (request: StoredRequest) => Promise<StoredRequest>,
  ): Promise<StoredRequest> {
    return this.#changes.take(async () => {
      await this.#options.register.ready();
      const [request] = await this.#all("id = ?", [id], 1);
      if (request === undefined) {
        throw new DomainError("not_found", sentence`There is no request with the number: ${id}`);
      }
      const { status, answeredBy } = request;
      if (status === "expired") {
        throw new DomainError("conflict", sentence`This request has expired`);
      }
      if (status !== "waiting") {
        throw new DomainError(
          "conflict",
          sentence`This request was already ${status}, by: ${answeredBy}`,
        );
      }
      return await this.#announce(await answer(request));
    });
  }

  async #expire(): Promise<void> {
    const { db } = this.#options;
    const waiting = await this.#all(WAITING, []);
    const over = waiting.filter(({ status }) => status === "expired");
    if (over.length > 0) await db.batch(over.flatMap(outcomeStatement));
    this.#expiry.waitFor(
      waiting.filter((each) => !over.includes(each)).map(({ expires }) => expires),
    );
    if (over.length > 0) this.#followers.tell(over);
  }

  /** Notifies followers of a request, and sets the timer for the next expiry. */
  async #announce(request: StoredRequest): Promise<StoredRequest> {
    this.#followers.tell([request]);
    await this.#expire().catch(() => this.#expiry.waitFor([this.#options.runtime.now() + MINUTE]));
    return request;
  }

  /**
   * Recent requests of a person with their device, newest first. Earlier requests of other people
   * with the same device are excluded.
   */
  #own({ person, device }: MinorRequester): Promise<StoredRequest[]> {
    const since = this.#options.runtime.now() - 2 * DAY;
    const mine = "person_id = ? and device_id = ? and (status = 'waiting' or created >= ?)";
    return this.#all(mine, [person.id, device.id, since], OWN);
  }

  async #all(
    condition: string,
    args: readonly (string | number)[],
    limit?: number,
  ): Promise<StoredRequest[]> {
    const { db, runtime, offset } = this.#options;
    const at = runtime.now();
    const zone = offset();
    const rows = await db.all(
      `${selectText(condition)}${limit === undefined ? "" : ` limit ${limit}`}`,
      args,
    );
    return rows.map((row) => requestOf(row, at, zone));
  }

  #isToday(created: number, now: number): boolean {
    const offset = this.#options.offset();
    return dayOf(created, offset) === dayOf(now, offset);
  }

  /** A hardware address is not shown as a name. */
  #labelOf(device: Device): string {
    const label = labelOf(device, this.#options.machineOf);
    return device.macs.includes(label) ? "" : label;
  }
}

/** Why more time of a category cannot be requested, "" = of Internet. */
function refusalOf(category: TimedCategory | "", blocked: ReadonlySet<TimedCategory>): Sentence {
  if (category === "") return sentence`The Internet is open and stays open for the next hours`;
  return blocked.has(category)
    ? sentence`This is blocked on this device, so more time would not help: ${category}`
    : sentence`There is still time left for this: ${category}`;
}

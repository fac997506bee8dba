/**
 * The first days of a box. New devices are collected without an alert for each; then one page
 * proposes names, people, groups and protections. Nothing is applied without the user.
 */
import type { NewDeviceMode } from "../../../../policy/model/household.ts";
import { LazyValue } from "../../../async/lazy_value.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import type { Database, Statement } from "../../../store/database.ts";
import type { HouseholdRepository } from "../household_repository.ts";
import { acknowledgeNew } from "../scoped.ts";
import type { DeviceSummary } from "../device_response.ts";
import { type Proposal, proposalsFor } from "./proposals.ts";
import { type LearningPeriod, readPeriod, writePeriod } from "./table.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import type { Runtime } from "../../../system/runtime.ts";

export { kindOfGroup, type Proposal } from "./proposals.ts";

/** Dependencies of the service. */
export interface LearningServiceOptions {
  /** box.db. */
  readonly db: Database;
  readonly register: HouseholdRepository;
  /** Every device in short. */
  readonly devices: () => Promise<DeviceSummary[]>;
  /** What becomes of new devices. */
  readonly newDevices: () => NewDeviceMode;
  readonly raise: RaiseAlert;
  readonly runtime: Runtime;
}

/** The progress of learning; times are Unix seconds, 0 = never. */
export interface LearningState extends LearningPeriod {
  /** Whether the period is still running. */
  readonly active: boolean;
}

const NEVER: LearningPeriod = { started: 0, until: 0, done: true };

/**
 * The learning period. Methods reject with DatabaseUnavailableError when the database cannot be used.
 */
export class LearningService {
  readonly #options: LearningServiceOptions;
  #period: LearningPeriod = NEVER;
  readonly #loading = new LazyValue(() => this.#load());

  constructor(options: LearningServiceOptions) {
    this.#options = options;
  }

  /** Resolves when the period is in memory. A failed load is retried by the next call. */
  ready(): Promise<void> {
    return this.#loading.ready();
  }

  /** Whether the box learns now, from memory. */
  get active(): boolean {
    const now = this.#seconds();
    const { started, until } = this.#period;
    return now < until && now >= started - LIMITS.learning.clockSlack;
  }

  /**
   * Begins the period once, when the installation is finished. Devices seen earlier are included.
   */
  async begin(): Promise<void> {
    await this.ready();
    if (this.#period.started > 0) return;
    const started = this.#seconds();
    const period = { started, until: started + LIMITS.learning.lasts, done: false };
    await this.#keep(period, acknowledgeNew(this.#options.runtime.now()));
  }

  /** The progress of learning. */
  async state(): Promise<LearningState> {
    await this.ready();
    return { ...this.#period, active: this.active };
  }

  /** All devices in short, to be gathered and to be proposed for. */
  devices(): Promise<DeviceSummary[]> {
    return this.#options.devices();
  }

  /**
   * Those of the devices that were seen until learning ended, including those seen before the
   * installation was finished.
   */
  async gathered(devices: readonly DeviceSummary[]): Promise<DeviceSummary[]> {
    await this.ready();
    const { started, until } = this.#period;
    return started === 0 ? [] : devices.filter(({ first_seen }) => first_seen <= until);
  }

  /**
   * The current proposals for the devices; `offered` are the lists of the catalogue that are not
   * subscribed.
   */
  proposals(devices: readonly DeviceSummary[], offered: ReadonlySet<string>): Proposal[] {
    const { people, groups } = this.#options.register;
    const newDevices = this.#options.newDevices();
    return proposalsFor({
      devices,
      people: people.values(),
      groups: groups.values(),
      newDevices,
      offered,
    });
  }

  /** Ends learning early; once it is over, dismisses the proposals. */
  async end(): Promise<LearningState> {
    await this.ready();
    if (this.active) await this.#keep({ ...this.#period, until: this.#seconds() });
    else if (!this.#period.done) await this.#keep({ ...this.#period, done: true });
    return await this.state();
  }

  /**
   * Notifies administrators, once, that learning is over and proposals are waiting (task
   * `learning.end`).
   */
  async tell(): Promise<IdleReason | void> {
    const { active, done, started } = await this.state();
    if (active || done || started === 0) return "not_due";
    const { length } = await this.gathered(await this.devices());
    if (length > 0) this.#options.raise({ kind: "learning.ended", detail: String(length) });
  }

  async #load(): Promise<void> {
    this.#period = await readPeriod(this.#options.db) ?? NEVER;
  }

  async #keep(period: LearningPeriod, ...more: readonly Statement[]): Promise<void> {
    await writePeriod(this.#options.db, period, ...more);
    this.#period = period;
  }

  #seconds(): number {
    return Math.floor(this.#options.runtime.now() / 1000);
  }
}

/** The limits of calls, as the operator sets them, and how often each was reached. */
import { LIMITS } from "../../policy/limits.ts";
import type { Runtime } from "../system/runtime.ts";
import { COMPANION_LIMITS } from "./limits.ts";
import { Quotas, Rates } from "./rates.ts";

/** The period of a limit in minutes. */
const MINUTES = { minute: 1, hour: 60, day: 1440 } as const;

/** A limit that an option sets. */
interface LimitDeclaration {
  readonly usual: number;
  /**
   * Whose calls are counted together: a network is a /24 of IPv4 or a /56 of IPv6, a home an
   * address of IPv4 or a /56 of IPv6.
   */
  readonly scope: "network" | "home" | "box" | "all";
  readonly per: keyof typeof MINUTES;
  /**
   * Maximum burst as a multiple of the figure; absent = a quota for a period that begins with the
   * first call.
   */
  readonly burst?: number;
}

/** The rates, by the option that sets them. */
export const CALL_LIMITS = {
  "calls-per-network": {
    usual: 60,
    scope: "network",
    per: "minute",
    burst: 1,
  },
  "calls-per-box": {
    usual: 10,
    scope: "box",
    per: "minute",
    burst: 2,
  },
  "calls-in-all": {
    usual: 6000,
    scope: "all",
    per: "minute",
    burst: 1,
  },
  "names-per-network": {
    usual: 10,
    scope: "network",
    per: "hour",
    burst: 1,
  },
  "ages-per-box": {
    usual: 30,
    scope: "box",
    per: "hour",
    burst: 1,
  },
  "prefixes-per-box": {
    usual: LIMITS.breaches.prefixesPerDayPerBox,
    scope: "box",
    per: "day",
  },
  "prefixes-per-home": {
    usual: LIMITS.breaches.prefixesPerDayPerAddress,
    scope: "home",
    per: "day",
  },
  "signals-per-network": {
    usual: 100,
    scope: "network",
    per: "hour",
    burst: 1,
  },
} as const satisfies Readonly<Record<string, LimitDeclaration>>;

/** The name of a rate. */
export type CallLimit = keyof typeof CALL_LIMITS;

/** The option for the number of names in all, which is no rate. */
export const NAMES_IN_ALL = {
  option: "names-in-all",
  usual: 1_000_000,
} as const;

/** Every limit that an option sets. */
export type LimitName = CallLimit | typeof NAMES_IN_ALL.option;

/** The figure of each limit. */
export type LimitFigures = Readonly<Record<LimitName, number>>;

/** The names of all limits in the order of the status. */
export const LIMIT_NAMES: readonly LimitName[] = [
  ...Object.keys(CALL_LIMITS) as CallLimit[],
  NAMES_IN_ALL.option,
];

/** The default figures. */
export const USUAL_LIMITS = Object.fromEntries([
  ...Object.entries(CALL_LIMITS).map(([name, { usual }]) => [name, usual]),
  [NAMES_IN_ALL.option, NAMES_IN_ALL.usual],
]) as LimitFigures;

/** A limit as the status shows it. */
export interface LimitState {
  readonly limit: LimitName;
  readonly scope: LimitDeclaration["scope"];
  readonly figure: number;
  /** Empty = at any time. */
  readonly per: LimitDeclaration["per"] | "";
  /** Calls that were refused since the start. */
  readonly refused: number;
}

/** The limits of one service. */
export class CallLimits {
  readonly #figures: LimitFigures;
  readonly #rates: Readonly<Record<CallLimit, Rates | Quotas>>;
  readonly #refused = new Map<LimitName, number>();

  /** `now` in milliseconds. */
  constructor(figures: LimitFigures, now: Runtime["now"]) {
    this.#figures = figures;
    const rateOf = ([name, { per, burst }]: [string, LimitDeclaration]) => {
      const figure = figures[name as CallLimit];
      const { remembered } = COMPANION_LIMITS.rates;
      if (burst === undefined) {
        return [name, new Quotas(figure, MINUTES[per] * 60_000, remembered, now)];
      }
      const rate = { burst: figure * burst, perMinute: figure / MINUTES[per] };
      return [name, new Rates(rate, remembered, now)];
    };
    this.#rates = Object.fromEntries(Object.entries(CALL_LIMITS).map(rateOf)) as Record<
      CallLimit,
      Rates | Quotas
    >;
  }

  /** Counts a call of a caller; returns 0, or the seconds until it is admitted. */
  take(limit: CallLimit, caller: string): number {
    const wait = this.#rates[limit].take(caller);
    if (wait > 0) this.#refuse(limit);
    return wait;
  }

  /** Uncounts a call that failed, at a limit with a quota. */
  uncount(limit: CallLimit, caller: string): void {
    const rates = this.#rates[limit];
    if (rates instanceof Quotas) rates.uncount(caller);
  }

  /** Whether one more name may be assigned when so many are. */
  admitsName(assigned: number): boolean {
    if (assigned < this.#figures[NAMES_IN_ALL.option]) return true;
    this.#refuse(NAMES_IN_ALL.option);
    return false;
  }

  /** All limits with their figures. */
  states(): readonly LimitState[] {
    return LIMIT_NAMES.map((limit) => {
      const declared = limit === NAMES_IN_ALL.option ? undefined : CALL_LIMITS[limit];
      return {
        limit,
        scope: declared?.scope ?? "all",
        figure: this.#figures[limit],
        per: declared?.per ?? "",
        refused: this.#refused.get(limit) ?? 0,
      };
    });
  }

  #refuse(limit: LimitName): void {
    this.#refused.set(limit, (this.#refused.get(limit) ?? 0) + 1);
  }
}

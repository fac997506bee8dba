/** Watches a version for a while after a switch, and decides whether it stays. */
import { type Sentence, sentence } from "../../policy/model/sentence.ts";
import type { BoxHealth } from "./health.ts";

/** Times of the watch, in seconds. */
export interface WatchTimes {
  /** How long the version is watched. */
  readonly whole: number;
  /** How long it may be unwell before it is given up. */
  readonly patience: number;
  /** Between two questions. */
  readonly every: number;
}

/** How often a version may start anew while it is watched. */
const MOST_STARTS = 3;

/**
 * Asks again and again; resolves with "" when the version runs at the end, or with why it does not
 * stay. `now` is monotonic; `now` and `pause` use milliseconds.
 */
export async function watchVersion(
  version: string,
  times: WatchTimes,
  context: {
    readonly ask: () => Promise<BoxHealth>;
    readonly now: () => number;
    readonly pause: (milliseconds: number) => Promise<void>;
  },
): Promise<Sentence | ""> {
  const { ask, now, pause } = context;
  const begun = now();
  let wellAt = begun;
  let uptime = 0;
  let starts = 0;
  for (;;) {
    const health = await ask();
    const isOther = health.problem === "" && health.version !== version;
    const problem = isOther ? sentence`version ${health.version} runs instead` : health.problem;
    if (problem === "") {
      if (health.uptime < uptime) starts++;
      uptime = health.uptime;
      wellAt = now();
    }
    if (starts >= MOST_STARTS) return sentence`it started anew ${starts} times`;
    if (now() - wellAt >= times.patience * 1000) return problem;
    if (now() - begun >= times.whole * 1000 && problem === "") return "";
    await pause(times.every * 1000);
  }
}

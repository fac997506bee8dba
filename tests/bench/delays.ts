/**
 * The delay of answers while a server does other work: a query every millisecond, sent and timed by
 * pinger.c.
 */
import { compileProgram } from "./c_program.ts";

/** An answer: the time of its query (milliseconds since 1970) and its delay (milliseconds). */
interface Timed {
  readonly asked: number;
  readonly took: number;
}

/** The longest of some delays, the 99th percentile, and the share of them above the budget. */
export interface Delays {
  readonly longest: number;
  /** In milliseconds, like the longest. */
  readonly p99: number;
  /** In percent. */
  readonly late: number;
}

/** The budget: milliseconds by which no answer may be delayed. */
export const BUDGET = 5;
/** Milliseconds measured before the work, and after it, when the workers load its result. */
const BEFORE = 2000;
const AFTER = 300;

/**
 * Has a server answer a cached name before and during some work; returns the delays of both. The
 * work takes less than `seconds`.
 */
export async function delaysDuring(
  port: number,
  name: string,
  seconds: number,
  work: () => Promise<unknown>,
): Promise<{ before: Delays; during: Delays }> {
  const folder = await Deno.makeTempDir({ prefix: "bench-delays-" });
  try {
    const args = [
      "-c",
      "1",
      await compileProgram(folder, "pinger"),
      String(port),
      String(seconds),
      name,
    ];
    const pinging = new Deno.Command("taskset", { args, stdout: "piped" }).output();
    await new Promise((resolve) => setTimeout(resolve, BEFORE));
    const began = Date.now();
    await work();
    const ended = Date.now() + AFTER;
    const output = new TextDecoder().decode((await pinging).stdout);
    const timed = output.trim().split("\n").map((line): Timed => {
      const [asked, took] = line.split(" ").map(Number);
      return { asked, took: took / 1000 };
    });
    // The first answer warms up the path and the cache.
    const before = timed.slice(10).filter(({ asked }) => asked < began);
    return {
      before: delaysOf(before),
      during: delaysOf(timed.filter(({ asked }) => asked >= began && asked < ended)),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function delaysOf(timed: readonly Timed[]): Delays {
  if (timed.length === 0) throw new Error("No question was asked in that time");
  const took = timed.map((each) => each.took).sort((a, b) => a - b);
  const late = took.filter((each) => each > BUDGET).length;
  return {
    longest: took.at(-1)!,
    p99: took[Math.floor((took.length - 1) * 0.99)]!,
    late: late / took.length * 100,
  };
}

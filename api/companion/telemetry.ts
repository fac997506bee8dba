/** Checks and counts the anonymous statistics and stores nothing else (A 2.9, 7.12.3). */
import { z } from "zod";
import { COMPANION_LIMITS } from "./limits.ts";
import type { CompanionDatabase } from "./store/database.ts";
import type { Runtime } from "../system/runtime.ts";

/** The schema of a signal. */
export const telemetrySignal = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/, "32 hexadecimal digits are wanted"),
  version: z.string().regex(
    /^\d{1,4}\.\d{1,4}\.\d{1,4}(-[0-9A-Za-z.]{1,16})?$/,
    "a version such as 0.9.0 is wanted",
  ),
  install: z.enum(["docker", "pi", "deb", "archive"]),
  country: z.string().regex(/^([A-Z]{2})?$/, "two capital letters or nothing are wanted"),
  arch: z.enum(["amd64", "arm64", "arm", "other"]),
});

/** A validated signal. */
export type CheckedSignal = z.output<typeof telemetrySignal>;

/** The count of one kind of signal on one day. */
export interface SignalCount extends Omit<CheckedSignal, "id"> {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly count: number;
}

/** Counts signals by day, version, installation, country and architecture. */
export class TelemetryCounts {
  readonly #database: CompanionDatabase;
  readonly #now: Runtime["now"];

  /** `now` in Unix milliseconds. */
  constructor(database: CompanionDatabase, now: Runtime["now"]) {
    this.#database = database;
    this.#now = now;
  }

  /** Counts a signal, unless its id was seen within a day. */
  async take({ id, ...signal }: CheckedSignal): Promise<void> {
    const now = this.#now();
    const day = new Date(now).toISOString().slice(0, 10);
    const seconds = Math.floor(now / 1000);
    const { idKeptFor, kindsPerDay } = COMPANION_LIMITS.telemetry;
    const [{ kinds }] = await this.#database.all(
      "select count(*) as kinds from telemetry_counts where day = ?",
      [day],
    );
    const { version, install, country, arch } = Number(kinds) < kindsPerDay
      ? signal
      : { ...signal, version: "", country: "" };
    await this.#database.batch([
      { sql: "delete from telemetry_ids where id = ? and until <= ?", args: [id, seconds] },
      {
        sql:
          "insert into telemetry_counts (day, version, install, country, arch, count) select ?, ?, ?, ?, ?, 1 " +
          "where not exists (select 1 from telemetry_ids where id = ?) on conflict do update set count = count + 1",
        args: [day, version, install, country, arch, id],
      },
      {
        sql: "insert into telemetry_ids (id, until) values (?, ?) on conflict do nothing",
        args: [id, seconds + idKeptFor],
      },
    ]);
  }

  /** The counts of a day, the most frequent first. */
  async of(day: string): Promise<SignalCount[]> {
    const sql =
      "select * from telemetry_counts where day = ? order by count desc, version, install, country, arch";
    return await this.#database.all(sql, [day]) as unknown as SignalCount[];
  }

  /** Removes ids that are older than a day. */
  async sweep(): Promise<void> {
    await this.#database.run("delete from telemetry_ids where until <= ?", [
      Math.floor(this.#now() / 1000),
    ]);
  }
}

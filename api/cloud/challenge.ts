/**
 * Writes the DNS-01 record of the box's name, which the online service publishes (A 2.7, RFC 8555
 * 8.4).
 */
import type { CloudClient } from "./client.ts";

/** Maximum number of values of the record: a name and its renewal may overlap. */
const MOST_VALUES = 2;

/** Replaces the values of the record. Rejects with a CloudError. */
export async function writeChallenge(
  client: CloudClient,
  values: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const path = "/v1/names/own/challenge";
  const given = signal === undefined ? {} : { signal };
  if (values.length === 0) await client.call({ method: "DELETE", path, ...given });
  else await client.call({ method: "PUT", path, body: { values }, ...given });
}

/** Adds and removes single values of the record; it remembers the others. */
export class ChallengeRecord {
  readonly #client: CloudClient;
  #values: readonly string[] = [];

  constructor(client: CloudClient) {
    this.#client = client;
  }

  /** Adds a value; removes the oldest when there are too many. */
  async write(value: string, signal?: AbortSignal): Promise<void> {
    const values = [...this.#values.filter((each) => each !== value), value].slice(-MOST_VALUES);
    await writeChallenge(this.#client, values, signal);
    this.#values = values;
  }

  /** Removes a value. */
  async remove(value: string, signal?: AbortSignal): Promise<void> {
    const values = this.#values.filter((each) => each !== value);
    await writeChallenge(this.#client, values, signal);
    this.#values = values;
  }
}

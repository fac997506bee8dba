/**
 * Stores the state that must survive a kill while a certificate is obtained: the account key
 * (`acme.key`), and in `acme.json` the account, the pending order with its key, and the records at
 * the provider (A 7.9.3). Both files are in the tls directory, readable by the service alone.
 */
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import * as z from "zod";
import { Mutex } from "../../async/mutex.ts";
import { writeWhole } from "../../system/atomic_file.ts";
import type { Runtime } from "../../system/runtime.ts";

/** Maximum number of stored records; the oldest are dropped. */
const RECORDS = 16;
/** Maximum size of a file in bytes. */
const MOST = 64 * 1024;

const shape = z.object({
  /** `bound` = the external account that it is bound to (RFC 8555 7.3.4). */
  account: z.object({
    directory: z.string(),
    url: z.string(),
    email: z.string(),
    bound: z.string().optional(),
  })
    .optional(),
  order: z.object({
    directory: z.string(),
    names: z.array(z.string()),
    url: z.string(),
    key: z.string(),
  }).optional(),
  /**
   * When to renew the current certificate, and when to query the authority again; Unix milliseconds
   * (RFC 9773).
   */
  renewal: z.object({
    directory: z.string(),
    certificate: z.string(),
    next: z.number(),
    window: z.object({ start: z.number(), end: z.number() }).optional(),
    at: z.number().optional(),
  }).optional(),
  /** `by` = the provider that holds the record; `written` = whether writing succeeded. */
  records: z.array(
    z.object({ name: z.string(), value: z.string(), by: z.string(), written: z.boolean() }),
  ),
});

/** The stored state; `order.key` is the private key of the pending certificate, in PEM. */
export type AcmeState = z.infer<typeof shape>;

/** Reads and writes the two files. */
export class AcmeMemory {
  readonly #folder: string;
  readonly #log: Runtime["log"];
  /** Renewal times may be queried while an order is running. */
  readonly #turns = new Mutex();
  #state: AcmeState | undefined;

  /** `folder` is the tls directory, which exists. */
  constructor(folder: string, log: Runtime["log"]) {
    this.#folder = folder;
    this.#log = log;
  }

  /** The stored state; empty when the file is missing or damaged. */
  async state(): Promise<AcmeState> {
    const found = this.#state ?? await this.#read();
    return this.#state ??= found;
  }

  /** Replaces a part of the state. */
  keep(
    change: { readonly [Part in keyof AcmeState]?: AcmeState[Part] | undefined },
  ): Promise<void> {
    return this.#turns.take(async () => {
      const { records, ...rest } = { ...await this.state(), ...change };
      const state = { ...rest, records: (records ?? []).slice(-RECORDS) } as AcmeState;
      this.#state = state;
      await writeWhole(
        `${this.#folder}/acme.json`,
        new TextEncoder().encode(JSON.stringify(state)),
      );
    });
  }

  /** Stores a record that is about to be written, or was written. */
  async remember(record: AcmeState["records"][number]): Promise<void> {
    await this.keep({ records: [...await this.#others(record), record] });
  }

  /** Drops a record that was removed. */
  async forget(record: AcmeState["records"][number]): Promise<void> {
    await this.keep({ records: await this.#others(record) });
  }

  /**
   * The identifier of the certificate that the next order replaces (RFC 9773 4.1); "" = none that
   * the authority knows.
   */
  async replaced(directory: string): Promise<string> {
    const { renewal } = await this.state();
    return renewal?.directory === directory && renewal.window !== undefined
      ? renewal.certificate
      : "";
  }

  async #others(
    { name, value }: Pick<AcmeState["records"][number], "name" | "value">,
  ): Promise<AcmeState["records"]> {
    return (await this.state()).records.filter((each) =>
      each.name !== name || each.value !== value
    );
  }

  /** The account key as PEM; created on first use, and again when the file is damaged. */
  async accountKey(): Promise<string> {
    const kept = await textOf(`${this.#folder}/acme.key`);
    if (kept !== undefined) {
      try {
        if (createPrivateKey(kept).asymmetricKeyDetails?.namedCurve === "prime256v1") return kept;
      } catch {
        // The file is damaged: the key is replaced below.
      }
      this.#log(
        "warn",
        "The key of the account at the authority is damaged; a new account is created",
      );
    }
    return await this.newAccountKey();
  }

  /** Drops the stored account and creates another key. */
  async newAccountKey(): Promise<string> {
    const key = newKey();
    await this.keep({ account: undefined, order: undefined });
    await writeWhole(`${this.#folder}/acme.key`, new TextEncoder().encode(key));
    return key;
  }

  async #read(): Promise<AcmeState> {
    const text = await textOf(`${this.#folder}/acme.json`);
    if (text === undefined) return { records: [] };
    try {
      return shape.parse(JSON.parse(text));
    } catch {
      this.#log(
        "warn",
        "The stored state of the certificate order is damaged; a new order is started",
      );
      return { records: [] };
    }
  }
}

/** A new P-256 private key as PEM. */
export function newKey(): string {
  return generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey.export({
    type: "pkcs8",
    format: "pem",
  })
    .toString();
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    const { size, isFile } = await Deno.stat(path);
    return isFile && size > 0 && size <= MOST ? await Deno.readTextFile(path) : "";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

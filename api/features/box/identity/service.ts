/**
 * The identity of the box at the online service: notices that another box uses it too, such as a
 * backup that runs beside its original, and makes this box a new one (docs/decisions/0145).
 */
import { Mutex } from "../../../async/mutex.ts";
import type { CloudCall, CloudClient } from "../../../cloud/client.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import type { Alerts } from "../../../events/alerts.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import { removeFile, writeWhole } from "../../../system/atomic_file.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { EncryptedDns } from "../../network/dns_services/service.ts";

/** Dependencies of the service. */
export interface BoxIdentityOptions {
  readonly cloud: Pick<CloudClient, "call" | "isSet" | "onCopies" | "renewKey">;
  readonly dnsServices: Pick<EncryptedDns, "state" | "choose">;
  /** Gives backups of this box another mark, so that both boxes keep their own. */
  readonly renewMark: () => Promise<void>;
  /** A file that exists while the identity changes, so that a kill does not leave half of it. */
  readonly notePath: string;
  readonly raise: RaiseAlert;
  readonly alerts: Pick<Alerts, "acknowledge">;
  readonly runtime: Runtime;
}

/** Milliseconds for leaving the old identity, after the new one was taken. */
const LEAVE_LIMIT = 5000;

/** The identity. Its state is in memory: the online service repeats it to each process. */
export class BoxIdentity {
  readonly #options: BoxIdentityOptions;
  readonly #turns = new Mutex();
  #hasCopies = false;

  constructor(options: BoxIdentityOptions) {
    this.#options = options;
    options.cloud.onCopies((hasCopies) => this.#take(hasCopies));
  }

  /** Whether another box uses the identity of this box, as the online service said last. */
  get hasCopies(): boolean {
    return this.#hasCopies;
  }

  /**
   * Calls the online service as this process, while the box has a name of it (task
   * identity.check).
   */
  async check(signal: AbortSignal): Promise<IdleReason | void> {
    const { cloud, dnsServices } = this.#options;
    const { mode, state } = await dnsServices.state();
    if (!cloud.isSet || mode !== "box" || state !== "ready") return "not_configured";
    await cloud.call({ method: "GET", path: "/v1/names/own", signal });
  }

  /**
   * Makes this box a new one: another key, another name, other marks of backups. Rejects with a
   * DomainError when no other box uses the identity.
   */
  async renew(by: string): Promise<void> {
    await this.#turns.take(async () => {
      if (!this.#hasCopies) {
        throw new DomainError("conflict", "No other box uses the identity of this box");
      }
      await writeWhole(this.#options.notePath, new Uint8Array(0));
      await this.#change(by);
    });
  }

  /** Completes a change that a kill interrupted: with a new key, whether there was one or not. */
  async begin(): Promise<void> {
    await this.#turns.take(async () => {
      const isChanging = await Deno.stat(this.#options.notePath).then(() => true, () => false);
      if (isChanging) await this.#change("box");
    });
  }

  async #change(by: string): Promise<void> {
    const { cloud, renewMark, notePath } = this.#options;
    const callAsBefore = await cloud.renewKey().catch(async (error) => {
      // Nothing changed, such as on a full disk: the next start must not change it either.
      await removeFile(notePath).catch(() => {});
      throw error;
    });
    this.#take(false);
    await renewMark();
    await this.#renewName(by);
    await removeFile(notePath);
    await this.#leave(callAsBefore);
  }

  /** Tells the online service that the other box is alone now. It notices that by itself, later. */
  async #leave(callAsBefore: (call: CloudCall) => Promise<void>): Promise<void> {
    const { runtime } = this.#options;
    const late = new AbortController();
    const cancel = runtime.after(LEAVE_LIMIT, () => late.abort(new Error("no answer in time")));
    try {
      await callAsBefore({ method: "DELETE", path: "/v1/instances/own", signal: late.signal });
    } catch (error) {
      runtime.log("info", `The old identity was not left: ${(error as Error).message}`);
    } finally {
      cancel();
    }
  }

  /** Obtains a certificate for a new name; until then the one in use stays. */
  async #renewName(by: string): Promise<void> {
    const { dnsServices, runtime } = this.#options;
    if ((await dnsServices.state()).mode !== "box") return;
    await dnsServices.choose({ mode: "box", takesNewName: true }, by).catch((error: Error) =>
      runtime.log("warn", `No new name could be asked for: ${error.message}`)
    );
  }

  #take(hasCopies: boolean): void {
    const { raise, alerts, runtime } = this.#options;
    const before = this.#hasCopies;
    this.#hasCopies = hasCopies;
    if (hasCopies && !before) {
      // A warning would stay in the status after the other box is gone.
      runtime.log("info", "Another box uses the identity of this box");
      raise({ kind: "identity.copied" });
    }
    if (hasCopies || !before) return;
    runtime.log("info", "No other box uses the identity of this box any more");
    void alerts.acknowledge({ kind: "identity.copied" }, "").catch(() => {});
  }
}

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
  readonly alerts: Pick<Alerts, "acknowledge" | "page">;
  readonly runtime: Runtime;
}

/** Milliseconds for leaving the old identity, after the new one was taken. */
const LEAVE_LIMIT = 5000;
/** The content of the note once all but the name is new. */
const ONLY_NAME = "name";

/** The identity. Its state is in memory: the online service repeats it to each process. */
export class BoxIdentity {
  readonly #options: BoxIdentityOptions;
  readonly #turns = new Mutex();
  #hasCopies = false;
  /** Whether this process acknowledged the alert, which an earlier process may have raised. */
  #isAcknowledged = false;

  constructor(options: BoxIdentityOptions) {
    this.#options = options;
    options.cloud.onCopies((hasCopies) => this.#take(hasCopies));
  }

  /** Whether another box uses the identity of this box, as the online service said last. */
  get hasCopies(): boolean {
    return this.#hasCopies;
  }

  /**
   * Calls the online service as this process, while the box has a name of it or a copy was noticed,
   * and asks for the new name that could not be asked for before (task identity.check).
   */
  async check(signal: AbortSignal): Promise<IdleReason | void> {
    const { cloud, dnsServices } = this.#options;
    if (!cloud.isSet) {
      // Without the service the two share nothing.
      this.#take(false);
      return "not_configured";
    }
    await this.#turns.take(async () => {
      if (await this.#note() === ONLY_NAME) await this.#renewName("box");
    });
    const { mode, state } = await dnsServices.state();
    const isNamed = mode === "box" && state === "ready";
    if (!isNamed && !await this.#isNoticed()) return "not_configured";
    const path = isNamed ? "/v1/names/own" : "/v1/instances/own";
    await cloud.call({ method: "GET", path, signal });
  }

  /** Whether a copy was noticed, by this process or an earlier one, and its end was not. */
  async #isNoticed(): Promise<boolean> {
    if (this.#hasCopies) return true;
    const { alerts } = this.#options;
    return (await alerts.page({ kind: "identity.copied", acknowledged: false }, 1)).length > 0;
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
      const note = await this.#note();
      if (note === ONLY_NAME) await this.#renewName("box");
      else if (note !== undefined) await this.#change("box");
    });
  }

  /** The content of the note; undefined = the identity does not change. */
  async #note(): Promise<string | undefined> {
    return await Deno.readTextFile(this.#options.notePath).catch((error) => {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    });
  }

  async #change(by: string): Promise<void> {
    const { cloud, renewMark, notePath, runtime } = this.#options;
    const callAsBefore = await cloud.renewKey().catch(async (error) => {
      // Nothing changed, such as on a full disk: the next start must not change it either.
      await removeFile(notePath).catch(() => {});
      throw error;
    });
    this.#take(false);
    await renewMark();
    const onFailure = ({ message }: Error) =>
      runtime.log("warn", `The new name of the box is asked for later: ${message}`);
    await writeWhole(notePath, new TextEncoder().encode(ONLY_NAME)).catch(onFailure);
    await this.#renewName(by).catch(onFailure);
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

  /**
   * Chooses a certificate for a new name; until it is obtained the one in use stays. The note stays
   * until the choice is stored: the name before is of the key before, and is never renewed again.
   */
  async #renewName(by: string): Promise<void> {
    const { dnsServices, notePath } = this.#options;
    if ((await dnsServices.state()).mode === "box") {
      await dnsServices.choose({ mode: "box", takesNewName: true }, by);
    }
    await removeFile(notePath);
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
    if (hasCopies) {
      this.#isAcknowledged = false;
      return;
    }
    if (before) runtime.log("info", "No other box uses the identity of this box any more");
    if (this.#isAcknowledged) return;
    this.#isAcknowledged = true;
    void alerts.acknowledge({ kind: "identity.copied" }, "").catch(() => {
      // The next response tries it again.
      this.#isAcknowledged = false;
    });
  }
}

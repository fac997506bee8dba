/**
 * The identity of the box at the online service: detects that another box uses it too, such as a
 * restored backup beside its original, and gives this box a new identity (docs/decisions/0145).
 */
import { createDeadline } from "../../../async/deadline.ts";
import { Mutex } from "../../../async/mutex.ts";
import type { CloudCall, CloudClient } from "../../../cloud/client.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import type { Alerts } from "../../../events/alerts.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import { removeFile, writeWhole } from "../../../system/atomic_file.ts";
import type { Runtime } from "../../../system/runtime.ts";
import type { EncryptedDns } from "../../network/dns_services/service.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** Dependencies of the service. */
export interface BoxIdentityOptions {
  readonly cloud: Pick<CloudClient, "call" | "isSet" | "onCopies" | "renewKey">;
  readonly dnsServices: Pick<EncryptedDns, "state" | "choose">;
  /** Changes the mark of new backups, so that neither box removes those of the other. */
  readonly renewMark: () => Promise<void>;
  /** A file that exists during a change, so that the next start completes an interrupted one. */
  readonly notePath: string;
  readonly raise: RaiseAlert;
  readonly alerts: Pick<Alerts, "acknowledge" | "page">;
  readonly runtime: Runtime;
}

/** Timeout of the last call with the old key, in milliseconds. */
const LEAVE_LIMIT = 5000;
/** The content of the note when only the new name is missing. */
const ONLY_NAME = "name";

/** The identity. Its state is only in memory, because the online service repeats it. */
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

  /** Whether another box uses the identity, by the last response of the online service. */
  get hasCopies(): boolean {
    return this.#hasCopies;
  }

  /**
   * Calls the online service, so that it detects copies, if the box has a name from it or a copy
   * was detected. Repeats a failed request for a new name (task identity.check).
   */
  async check(signal: AbortSignal): Promise<IdleReason | void> {
    const { cloud, dnsServices } = this.#options;
    if (!cloud.isSet) {
      // Without an online service, two boxes share nothing there.
      this.#take(false);
      return "not_configured";
    }
    await this.#turns.take(async () => {
      if (await this.#note() === ONLY_NAME) await this.#renewName("box");
    });
    const { mode, state } = await dnsServices.state();
    const isNamed = mode === "box" && state === "ready";
    if (!isNamed && !await this.#isCopyKnown()) return "not_configured";
    const path = isNamed ? "/v1/names/own" : "/v1/instances/own";
    await cloud.call({ method: "GET", path, signal });
  }

  /** Whether this process or an earlier one detected a copy that is not known to have ended. */
  async #isCopyKnown(): Promise<boolean> {
    if (this.#hasCopies) return true;
    const { alerts } = this.#options;
    return (await alerts.page({ kind: "identity.copied", acknowledged: false }, 1)).length > 0;
  }

  /**
   * Replaces the identity: the key, the name and the mark of backups. Rejects with a DomainError
   * when no other box uses it.
   */
  async renew(by: string): Promise<void> {
    await this.#turns.take(async () => {
      if (!this.#hasCopies) {
        throw new DomainError("conflict", sentence`No other box uses the identity of this box`);
      }
      await writeWhole(this.#options.notePath, new Uint8Array(0));
      await this.#change(by);
    });
  }

  /** Completes a change that a kill interrupted; the key may then be replaced a second time. */
  async begin(): Promise<void> {
    await this.#turns.take(async () => {
      const note = await this.#note();
      if (note === ONLY_NAME) await this.#renewName("box");
      else if (note !== undefined) await this.#change("box");
    });
  }

  /** The content of the note; undefined = no change is in progress. */
  async #note(): Promise<string | undefined> {
    return await Deno.readTextFile(this.#options.notePath).catch((error) => {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    });
  }

  async #change(by: string): Promise<void> {
    const { cloud, renewMark, notePath, runtime } = this.#options;
    const callAsBefore = await cloud.renewKey().catch(async (error) => {
      // The key could not be stored, as on a full disk; the next start must not go on with it.
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

  /**
   * Reports that this box no longer uses the old key. Without this call, the online service stops
   * reporting the copy to the other box a day later.
   */
  async #leave(callAsBefore: (call: CloudCall) => Promise<void>): Promise<void> {
    const { runtime } = this.#options;
    using late = createDeadline(runtime.after, LEAVE_LIMIT, "no answer in time");
    try {
      await callAsBefore({ method: "DELETE", path: "/v1/instances/own", signal: late.signal });
    } catch (error) {
      runtime.log("info", `The old identity was not left: ${(error as Error).message}`);
    }
  }

  /**
   * Requests a certificate with a new name; the current one stays in use until then. The note stays
   * until the choice is stored, because the old name belongs to the old key and cannot be renewed.
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
      // Not a warning: it would stay in the status after the other box is gone.
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
      // The next response tries again.
      this.#isAcknowledged = false;
    });
  }
}

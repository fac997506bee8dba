/**
 * Encrypted DNS: which certificate it has, where the certificate comes from, and which protocols
 * are on (A 2.7, 4.6, 7.9). The certificate in use is in the tls directory and needs no database. A
 * new one replaces it as a whole, and only once it is complete.
 */
import { maskText } from "../../../../policy/model/masked_address.ts";
import type { EncryptedDns as EncryptedSettings } from "../../../../policy/snapshot/settings.ts";
import type { InstalledCertificate, TlsDirectory } from "../../../certificate/tls_directory.ts";
import type { RaiseAlert } from "../../../events/alert_kinds.ts";
import type { EncryptedPem } from "../../../front/protocol.ts";
import { describeCertificate } from "../../../certificate/certificate_description.ts";
import { Mutex } from "../../../async/mutex.ts";
import { LazyValue } from "../../../async/lazy_value.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { StoredDatabase } from "../../../store/open.ts";
import {
  type CertificateChoice,
  checkChoice,
  type ChoosingOptions,
  type ImmediateCertificate,
  makeOwnCertificate,
} from "./certificate_choice.ts";
import { readCertificateStart } from "./certificate_start.ts";
import { dueWork, expiryNotice } from "./due_work.ts";
import { obtainForChoice } from "./obtain_for_choice.ts";
import { enableProtocols, OfferedProtocols, type ProtocolSettings } from "./protocols.ts";
import type { DnsProvider } from "../../../certificate/source.ts";
import { type CertificateState, certificateState } from "./state.ts";
import { RenewalTime } from "./renewal_time.ts";
import { keptChoice, NO_CHOICE, readChoice, type StoredChoice } from "./table.ts";
import type { IdleReason } from "../../../schema/tasks.ts";
import type { Runtime } from "../../../system/runtime.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

export type { CertificateChoice } from "./certificate_choice.ts";
export type { CertificateState } from "./state.ts";

/** The dependencies of the service. */
export interface EncryptedDnsOptions extends ChoosingOptions {
  readonly db: Pick<StoredDatabase, "all" | "run" | "whenReplaced">;
  readonly tls: TlsDirectory;
  readonly settings: ProtocolSettings;
  /** Called when the name or ports change, to publish the policy. */
  readonly changed: () => void | Promise<void>;
  readonly raise: RaiseAlert;
  readonly runtime: Runtime;
}

/**
 * The service of encrypted DNS. Methods that change something reject with DomainError or
 * DatabaseUnavailableError.
 */
export class EncryptedDns {
  readonly #options: EncryptedDnsOptions;
  readonly #loading: LazyValue;
  readonly #offered: OfferedProtocols;
  readonly #turns = new Mutex();
  readonly #wanted = new RenewalTime();
  readonly #listeners = new Set<() => void | Promise<void>>();
  #installed: InstalledCertificate | undefined;
  /** The same certificate for the front, whose names are checked for every request. */
  #current: EncryptedPem | undefined;
  #choice: StoredChoice = NO_CHOICE;
  #work: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;

  private constructor(options: EncryptedDnsOptions, installed: InstalledCertificate | undefined) {
    this.#options = options;
    this.#use(installed);
    this.#offered = new OfferedProtocols(
      options.settings,
      () => this.#installed?.name ?? "",
      options.changed,
    );
    this.#loading = new LazyValue(() => this.#turns.take(() => this.#load()));
    // A restore replaces the files too.
    options.db.whenReplaced(() => {
      void options.tls.open().then((found) => this.#use(found))
        .then(() => this.#loading.again()).catch(() => {});
    });
  }

  /**
   * Reads the installed certificate, and completes an interrupted change; the choice is read when
   * it is needed. Never rejects.
   */
  static async open(options: EncryptedDnsOptions): Promise<EncryptedDns> {
    return new EncryptedDns(options, await options.tls.open());
  }

  /** Returns the choice and the certificate in use. */
  async state(): Promise<CertificateState> {
    await this.#loading.ready();
    return this.#state();
  }

  /** The certificate in use with all its names; undefined = none. */
  current(): EncryptedPem | undefined {
    return this.#current;
  }

  /**
   * The constrained authority of a certificate that the box made, as PEM; undefined = the
   * certificate is of another kind.
   */
  authority(): string | undefined {
    return this.#installed?.authority || undefined;
  }

  /**
   * Returns what is advertised to clients: the name in use, and the port of each protocol, 0 = not
   * served.
   */
  encrypted(): EncryptedSettings {
    return this.#offered.now();
  }

  /**
   * From now on, advertises only what is open (`tls [::]:853`); resolves when clients can see it.
   */
  openedBy(listeners: () => readonly string[]): Promise<void> {
    return this.#offered.openedBy(listeners);
  }

  /** Updates what is advertised to clients when the open listeners have changed. */
  lookAtOpen(): Promise<void> {
    return this.#offered.look();
  }

  /** The DNS providers that mode domain supports. */
  providers(): readonly DnsProvider[] {
    return this.#options.providers;
  }

  /** Whether an online service assigns names (mode box). */
  hasCloud(): boolean {
    return this.#options.sources.box !== undefined;
  }

  /**
   * Adds a listener for changes of the certificate or protocols, which the change waits for.
   * Returns a function that removes it.
   */
  onChange(listener: () => void | Promise<void>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Applies protocols that the settings turned on or off: resolves when they are open and
   * advertised to clients.
   */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#listeners].map((listener) => listener()));
    await this.#offered.tell();
  }

  /**
   * Chooses the certificate. One made by the box is in use when this resolves; one from an
   * authority is obtained in the background.
   */
  async choose(
    choice: CertificateChoice,
    by: string,
  ): Promise<{ readonly state: CertificateState; readonly warnings: readonly string[] }> {
    await this.#loading.ready();
    const { chosen, made, warnings } = await checkChoice(choice, this.#choice, this.#options);
    const waits = chosen.mode !== "" && made === undefined && !this.#options.timeKnown();
    await this.#turns.take(async () => {
      this.#work?.abort.abort();
      const now = this.#options.runtime.now();
      const state = chosen.mode === "" ? "none" : "obtaining";
      // No two choices have the same time, even when the clock goes back.
      const chosenAt = now > this.#choice.chosenAt ? now : this.#choice.chosenAt + 1;
      const step = waits ? "clock" : "";
      await this.#keep({
        ...NO_CHOICE,
        ...chosen,
        chosenAt,
        chosenBy: by,
        state,
        tried: now,
        step,
      });
      if (made !== undefined) await this.#install(made).catch((error) => this.#notWritten(error));
      if (state === "none") await this.#remove();
      // Authorities are reached over TLS, whose certificates have dates too: while the time is
      // unknown, nothing is obtained.
      if (chosen.mode !== "" && made === undefined && !waits) this.#begin();
    });
    return { state: this.#state(), warnings };
  }

  /** Obtains a certificate again that could not be obtained, without waiting for the next attempt. */
  async retry(): Promise<CertificateState> {
    await this.#loading.ready();
    await this.#turns.take(async () => {
      const { mode, state } = this.#choice;
      if (this.#work !== undefined) return;
      if (state !== "failed" || (mode !== "box" && mode !== "domain")) {
        throw new DomainError(
          "conflict",
          sentence`The certificate did not fail, so there is nothing to repeat`,
        );
      }
      if (!this.#options.timeKnown()) {
        throw new DomainError(
          "conflict",
          sentence`The time of day is not known: set the clock first`,
        );
      }
      const tried = this.#options.runtime.now();
      await this.#keep({ ...this.#choice, state: "obtaining", step: "", error: "", tried });
      this.#begin();
    });
    return this.#state();
  }

  /**
   * Renews what is due, retries what failed, and notifies of certificates that expire soon (task
   * certificate).
   */
  async check(): Promise<IdleReason | void> {
    await this.#loading.ready();
    const { mode } = this.#choice;
    if (this.#work === undefined && this.#options.timeKnown()) {
      await this.#wanted.ask(this.#installed, this.#options.sources);
    }
    const due = this.#due();
    const isRunning = this.#work !== undefined;
    if (due === "remake") await this.#remake();
    await this.#turns.take(async () => {
      if (this.#due() === "obtain" && this.#work === undefined) this.#begin();
    });
    await this.#tellEnd();
    if (isRunning) return "running";
    if (due !== undefined) return;
    // An imported certificate is renewed by its owner.
    if (mode === "" || mode === "import") return "not_configured";
    return this.#options.timeKnown() ? "not_due" : "clock";
  }

  /** Resolves when no certificate is being obtained. */
  async idle(): Promise<void> {
    while (this.#work !== undefined) await this.#work.done;
  }

  /** Aborts the work in progress; the next start continues it. */
  async close(): Promise<void> {
    this.#work?.abort.abort();
    await this.idle();
    await this.#turns.idle();
  }

  #state(): CertificateState {
    return certificateState(this.#choice, this.#installed, this.#options.runtime.now());
  }

  /** Reads the choice, and reconciles it with the installed certificate. */
  async #load(): Promise<void> {
    const stored = await readChoice(this.#options.db);
    const { choice, removes } = readCertificateStart(stored, this.#installed);
    this.#choice = choice;
    if (stored !== undefined && removes) await this.#remove();
    if (choice !== (stored ?? NO_CHOICE)) await this.#keep(choice);
  }

  #use(installed: InstalledCertificate | undefined): void {
    this.#installed = installed;
    const { name = "", cert = "", key = "" } = installed ?? {};
    const names = [...new Set([name, ...describeCertificate(cert)?.names ?? []])];
    this.#current = installed === undefined ? undefined : { names, cert, key };
  }

  async #keep(choice: StoredChoice): Promise<void> {
    const { sql, args = [] } = keptChoice(choice);
    await this.#options.db.run(sql, args);
    this.#choice = choice;
  }

  /** Installs a certificate of the current choice, and starts to use it. */
  async #install(made: ImmediateCertificate, remadeAt = 0): Promise<void> {
    const isFirst = this.#installed === undefined;
    const installed = { ...made, chosen: this.#choice.chosenAt };
    await this.#options.tls.install(installed);
    this.#use(installed);
    this.#options.runtime.log("info", `Installed a certificate of encrypted DNS for ${made.name}`);
    try {
      const name = this.#choice.name || made.name;
      await this.#keep({
        ...this.#choice,
        name,
        state: "ready",
        step: "",
        error: "",
        tries: 0,
        notified: 0,
        remadeAt,
      });
      if (isFirst) {
        await enableProtocols(
          this.#options.settings,
          this.#choice.chosenBy,
          this.#options.runtime.now(),
        );
      }
    } finally {
      await this.settled();
    }
  }

  async #remove(): Promise<void> {
    await this.#options.tls.remove();
    const had = this.#installed !== undefined;
    this.#use(undefined);
    if (had) await this.settled();
  }

  async #notWritten(error: unknown): Promise<never> {
    const why = sentence`The certificate cannot be saved: ${textOf(error)}`;
    await this.#keep({ ...this.#choice, state: "failed", error: why });
    throw new DomainError("conflict", why);
  }

  #due(): ReturnType<typeof dueWork> {
    const { runtime, timeKnown } = this.#options;
    return dueWork(
      this.#choice,
      this.#installed,
      { now: runtime.now(), known: timeKnown() },
      this.#wanted.of(this.#installed),
    );
  }

  /**
   * Makes the certificate of mode self again automatically: Apple devices then need the profile
   * again.
   */
  #remake(): Promise<void> {
    return this.#turns.take(async () => {
      // A choice made meanwhile may need no work.
      if (this.#due() !== "remake") return;
      const { name, state } = this.#choice;
      const again = this.#installed !== undefined || state === "ready";
      try {
        await this.#install(
          await makeOwnCertificate(name, this.#options),
          again ? this.#options.runtime.now() : 0,
        );
        if (again) this.#options.raise({ kind: "certificate.remade", name });
      } catch (error) {
        await this.#failed(error);
        throw error;
      }
    });
  }

  /**
   * Starts to obtain the certificate in the background; queued, so that the next choice can abort
   * it.
   */
  #begin(): void {
    const abort = new AbortController();
    const { signal } = abort;
    const choice = this.#choice;
    const done = this.#obtain(choice, signal).catch((error) =>
      this.#tell("A certificate was not taken up", error)
    );
    const work = {
      abort,
      done: done.then(() => void (this.#work = this.#work === work ? undefined : this.#work)),
    };
    this.#work = work;
  }

  async #obtain(choice: StoredChoice, signal: AbortSignal): Promise<void> {
    const inTurn = (work: () => Promise<void>) =>
      this.#turns.take(() => signal.aborted ? Promise.resolve() : work());
    await inTurn(() =>
      this.#keep({
        ...this.#choice,
        state: "obtaining",
        step: "",
        error: "",
        tried: this.#options.runtime.now(),
      })
    );
    const tell = (step: string) =>
      void inTurn(() => this.#keep({ ...this.#choice, step })).catch((error) =>
        this.#tell("A step was not kept", error)
      );
    try {
      const made = await obtainForChoice(choice, { ...this.#options, tell, signal });
      await inTurn(() => this.#install(made));
    } catch (error) {
      await inTurn(() => this.#failed(error));
    }
  }

  async #failed(error: unknown): Promise<void> {
    const why = textOf(error);
    const tries = this.#choice.tries + 1;
    const { name } = this.#choice;
    this.#options.runtime.log(
      "warn",
      sentence`No certificate could be obtained for ${name || "encrypted DNS"}: ${why}`,
    );
    // A single failure may be temporary, so the alert is raised at the second one.
    if (tries === 2) this.#options.raise({ kind: "certificate.failed", name, detail: why });
    await this.#keep({ ...this.#choice, state: "failed", step: "", error: why, tries });
  }

  async #tellEnd(): Promise<void> {
    const { runtime, timeKnown, raise } = this.#options;
    const installed = this.#installed;
    if (installed === undefined || !timeKnown()) return;
    const days = expiryNotice(this.#choice, installed, runtime.now());
    if (days === undefined) return;
    if (days.threshold > 0) {
      raise({ kind: "certificate.ending", name: installed.name, detail: String(days.left) });
    }
    await this.#turns.take(() => this.#keep({ ...this.#choice, notified: days.threshold }));
  }

  #tell(what: string, error: unknown): void {
    this.#options.runtime.log("error", `${what}: ${textOf(error)}`);
  }
}

/**
 * Removes secrets: a server may repeat URLs with their secrets, and the text is stored and shown.
 */
function textOf(error: unknown): string {
  return maskText(error instanceof Error ? error.message : String(error));
}

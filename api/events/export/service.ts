/** Manages the export targets, to which alerts and the administration log are sent (A 6). */
import { DomainError } from "../../schema/errors.ts";
import type { Seal } from "../../system/seal.ts";
import { type Database, DatabaseUnavailableError } from "../../store/database.ts";
import type { RaiseAlert } from "../alert_kinds.ts";
import type { Alerts } from "../alerts.ts";
import type { AuditLog } from "../audit_log.ts";
import type { TargetConfig } from "./config.ts";
import { Delivery } from "./delivery.ts";
import { type ExportedEvent, type NameDirectory, testEvent } from "./event.ts";
import { type MailMessage, sendMail, sendMessage } from "./mail.ts";
import { DeliveryError, deliveryFault, type SendOptions } from "./send_options.ts";
import { sendSyslog } from "./syslog.ts";
import { type ExportRow, ExportTable } from "./table.ts";
import { sendWebhook } from "./webhook.ts";
import type { Runtime } from "../../system/runtime.ts";
import { type Sentence, sentence } from "../../../policy/model/sentence.ts";

/** A target with its state, without its secret. */
export interface ExportState extends Omit<ExportRow, "secret" | "alertCursor" | "auditCursor"> {
  readonly secretSet: boolean;
  /** Pending events. */
  readonly waiting: number;
}

/** The settings of a target. */
export interface ExportChoice {
  readonly name: string;
  readonly enabled: boolean;
  readonly config: TargetConfig;
  /** Kinds of alerts that are sent; undefined = all. */
  readonly kinds: readonly string[] | undefined;
  readonly audit: boolean;
  /** Undefined = unchanged, "" = none. */
  readonly secret: string | undefined;
}

/** The result of a test: each successful step, and the error if any. */
export interface TestOutcome {
  readonly ok: boolean;
  readonly steps: readonly Sentence[];
  /** "" = success. */
  readonly error: Sentence | "";
  /** Duration in milliseconds. */
  readonly duration: number;
}

/** Dependencies of the export. */
export interface ExportsOptions {
  readonly db: Database;
  readonly alerts: Pick<Alerts, "since" | "follow">;
  readonly audit: Pick<AuditLog, "since" | "follow">;
  readonly seal: Pick<Seal, "seal" | "open">;
  readonly lookup: SendOptions["lookup"];
  /** The names of devices and people. */
  readonly called: NameDirectory;
  /** Name of the box and its version. */
  readonly source: () => SendOptions["source"];
  readonly runtime: Runtime;
  readonly raise: RaiseAlert;
}

/**
 * Maximum number of targets, timeout of one sending, and pause before a failed start is retried, in
 * milliseconds.
 */
const MOST_TARGETS = 20;
const DEADLINE = 30_000;
const RETRY_START = 30_000;

/**
 * The targets. Methods reject with DomainError for invalid input, and with DatabaseUnavailableError
 * without the database.
 */
export class Exports {
  readonly #options: ExportsOptions;
  readonly #table: ExportTable;
  readonly #deliveries = new Map<number, Delivery>();
  readonly #closing = new AbortController();
  readonly #ends: (() => void)[] = [];

  constructor(options: ExportsOptions) {
    this.#options = options;
    this.#table = new ExportTable(options.db);
  }

  /** Begins to send pending and new events. */
  async start(): Promise<void> {
    const wake = () => this.#deliveries.forEach((delivery) => delivery.wake());
    this.#ends.push(this.#options.alerts.follow(wake), this.#options.audit.follow(wake));
    await this.#begin();
  }

  /** All targets with their state. */
  async list(): Promise<ExportState[]> {
    return await Promise.all((await this.#table.all()).map((row) => this.#stateOf(row)));
  }

  /** A target by its id. DomainError: not_found. */
  async get(id: number): Promise<ExportState> {
    return await this.#stateOf(await this.#row(id));
  }

  /** Adds a target; it receives events from now on. */
  async add(choice: ExportChoice): Promise<ExportState> {
    const rows = await this.#table.all();
    if (rows.length >= MOST_TARGETS) {
      throw new DomainError(
        "conflict",
        sentence`There can be ${MOST_TARGETS} targets; remove one first`,
      );
    }
    refuseSameName(choice.name, rows);
    const id = await this.#table.add(choice);
    await this.#keepSecret(id, choice.secret);
    this.#deliver(id);
    return await this.get(id);
  }

  /**
   * Changes a target. If it is turned on, or newly receives the administration log, only new events
   * are sent.
   */
  async change(id: number, choice: ExportChoice): Promise<ExportState> {
    const before = await this.#row(id);
    refuseSameName(choice.name, (await this.#table.all()).filter((row) => row.id !== id));
    const { name, enabled, config, kinds, audit } = choice;
    const moved = destinationOf(config) !== destinationOf(before.config);
    // A secret belongs to one destination: changing that requires the secret again.
    if (moved && choice.secret === undefined && before.secret !== "") {
      throw new DomainError(
        "conflict",
        sentence`The address of the target has changed; enter its secret again, or leave it empty`,
      );
    }
    const begins = enabled && !before.enabled;
    await this.#table.beginNow(id, { alerts: begins, audit: begins || (audit && !before.audit) });
    await this.#table.update(id, { name, enabled, config, kinds, audit });
    await this.#keepSecret(id, choice.secret);
    this.#deliver(id).now();
    return await this.get(id);
  }

  /** Removes a target with its secret and its pending events. */
  async remove(id: number): Promise<ExportState> {
    const state = await this.get(id);
    await this.#deliveries.get(id)?.close();
    this.#deliveries.delete(id);
    await this.#table.remove(id);
    return state;
  }

  /** Sends what waits for a target now, despite earlier failures, and returns its state then. */
  async retry(id: number): Promise<ExportState> {
    const { enabled } = await this.#row(id);
    if (!enabled) {
      throw new DomainError("conflict", sentence`The target is turned off; turn it on first`);
    }
    await this.#deliver(id).retry();
    return await this.get(id);
  }

  /** Sends a test to a target, also a disabled one, and reports each step. */
  async test(id: number): Promise<TestOutcome> {
    const row = await this.#row(id);
    const { runtime } = this.#options;
    const began = runtime.now();
    const steps: Sentence[] = [];
    let error: Sentence | "" = "";
    try {
      await this.#send(row, [testEvent(began, row.name)], (step) => void steps.push(step));
    } catch (failure) {
      error = deliveryFault(failure);
    }
    return { ok: error === "", steps, error, duration: Math.max(0, runtime.now() - began) };
  }

  /**
   * Mails a notice to the address of a person, through the server of the first target that is a
   * mailbox and on. Resolves with false, without a mail, if there is no such target, or if a target
   * has the same address. Rejects with the reason if the server refuses the mail.
   */
  async sendNotice(to: string, message: Omit<MailMessage, "to">): Promise<boolean> {
    const mailboxes = (await this.#table.all()).flatMap((row) =>
      row.config.kind === "mail" ? [{ row, config: row.config }] : []
    );
    const key = to.toLowerCase();
    if (mailboxes.some(({ config }) => config.to.some((one) => one.toLowerCase() === key))) {
      return false;
    }
    const through = mailboxes.find(({ row }) => row.enabled);
    if (through === undefined) return false;
    const { row, config } = through;
    await this.#within(
      () => {},
      (sending) => sendMessage(config, this.#secretOf(row), { ...message, to: [to] }, sending),
    );
    return true;
  }

  /** Stops; pending events remain in the database. */
  async close(): Promise<void> {
    this.#ends.splice(0).forEach((end) => end());
    this.#closing.abort(new DeliveryError(sentence`The box is stopping`));
    await Promise.all([...this.#deliveries.values()].map((delivery) => delivery.close()));
  }

  async #begin(): Promise<void> {
    try {
      for (const { id } of await this.#table.all()) this.#deliver(id).wake();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      this.#ends.push(this.#options.runtime.after(RETRY_START, () => void this.#begin()));
    }
  }

  #deliver(id: number): Delivery {
    let delivery = this.#deliveries.get(id);
    if (delivery === undefined) {
      const send = (row: ExportRow, events: readonly ExportedEvent[]) =>
        this.#send(row, events, () => {});
      delivery = new Delivery(id, { ...this.#options, table: this.#table, send });
      this.#deliveries.set(id, delivery);
    }
    return delivery;
  }

  async #send(
    row: ExportRow,
    events: readonly ExportedEvent[],
    step: SendOptions["step"],
  ): Promise<void> {
    const { config } = row;
    await this.#within(step, async (sending) => {
      const secret = this.#secretOf(row);
      if (config.kind === "syslog") await sendSyslog(config, events, sending);
      else if (config.kind === "mail") await sendMail(config, secret, events, sending);
      else for (const event of events) await sendWebhook(config, secret, event, sending);
    });
  }

  /** Runs a sending, which ends with the export or after the deadline. */
  async #within(
    step: SendOptions["step"],
    send: (sending: SendOptions) => Promise<void>,
  ): Promise<void> {
    const { lookup, runtime } = this.#options;
    const late = new AbortController();
    const calledOff = runtime.after(
      DEADLINE,
      () => late.abort(new DeliveryError(sentence`It took longer than ${DEADLINE / 1000} seconds`)),
    );
    const signal = AbortSignal.any([late.signal, this.#closing.signal]);
    const sending: SendOptions = { lookup, runtime, source: this.#options.source(), signal, step };
    try {
      await send(sending);
    } finally {
      calledOff();
    }
  }

  async #keepSecret(id: number, secret: string | undefined): Promise<void> {
    if (secret === undefined) return;
    const bytes = new TextEncoder().encode(secret);
    await this.#table.update(id, {
      secret: secret === "" ? "" : this.#options.seal.seal(bytes, fieldOf(id)),
    });
  }

  #secretOf({ id, secret }: ExportRow): string {
    return secret === ""
      ? ""
      : new TextDecoder().decode(this.#options.seal.open(secret, fieldOf(id)));
  }

  async #row(id: number): Promise<ExportRow> {
    const row = await this.#table.get(id);
    if (row === undefined) {
      throw new DomainError("not_found", sentence`There is no target with the number: ${id}`);
    }
    return row;
  }

  async #stateOf(row: ExportRow): Promise<ExportState> {
    const { alerts, entries } = row.enabled
      ? await this.#table.waiting(row)
      : { alerts: 0, entries: 0 };
    const { secret, alertCursor: _alerts, auditCursor: _audit, ...shown } = row;
    return { ...shown, secretSet: secret !== "", waiting: alerts + entries };
  }
}

function fieldOf(id: number): { table: string; row: number; field: string } {
  return { table: "exports", row: id, field: "secret" };
}

function destinationOf(config: TargetConfig): string {
  return config.kind === "webhook"
    ? new URL(config.url).origin
    : `${config.kind} ${config.host} ${config.port}`;
}

function refuseSameName(name: string, rows: readonly ExportRow[]): void {
  if (!rows.some((row) => row.name.toLowerCase() === name.toLowerCase())) return;
  throw new DomainError(
    "conflict",
    sentence`There is already a target called ${name}; choose another name`,
  );
}

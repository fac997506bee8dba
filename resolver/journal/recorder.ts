/**
 * Records answered queries: fills the one observation of the thread and passes it to the journal.
 */
import type { AnswerMetadata, QueryContext } from "../query_context.ts";
import type { Clock } from "../clock.ts";
import type { JournalWriter } from "./journal.ts";
import { emptyObservation } from "./observation.ts";
import { reasonNumber, statusNumber, transportNumber } from "./journal_layout.ts";
import type { QuerySource, Reply } from "../listeners/reply.ts";
import type { QueryTransport } from "../protocol.ts";

const TRANSPORT_NUMBERS: Readonly<Record<QueryTransport, number>> = {
  udp: transportNumber("udp"),
  tcp: transportNumber("tcp"),
  tls: transportNumber("tls"),
  https: transportNumber("https"),
  quic: transportNumber("quic"),
  relay: transportNumber("relay"),
  ask: transportNumber("ask"),
};
const CACHED = statusNumber("cached");
const ANSWERED = statusNumber("answered");
/**
 * Duration in microseconds of an answer from the response cache, which is too short for the clock
 * to measure.
 */
const MEMO_DURATION = 1;

/** The journal functions that the recorder uses. */
export type JournalSink = Pick<JournalWriter, "record" | "admitsRow">;

/** Writes observations. */
export class Recorder {
  readonly #journal: JournalSink;
  readonly #clock: Clock;
  readonly #fields = emptyObservation();
  readonly #now: () => number;

  /**
   * `now` is a precise monotonic clock in milliseconds. It is read only for queries that get a row.
   */
  constructor(
    journal: JournalSink,
    clock: Clock,
    now: () => number,
  ) {
    this.#journal = journal;
    this.#clock = clock;
    this.#now = now;
  }

  /** Records an answer from the response cache. The query starts at `bytes[start]`. */
  recordCached(
    facts: AnswerMetadata,
    bytes: Uint8Array,
    start: number,
    source: QuerySource,
    reply: Reply,
    at: number,
    length: number,
  ): void {
    const fields = this.#fields;
    let end = start + 12;
    while (bytes[end] !== 0) end += bytes[end] + 1;
    fields.name = bytes;
    fields.nameStart = start + 12;
    fields.nameLength = end + 1 - start - 12;
    fields.type = bytes[end + 1] << 8 | bytes[end + 2];
    fields.address = source.bytes;
    fields.addressStart = source.at;
    fields.addressLength = source.length;
    fields.duration = MEMO_DURATION;
    const status = statusNumber(facts.status);
    // The first answer came from an upstream; its repetition comes from the cache.
    this.#write(
      facts,
      status === ANSWERED ? CACHED : status,
      reply,
      at,
      length,
      this.#journal.admitsRow(this.#clock.unix),
    );
  }

  /** Records a finished query; `length` 0 = no response was sent. */
  recordAnswered(context: QueryContext, facts: AnswerMetadata, at: number, length: number): void {
    const fields = this.#fields;
    const { query, client } = context;
    fields.name = query.name;
    fields.nameStart = 0;
    fields.nameLength = query.nameLength;
    fields.type = query.type;
    fields.address = client.address;
    fields.addressStart = 0;
    fields.addressLength = client.address.length;
    const takesRow = this.#journal.admitsRow(this.#clock.unix);
    fields.duration = takesRow
      ? Math.max(0, Math.round((this.#now() - context.received) * 1000))
      : 0;
    this.#write(facts, statusNumber(facts.status), context.reply, at, length, takesRow);
  }

  #write(
    facts: AnswerMetadata,
    status: number,
    reply: Reply,
    at: number,
    length: number,
    row: boolean,
  ): void {
    const fields = this.#fields;
    fields.status = status;
    fields.reason = reasonNumber(facts.reason);
    fields.origin = facts.origin;
    fields.spyware = facts.spyware;
    fields.match = facts.match;
    fields.list = facts.list;
    fields.upstream = status === CACHED ? "" : facts.upstream;
    fields.transport = TRANSPORT_NUMBERS[reply.transport];
    fields.time = this.#clock.unix;
    fields.response = reply.buffer;
    fields.responseStart = at;
    fields.size = length;
    fields.rcode = facts.extendedRcode || (length === 0 ? 0 : reply.buffer[at + 3] & 15);
    this.#journal.record(fields, row);
  }
}

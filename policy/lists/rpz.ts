/**
 * Response policy zones (rule-syntax E9, draft-vixie-dnsop-dns-rpz): a zone file whose records are
 * rules.
 */
import { addressToText, parsePrefix } from "../model/address.ts";
import type { LocalRecord, Rewrite } from "../model/decision.ts";
import { nameFromText } from "../model/name.ts";
import type { Coverage, RuleEffect, RuleSink, Trigger } from "../model/rule.ts";
import { asciiName } from "./host_name.ts";
import { emitName, findNameFault, type LineOutcome } from "./line_outcome.ts";
import { nameFields, rdataFromFields } from "./rdata.ts";
import { TYPE } from "./record_types.ts";
import { isWidePrefix } from "./wide_rules.ts";
import { toAbsoluteName, ZoneFileParser, type ZoneRecord } from "./zone_text.ts";

/**
 * Maximum number of buffered records of one owner; further ones are passed on as a separate rule.
 */
const MAX_HELD = 256;
/** Maximum number of records before the SOA record. They are buffered until it defines the apex. */
const MAX_EARLY = 1000;
/** Names already reported as parents, cached to avoid most duplicates. */
const MAX_PARENTS = 4096;

/** Receives the outcome of a line. */
export type LineReporter = (outcome: LineOutcome, line: number, text: string) => void;

type RpzTrigger =
  | Trigger
  | "apex-record"
  | "unsupported-trigger"
  | "out-of-zone"
  | "too-wide"
  | "bad-record";

/** A record read before the apex is known. */
interface EarlyRecord {
  readonly record: ZoneRecord;
  readonly text: string;
  readonly line: number;
}

/**
 * Parses a zone line by line. An entry over several lines counts at its first line, the others as
 * empty. The apex is the owner of the SOA record, regardless of $ORIGIN. A zone without one begins
 * at its first $ORIGIN, or at the root. A CNAME to `*.garden.` is a rewrite whose name starts with
 * the label `*`, a placeholder for the queried name.
 */
export class RpzReader {
  readonly #sink: RuleSink;
  readonly #tell: LineReporter;
  readonly #zone = new ZoneFileParser();
  /** Undefined until the SOA record is read or the buffer is full. */
  #apex: string | undefined;
  #firstOrigin: string | undefined;
  #early: EarlyRecord[] = [];
  readonly #parents = new Set<string>();
  /** The first line of the current entry. */
  #line = 0;
  #opened: { line: number; text: string } | undefined;
  /** Local data of one owner, passed on when the next owner begins. */
  #held:
    | { owner: string; line: number; trigger: Trigger; text: string; records: LocalRecord[] }
    | undefined;

  /** Parses a zone into the sink; `tell` is called once for every line. */
  constructor(sink: RuleSink, tell: LineReporter) {
    this.#sink = sink;
    this.#tell = tell;
  }

  /** Parses a line with its leading blanks, without its line end. */
  take(text: string, line: number): void {
    const parsed = this.#zone.take(text);
    if (parsed === "open") {
      if (this.#opened === undefined) this.#opened = { line, text };
      else this.#tell("empty", line, text);
      return;
    }
    const first = this.#opened ?? { line, text };
    if (this.#opened !== undefined) this.#tell("empty", line, text);
    this.#opened = undefined;
    this.#sink.line = this.#line = first.line;
    if (parsed === "header") this.#firstOrigin ??= this.#zone.givenOrigin;
    if (typeof parsed === "string") return this.#tell(parsed, first.line, first.text);
    this.#take({ record: parsed, text: first.text, line: first.line });
  }

  /** Ends the zone. */
  end(): void {
    if (this.#opened !== undefined) this.#tell("bad-record", this.#opened.line, this.#opened.text);
    this.#opened = undefined;
    this.#begin(this.#firstOrigin ?? ".");
    this.#flush();
  }

  #take(entry: EarlyRecord): void {
    const { record } = entry;
    if (this.#apex === undefined && record.type === TYPE.SOA) {
      this.#zone.nameZone(record.owner);
      this.#begin(record.owner);
    }
    if (this.#apex !== undefined) return this.#judge(entry);

    this.#early.push(entry);
    if (this.#early.length >= MAX_EARLY) this.#begin(this.#firstOrigin ?? ".");
  }

  /** Sets the apex and processes the buffered records. Further calls have no effect. */
  #begin(apex: string): void {
    if (this.#apex !== undefined) return;
    this.#apex = apex;

    const early = this.#early;
    this.#early = [];
    for (const entry of early) this.#judge(entry);
  }

  #judge({ record, text, line }: EarlyRecord): void {
    this.#sink.line = this.#line = line;
    const outcome = this.#record(record, text);
    this.#tell(outcome, line, text);
  }

  #record(record: ZoneRecord, text: string): LineOutcome {
    if (record.type === TYPE.SOA) return this.#soa(record.owner);
    const trigger = this.#trigger(record.owner);
    if (typeof trigger === "string") return trigger;
    if (record.type === TYPE.RRSIG || record.type === TYPE.NSEC) return "apex-record";
    const outcome = record.type === TYPE.CNAME
      ? this.#cname(record, trigger, text)
      : this.#localData(record, trigger, text);
    if (outcome === "used" && trigger.on === "name") this.#addParents(trigger.name);
    return outcome;
  }

  /**
   * A transfer ends with the SOA record that it began with. Any other one belongs to another zone.
   */
  #soa(owner: string): LineOutcome {
    if (owner === this.#apex) return "apex-record";
    return this.#isWithin(owner) ? "bad-record" : "out-of-zone";
  }

  #isWithin(owner: string): boolean {
    return this.#apex === "." || owner === this.#apex || owner.endsWith(`.${this.#apex}`);
  }

  #trigger(owner: string): RpzTrigger {
    const apex = this.#apex ?? ".";
    if (owner === apex) return "apex-record";
    if (!this.#isWithin(owner)) return "out-of-zone";
    return triggerOf(owner.slice(0, apex === "." ? -1 : -apex.length - 1));
  }

  /** Parents of zone names exist too, and end the wildcards above them (RFC 4592, 2.2.2, 3.3.1). */
  #addParents(name: string): void {
    if (this.#sink.parent === undefined) return;
    for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
      const parent = name.slice(dot + 1);
      // Above a name of one label there is only the wildcard for all names, which zones may not
      // contain here.
      if (!parent.includes(".") || this.#parents.has(parent)) return;
      if (this.#parents.size >= MAX_PARENTS) this.#parents.clear();
      this.#parents.add(parent);
      this.#sink.parent(parent);
    }
  }

  #cname(record: ZoneRecord, trigger: Trigger, text: string): LineOutcome {
    if (record.fields.length !== 1) return "bad-record";
    const target = toAbsoluteName(record.fields[0], record.origin);
    const effect = effectOf(target, trigger);
    if (effect === undefined) return "bad-record";
    if (effect.do !== "allow" && isWide(trigger)) return "too-wide";
    if (trigger.on === "name" && effect.do === "allow" && effect.tcpOnly === undefined) {
      return emitName(
        { name: trigger.name, covers: trigger.covers, allow: true, important: false },
        this.#sink,
      );
    }
    const unwanted = trigger.on === "name" && effect.do !== "allow"
      ? findNameFault(trigger.name)
      : undefined;
    if (unwanted !== undefined) return unwanted;
    this.#sink.rule({ trigger, effect, important: false, text: text.trim() });
    return "used";
  }

  #localData(record: ZoneRecord, trigger: Trigger, text: string): LineOutcome {
    const fields = [...record.fields];
    for (const place of nameFields(record.type)) {
      if (fields[place] !== undefined) fields[place] = toAbsoluteName(fields[place], record.origin);
    }
    const rdata = rdataFromFields(record.type, fields);
    if (rdata === undefined) return "bad-record";
    if (isWide(trigger)) return "too-wide";
    const unwanted = trigger.on === "name" ? findNameFault(trigger.name) : undefined;
    if (unwanted !== undefined) return unwanted;
    if (this.#held?.owner !== record.owner || this.#held.records.length >= MAX_HELD) {
      this.#flush();
      this.#held = {
        owner: record.owner,
        line: this.#line,
        trigger,
        text: text.trim(),
        records: [],
      };
    }
    this.#held.records.push({ type: record.type, rdata, ttl: record.ttl });
    return "used";
  }

  #flush(): void {
    if (this.#held === undefined) return;
    const { line, trigger, text, records } = this.#held;
    this.#held = undefined;
    this.#sink.line = line;
    this.#sink.rule({
      trigger,
      effect: { do: "rewrite", to: { rcode: 0, records } },
      important: false,
      text,
    });
  }
}

/** The trigger of an owner relative to the apex. */
function triggerOf(owner: string): RpzTrigger {
  const special = /^(.*)\.rpz-(ip|client-ip|nsdname|nsip)$/.exec(owner);
  if (special !== null) {
    if (special[2] === "nsdname" || special[2] === "nsip") return "unsupported-trigger";
    const prefix = rpzPrefix(special[1]);
    return prefix === undefined
      ? "bad-record"
      : { on: special[2] === "ip" ? "answer" : "client", prefix };
  }
  if (owner === "*") return "too-wide";
  const covers: Coverage = owner.startsWith("*.") ? "below" : "exact";
  const name = asciiName(covers === "below" ? owner.slice(2) : owner);
  return name === undefined ? "bad-record" : { on: "name", name, covers };
}

/** Whether a trigger covers networks of many owners. */
function isWide(trigger: Trigger): boolean {
  if (trigger.on !== "answer" && trigger.on !== "client") return false;
  const { address, length } = parsePrefix(trigger.prefix)!;
  return isWidePrefix(address.length === 4 ? 4 : 16, length);
}

/** The effect of a CNAME with this absolute target; undefined if the target is not a valid name. */
function effectOf(target: string, trigger: Trigger): RuleEffect | undefined {
  if (target === ".") return { do: "block", answer: "nxdomain" };
  if (target === "*.") return { do: "block", answer: "nodata" };
  if (target === "rpz-passthru.") return { do: "allow" };
  if (target === "rpz-tcp-only.") return { do: "allow", tcpOnly: true };
  if (target === "rpz-drop.") return { do: "block", answer: "drop" };
  // The old form of passthru: a CNAME to itself.
  if (
    trigger.on === "name" && target === `${trigger.covers === "below" ? "*." : ""}${trigger.name}.`
  ) {
    return { do: "allow" };
  }
  const cname = nameFromText(target);
  const to: Rewrite | undefined = cname && { rcode: 0, cname, records: [] };
  return to && { do: "rewrite", to };
}

/**
 * `24.0.2.0.192` is 192.0.2.0/24, `48.zz.aa.db8.2001` is 2001:db8:aa::/48; undefined when it is
 * neither.
 */
export function rpzPrefix(labels: string): string | undefined {
  const [length, ...reversed] = labels.split(".");
  const parts = reversed.reverse();
  const zeros = parts.indexOf("zz");
  const joined = parts.length === 4 && zeros < 0 ? parts.join(".") : joinWords(parts, zeros);
  const prefix = joined === undefined ? undefined : parsePrefix(`${joined}/${length}`);
  return prefix && `${addressToText(prefix.address)}/${prefix.length}`;
}

function joinWords(parts: readonly string[], zeros: number): string | undefined {
  if (zeros !== parts.lastIndexOf("zz")) return undefined;
  if (zeros < 0) return parts.join(":");
  return `${parts.slice(0, zeros).join(":")}::${parts.slice(zeros + 1).join(":")}`;
}

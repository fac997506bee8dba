/** Response policy zones (rule-syntax E9, draft-vixie-dnsop-dns-rpz): a zone file whose records are rules. */
import { addressToText, parsePrefix } from "../model/address.ts";
import type { LocalRecord, Rewrite } from "../model/decision.ts";
import { nameFromText } from "../model/name.ts";
import type { Covers, Effect, RuleSink, Trigger } from "../model/rule.ts";
import { asciiName, type Outcome, takeName, unwantedName } from "./outcome.ts";
import { nameFields, rdataFromFields } from "./rdata.ts";
import { TYPE } from "./record_types.ts";
import { absolute, type ZoneRecord, ZoneText } from "./zone_text.ts";

/** Records of one owner beyond this are told as a rule of their own. */
const MAX_HELD = 256;

/** Receives what became of a line. */
export type TellLine = (outcome: Outcome, line: number, text: string) => void;

type RpzTrigger = Trigger | "apex-record" | "unsupported-trigger" | "bad-record";

/**
 * Reads a zone line by line. An entry over several lines counts at its first line, the others as empty.
 * A CNAME to `*.garden.` is a rewrite whose name starts with the label `*`,
 * which stands for the asked name.
 */
export class RpzReader {
  readonly #sink: RuleSink;
  readonly #tell: TellLine;
  readonly #zone = new ZoneText();
  #apex: string | undefined;
  /** The line that the entry being read began on. */
  #line = 0;
  #opened: { line: number; text: string } | undefined;
  /** Local data of one owner, told when the next owner comes. */
  #held:
    | { owner: string; line: number; trigger: Trigger; text: string; records: LocalRecord[] }
    | undefined;

  /** Reads a zone into the sink; `tell` hears of every line once. */
  constructor(sink: RuleSink, tell: TellLine) {
    this.#sink = sink;
    this.#tell = tell;
  }

  /** Takes a line with its leading blanks, without its line end. */
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
    if (parsed === "header") {
      this.#apex ??= this.#zone.origin === "." ? undefined : this.#zone.origin;
    }
    this.#tell(
      typeof parsed === "string" ? parsed : this.#record(parsed, first.text),
      first.line,
      first.text,
    );
  }

  /** Says that the zone is complete. */
  end(): void {
    if (this.#opened !== undefined) this.#tell("bad-record", this.#opened.line, this.#opened.text);
    this.#opened = undefined;
    this.#flush();
  }

  #record(record: ZoneRecord, text: string): Outcome {
    if (record.type === TYPE.SOA) {
      this.#apex ??= record.owner;
      return "apex-record";
    }
    const trigger = this.#trigger(record.owner);
    if (typeof trigger === "string") return trigger;
    if (record.type === TYPE.RRSIG || record.type === TYPE.NSEC) return "apex-record";
    if (record.type === TYPE.CNAME) return this.#cname(record, trigger, text);
    return this.#localData(record, trigger, text);
  }

  #trigger(owner: string): RpzTrigger {
    const apex = this.#apex ?? ".";
    if (owner === apex) return "apex-record";
    if (apex !== "." && !owner.endsWith("." + apex)) return "bad-record";
    return triggerOf(owner.slice(0, apex === "." ? -1 : -apex.length - 1));
  }

  #cname(record: ZoneRecord, trigger: Trigger, text: string): Outcome {
    if (record.fields.length !== 1) return "bad-record";
    const target = absolute(record.fields[0], record.origin);
    const effect = effectOf(target, trigger);
    if (effect === undefined) return "bad-record";
    if (trigger.on === "name" && effect.do === "allow" && effect.tcpOnly === undefined) {
      return takeName(
        { name: trigger.name, covers: trigger.covers, allow: true, important: false },
        this.#sink,
      );
    }
    const unwanted = trigger.on === "name" && effect.do !== "allow"
      ? unwantedName(trigger.name)
      : undefined;
    if (unwanted !== undefined) return unwanted;
    this.#sink.rule({ trigger, effect, important: false, text: text.trim() });
    return "used";
  }

  #localData(record: ZoneRecord, trigger: Trigger, text: string): Outcome {
    const fields = [...record.fields];
    for (const place of nameFields(record.type)) {
      if (fields[place] !== undefined) fields[place] = absolute(fields[place], record.origin);
    }
    const rdata = rdataFromFields(record.type, fields);
    if (rdata === undefined) return "bad-record";
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

/** What an owner relative to the apex is triggered by. */
function triggerOf(owner: string): RpzTrigger {
  const special = /^(.*)\.rpz-(ip|client-ip|nsdname|nsip)$/.exec(owner);
  if (special !== null) {
    if (special[2] === "nsdname" || special[2] === "nsip") return "unsupported-trigger";
    const prefix = rpzPrefix(special[1]);
    return prefix === undefined
      ? "bad-record"
      : { on: special[2] === "ip" ? "answer" : "client", prefix };
  }
  const covers: Covers = owner.startsWith("*.") ? "below" : "exact";
  const name = asciiName(covers === "below" ? owner.slice(2) : owner);
  return name === undefined ? "bad-record" : { on: "name", name, covers };
}

/** What a CNAME says, by its absolute target; undefined when it is no name. */
function effectOf(target: string, trigger: Trigger): Effect | undefined {
  if (target === ".") return { do: "block", answer: "nxdomain" };
  if (target === "*.") return { do: "block", answer: "nodata" };
  if (target === "rpz-passthru.") return { do: "allow" };
  if (target === "rpz-tcp-only.") return { do: "allow", tcpOnly: true };
  if (target === "rpz-drop.") return { do: "block", answer: "drop" };
  // The old way to let through: a CNAME to itself.
  if (
    trigger.on === "name" && target === `${trigger.covers === "below" ? "*." : ""}${trigger.name}.`
  ) {
    return { do: "allow" };
  }
  const cname = nameFromText(target);
  const to: Rewrite | undefined = cname && { rcode: 0, cname, records: [] };
  return to && { do: "rewrite", to };
}

/** `24.0.2.0.192` is 192.0.2.0/24, `48.zz.aa.db8.2001` is 2001:db8:aa::/48; undefined when it is neither. */
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

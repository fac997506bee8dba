/**
 * Evaluates a question with the real engine: rules compiled in memory, one decision before
 * resolving and one after.
 */
import { decideAfter, decideBefore } from "../../policy/decide/decide.ts";
import { typeFromText } from "../../policy/lists/record_types.ts";
import { parseAddress } from "../../policy/model/address.ts";
import type { AnswerContent, Verdict } from "../../policy/model/decision.ts";
import { nameFromText, nameToText } from "../../policy/model/name.ts";
import { compileInMemory } from "../../policy/snapshot/in_memory.ts";
import type { PeerList } from "./case_file.ts";

/** The question and its client. */
export interface PeerQuestion {
  readonly name: string;
  readonly type: string;
  /** Address of the client; 192.0.2.250 by default. */
  readonly client?: string;
  /** Name of the device. */
  readonly device?: string;
  readonly tags?: readonly string[];
  /** What upstreams answer: names of CNAME targets in order, and addresses. */
  readonly answer?: readonly string[];
}

const RCODES = ["NOERROR", "FORMERR", "SERVFAIL", "NXDOMAIN", "NOTIMP", "REFUSED"];
const TYPE_NAMES = [
  "A",
  "AAAA",
  "CNAME",
  "MX",
  "PTR",
  "TXT",
  "SRV",
  "HTTPS",
  "SVCB",
  "HINFO",
  "TLSA",
];

/** `block [answer]`, `allow`, `none`, or `rewrite` with a code, a name or records (`TYPE:hex`). */
export function evaluate(lists: readonly PeerList[], question: PeerQuestion): string {
  const tags = [...question.tags ?? []];
  const texts = lists.map(({ rules, format, kind }) => ({ text: rules, format, kind }));
  const snapshot = compileInMemory(texts, {}, {
    classes: [{ version: 1, lists: new Uint8Array(lists.length).fill(1), tags }],
  });
  const client = {
    policy: snapshot.classes[0],
    address: parseAddress(question.client ?? "192.0.2.250")!,
    place: "home",
    ...(question.device !== undefined && { name: question.device }),
  } as const;
  const asked = {
    name: nameFromText(question.name)!,
    type: typeFromText(question.type)!,
    class: 1,
  };
  const before = decideBefore(asked, client, snapshot, 0).verdict;
  if (before.do !== "resolve" || question.answer === undefined) return wording(before);
  const after = decideAfter(asked, client, contentOf(question.answer), snapshot, 0).verdict;
  return wording(after.do === "resolve" && after.match?.tcpOnly !== true ? before : after);
}

function contentOf(answer: readonly string[]): AnswerContent {
  const addresses = answer.flatMap((word) => parseAddress(word) ?? []);
  const names = answer.filter((word) => parseAddress(word) === undefined);
  return { targets: names.map((name) => nameFromText(name)!), addresses };
}

function wording(verdict: Verdict): string {
  if (verdict.do === "local") return "local";
  if (verdict.do === "resolve") {
    if (verdict.match === undefined) return "none";
    return verdict.match.tcpOnly ? "allow tcp" : "allow";
  }
  if (verdict.do === "block") {
    return verdict.answer === undefined ? "block" : `block ${verdict.answer}`;
  }
  const { cname, rcode, records } = verdict.to;
  if (cname !== undefined) return `rewrite CNAME:${nameToText(cname)}`;
  if (records.length === 0) return `rewrite ${RCODES[rcode]}`;
  const typeName = (type: number) => TYPE_NAMES.find((name) => typeFromText(name) === type);
  return [
    "rewrite",
    ...records.map(({ type, rdata }) => `${typeName(type)}:${rdata.toHex()}`).sort(),
  ].join(" ");
}

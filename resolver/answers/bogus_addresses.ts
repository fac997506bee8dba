/**
 * Addresses that upstreams answer with in place of NXDOMAIN, to lead to a search page or an
 * advertisement (as `bogus-nxdomain` of dnsmasq). An answer with one of them becomes NXDOMAIN.
 */
import { parsePrefix, type Prefix, prefixContains } from "../../policy/model/address.ts";
import { CLASS, RCODE, TYPE } from "../wire/codes.ts";
import { RecordCursor, SECTION } from "../wire/message.ts";
import type { SyntheticAnswer } from "./synthetic_answer.ts";

const cursor = new RecordCursor();

/** The answer instead; its SOA record is that of the question name. */
export const NO_SUCH_NAME: SyntheticAnswer = {
  rcode: RCODE.NXDOMAIN,
  records: [],
  authoritative: false,
};

/** The addresses and networks of the setting `bogus_nxdomain`. */
export class BogusAddresses {
  readonly #prefixes: readonly Prefix[];

  constructor(texts: readonly string[]) {
    this.#prefixes = texts.map(parsePrefix).filter((prefix) => prefix !== undefined);
  }

  /** The first address of the answer section that is bogus, as a view; undefined = none. */
  find(response: Uint8Array): Uint8Array | undefined {
    if (this.#prefixes.length === 0 || !cursor.reset(response)) return undefined;
    while (cursor.read() > 0 && cursor.section === SECTION.ANSWER) {
      const { type, rdataAt, rdataLength } = cursor;
      if (cursor.class !== CLASS.IN || type !== TYPE.A && type !== TYPE.AAAA) continue;
      for (const prefix of this.#prefixes) {
        if (prefixContains(prefix, response, rdataAt, rdataLength)) {
          return response.subarray(rdataAt, rdataAt + rdataLength);
        }
      }
    }
    return undefined;
  }
}

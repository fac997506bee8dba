/** Lines of hosts files: `address name [alias…]` (rule-syntax E7). */
import { type Address, parseAddress } from "../model/address.ts";
import type { IgnoredReason, RefusedReason, RuleSink } from "../model/rule.ts";
import { asciiName } from "./host_name.ts";
import { emitName, findNameFault, type LineOutcome } from "./line_outcome.ts";
import { RULE_TTL, TYPE } from "./record_types.ts";

/**
 * Parses a hosts line; a comment may follow a name directly. A null or loopback address blocks the
 * names. Any other address is their answer, as in AdGuard Home, unless one of them is not a valid
 * name: lines of log files begin with an address too. The line is used if one of its names is;
 * otherwise its outcome is that of its first name.
 */
export function parseHostsLine(text: string, sink: RuleSink): LineOutcome {
  const tokens = text.split("#", 1)[0].trimEnd().split(/\s+/);
  const address = parseAddress(tokens[0]);
  const answers = address !== undefined && !isNull(address);
  if (answers && tokens.slice(1).some((token) => asciiName(token) === undefined)) {
    return "not-a-name";
  }
  let worst: IgnoredReason | RefusedReason | undefined;
  let used = false;
  for (const token of tokens.slice(1)) {
    const outcome = takeHost(text, token, address, sink);
    if (outcome === "used") used = true;
    else worst ??= outcome;
  }
  return used ? "used" : worst ?? "not-a-name";
}

function takeHost(
  text: string,
  token: string,
  address: Address | undefined,
  sink: RuleSink,
): LineOutcome {
  if (token === "0.0.0.0") return "local-name";
  const name = asciiName(token);
  if (name === undefined) return "not-a-name";
  if (address === undefined || isNull(address)) {
    return findNameFault(name) ?? (name.includes(".") ? block(name, sink) : "local-name");
  }
  const unwanted = findNameFault(name);
  if (unwanted !== undefined) return unwanted;
  const type = address.length === 4 ? TYPE.A : TYPE.AAAA;
  sink.rule({
    trigger: { on: "name", name, covers: "exact" },
    effect: {
      do: "rewrite",
      to: { rcode: 0, records: [{ type, rdata: address, ttl: RULE_TTL }] },
      hosts: true,
    },
    important: false,
    text,
  });
  return "used";
}

function block(name: string, sink: RuleSink): LineOutcome {
  return emitName({ name, covers: "exact", allow: false, important: false }, sink);
}

/** 0.0.0.0, 127.0.0.0/8, :: and ::1. */
function isNull(address: Address): boolean {
  if (address.length === 4) return address[0] === 127 || address.every((byte) => byte === 0);
  return address.every((byte, i) => byte === 0 || i === 15 && byte === 1);
}

/** Lines of hosts files: `address name [alias…]` (rule-syntax E7). */
import { type Address, parseAddress } from "../model/address.ts";
import type { Ignored, Refused, RuleSink } from "../model/rule.ts";
import { asciiName, type Outcome, takeName, unwantedName } from "./outcome.ts";
import { RULE_TTL, TYPE } from "./record_types.ts";

/**
 * Takes a hosts line, whose comment may stand right behind a name. A null or loopback address blocks the names; any other is the
 * answer for them, as in AdGuard Home. The line is used when one of its names is; otherwise it is what its first name is.
 */
export function takeHostsLine(text: string, sink: RuleSink): Outcome {
  const tokens = text.split("#", 1)[0].trimEnd().split(/\s+/), address = parseAddress(tokens[0]);
  let worst: Ignored | Refused | undefined, used = false;
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
): Outcome {
  if (token === "0.0.0.0") return "local-name";
  const name = asciiName(token);
  if (name === undefined) return "not-a-name";
  if (address === undefined || isNull(address)) {
    return unwantedName(name) ?? (name.includes(".") ? block(name, sink) : "local-name");
  }
  const unwanted = unwantedName(name);
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

function block(name: string, sink: RuleSink): Outcome {
  return takeName({ name, covers: "exact", allow: false, important: false }, sink);
}

/** 0.0.0.0, 127.0.0.0/8, :: and ::1. */
function isNull(address: Address): boolean {
  if (address.length === 4) return address[0] === 127 || address.every((octet) => octet === 0);
  return address.every((octet, i) => octet === 0 || i === 15 && octet === 1);
}

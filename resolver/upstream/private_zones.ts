/** The reverse zones of private addresses, whose names no public resolver knows (RFC 6303, RFC 7793, RFC 4193). */
import { nameFromText, type WireName } from "../../policy/model/name.ts";

const ZONES = [
  "10.in-addr.arpa",
  "168.192.in-addr.arpa",
  "254.169.in-addr.arpa",
  "127.in-addr.arpa",
  ...range(16, 31).map((octet) => `${octet}.172.in-addr.arpa`),
  ...range(64, 127).map((octet) => `${octet}.100.in-addr.arpa`),
  "c.f.ip6.arpa",
  "d.f.ip6.arpa",
  ...["8", "9", "a", "b"].map((digit) => `${digit}.e.f.ip6.arpa`),
];

/** The zones as lower-case text without final dot. */
export const PRIVATE_REVERSE_ZONES: readonly string[] = ZONES;

const LABELS = new Set(ZONES);
const ARPA = nameFromText("arpa")!;

/** Whether a name in lower-case wire format lies in a reverse zone of private addresses. */
export function isPrivateReverse(name: WireName): boolean {
  for (let i = 0; i < ARPA.length; i++) if (name[name.length - ARPA.length + i] !== ARPA[i]) return false;
  const starts: number[] = [];
  for (let at = 0; name[at] !== 0 && at < name.length; at += name[at] + 1) starts.push(at);
  for (const depth of [3, 4, 5]) {
    const from = starts[starts.length - depth];
    if (from !== undefined && LABELS.has(textFrom(name, from))) return true;
  }
  return false;
}

function textFrom(name: WireName, from: number): string {
  let text = "";
  for (let at = from; name[at] !== 0; at += name[at] + 1) {
    if (text !== "") text += ".";
    for (let i = 1; i <= name[at]; i++) text += String.fromCharCode(name[at + i]);
  }
  return text;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

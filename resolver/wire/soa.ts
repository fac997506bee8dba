/** The SOA of what the box answers alone: it names no server, and says how long an absence holds (RFC 1035 3.3.13, RFC 2308 3). */
import { nameFromText } from "../../policy/model/name.ts";
import { writeLong } from "./ttl.ts";

const PRIMARY = nameFromText("localhost")!;
const MAILBOX = nameFromText("nobody.invalid")!;
/** Serial, refresh, retry, expire: nobody transfers it. */
const NUMBERS = [1, 3600, 1200, 604_800];

/** RDATA of such an SOA; an absence may be kept for `ttl` seconds. */
export function soaRdata(ttl: number): Uint8Array {
  const rdata = new Uint8Array(PRIMARY.length + MAILBOX.length + 20);
  rdata.set(PRIMARY);
  rdata.set(MAILBOX, PRIMARY.length);
  [...NUMBERS, ttl].forEach((value, i) =>
    writeLong(rdata, PRIMARY.length + MAILBOX.length + 4 * i, value)
  );
  return rdata;
}

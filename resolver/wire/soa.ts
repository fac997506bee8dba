/**
 * The SOA record of the box's own zones. It names no server and gives the negative TTL (RFC 1035
 * 3.3.13, RFC 2308 3).
 */
import { nameFromText } from "../../policy/model/name.ts";
import { writeUint32 } from "./ttl.ts";

const PRIMARY = nameFromText("localhost")!;
const MAILBOX = nameFromText("nobody.invalid")!;
/** Serial, refresh, retry, expire. They are unused, because there are no zone transfers. */
const NUMBERS = [1, 3600, 1200, 604_800];

/** RDATA of the SOA with a negative TTL in seconds. */
export function createSoaRdata(ttl: number): Uint8Array {
  const rdata = new Uint8Array(PRIMARY.length + MAILBOX.length + 20);
  rdata.set(PRIMARY);
  rdata.set(MAILBOX, PRIMARY.length);
  [...NUMBERS, ttl].forEach((value, i) =>
    writeUint32(rdata, PRIMARY.length + MAILBOX.length + 4 * i, value)
  );
  return rdata;
}

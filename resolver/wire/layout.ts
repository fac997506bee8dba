/**
 * Positions of names in RDATA, so that a copy can expand compressed names (RFC 3597 4, RFC 1035
 * 3.3).
 */
import { TYPE } from "./codes.ts";

/**
 * RDATA with names: bytes before the first name, number of successive names, bytes after them (-1 =
 * any number).
 */
export interface RdataLayout {
  readonly before: number;
  readonly names: number;
  readonly after: number;
  /** Whether names may be compressed when written: only those of RFC 1035 types (RFC 3597 4). */
  readonly compress: boolean;
}

const layout = (before: number, names: number, after: number, compress: boolean): RdataLayout => ({
  before,
  names,
  after,
  compress,
});

const LAYOUTS: ReadonlyMap<number, RdataLayout> = new Map([
  ...[TYPE.NS, TYPE.MD, TYPE.MF, TYPE.CNAME, TYPE.MB, TYPE.MG, TYPE.MR, TYPE.PTR].map((type) =>
    [type, layout(0, 1, 0, true)] as const
  ),
  [TYPE.SOA, layout(0, 2, 20, true)],
  [TYPE.MINFO, layout(0, 2, 0, true)],
  [TYPE.MX, layout(2, 1, 0, true)],
  [TYPE.RP, layout(0, 2, 0, false)],
  [TYPE.AFSDB, layout(2, 1, 0, false)],
  [TYPE.RT, layout(2, 1, 0, false)],
  [TYPE.KX, layout(2, 1, 0, false)],
  [TYPE.PX, layout(2, 2, 0, false)],
  [TYPE.SRV, layout(6, 1, 0, false)],
  [TYPE.DNAME, layout(0, 1, 0, false)],
  [TYPE.NXT, layout(0, 1, -1, false)],
  [TYPE.NSEC, layout(0, 1, -1, false)],
  [TYPE.SIG, layout(18, 1, -1, false)],
  [TYPE.RRSIG, layout(18, 1, -1, false)],
  [TYPE.SVCB, layout(2, 1, -1, false)],
  [TYPE.HTTPS, layout(2, 1, -1, false)],
]);

/** The layout of a record's RDATA; undefined when it has no names and is copied unchanged. */
export function findRdataLayout(
  type: number,
  bytes: Uint8Array,
  at: number,
  length: number,
): RdataLayout | undefined {
  if (type !== TYPE.NAPTR) return LAYOUTS.get(type);
  // Order and preference, three character strings, then the replacement (RFC 3403 4.1).
  let before = 4;
  for (let i = 0; i < 3; i++) before += (before < length ? bytes[at + before] : 0xffff) + 1;
  return layout(before, 1, 0, false);
}

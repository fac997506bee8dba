/** The types that a local record can have, in the order in which people look for them. */
export const RECORD_TYPES = [
  "A",
  "AAAA",
  "CNAME",
  "MX",
  "TXT",
  "SRV",
  "PTR",
  "HTTPS",
  "SVCB",
  "CAA",
] as const;
/** A type of local records. */
export type RecordType = (typeof RECORD_TYPES)[number];

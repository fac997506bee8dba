/** The types of local records, the most common first. */
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

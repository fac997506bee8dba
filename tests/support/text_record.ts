/** Resource records in text, as scenarios write them. */

/** A resource record in text, as scenarios write it. */
export interface TextRecord {
  /** Owner given with `@`; absent = the end of the CNAME chain so far. */
  readonly owner?: string;
  /** Seconds; absent in expectations. */
  readonly ttl?: number;
  readonly type: string;
  readonly data: string;
}

/** Splits records at commas outside quotes. */
export function splitRecords(text: string): string[] {
  return (text.match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((part) => part.trim()).filter((part) =>
    part !== ""
  );
}

/** Parses `[@ OWNER] [TTL] TYPE DATA`. Throws a SyntaxError. */
export function readRecord(text: string, withTtl: boolean): TextRecord {
  const parts = /^(?:@\s+(\S+)\s+)?(?:(\d+)\s+)?([A-Z][A-Z0-9]*)(?:\s+([\s\S]*))?$/.exec(
    text.trim(),
  );
  if (parts === null || (withTtl && parts[2] === undefined)) {
    throw new SyntaxError(`no record: ${text}`);
  }
  return {
    type: parts[3]!,
    data: parts[4] ?? "",
    ...(parts[1] === undefined ? {} : { owner: parts[1] }),
    ...(parts[2] === undefined ? {} : { ttl: Number(parts[2]) }),
  };
}

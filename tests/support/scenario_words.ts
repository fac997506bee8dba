/** Parts of many scenario lines: times, numbers, pairs. */

/** Milliseconds of `500ms`, `5s`, `2m`, `3h` or `1d`. */
export function readTime(text: string): number {
  const parts = /^([\d.]+)(ms|s|m|h|d)$/.exec(text);
  if (parts === null) throw new SyntaxError(`no time: ${text}`);
  return Number(parts[1]) *
    {
      ms: 1,
      s: 1000,
      m: 60_000,
      h: 3_600_000,
      d: 86_400_000,
    }[parts[2] as "ms" | "s" | "m" | "h" | "d"];
}

/** Unix milliseconds of `2026-10-25 00:59:59`, in UTC; seconds are optional. */
export function readInstant(text: string): number {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?)$/.exec(text);
  if (parts === null) throw new SyntaxError(`no instant: ${text}`);
  return Date.parse(`${parts[1]}T${parts[2]}Z`);
}

/** An unsigned number. */
export function readNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new SyntaxError(`no number: ${text}`);
  return Number(text);
}

/** The two parts around the first separator, trimmed. */
export function cut(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  if (at < 0) throw new SyntaxError(`"${separator}" is missing`);
  return [text.slice(0, at).trim(), text.slice(at + separator.length).trim()];
}

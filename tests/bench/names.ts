/** Generated names: the same for every server of a run, and owned by nobody. */

const WORDS = [
  "ad",
  "app",
  "beacon",
  "cdn",
  "click",
  "count",
  "data",
  "edge",
  "event",
  "img",
  "log",
  "mail",
  "metric",
  "news",
  "pixel",
  "play",
  "push",
  "static",
  "stat",
  "sync",
  "tag",
  "track",
  "video",
  "web",
];
const SUFFIXES = [
  "example",
  "example.com",
  "example.net",
  "example.org",
  "test.example",
  "co.example",
];

/** Name number `index` of a series; different series have no name in common. */
export function nameOf(series: string, index: number): string {
  const word = WORDS[index % WORDS.length];
  const suffix = SUFFIXES[Math.floor(index / 7) % SUFFIXES.length];
  const depth = index % 3 === 0 ? `${WORDS[Math.floor(index / 5) % WORDS.length]}.` : "";
  return `${depth}${word}-${series}${index.toString(36)}.${suffix}`;
}

/** A scattered sequence of `count` numbers below `range`, the same in every run. */
export function* spread(count: number, range: number): Generator<number> {
  let at = 12345;
  for (let i = 0; i < count; i++) {
    at = (Math.imul(at, 1103515245) + 12345) >>> 0;
    yield Math.floor((at / 0x100000000) * range);
  }
}

/** Writes one line for each item, in pieces. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const writer = file.writable.getWriter();
  let piece: string[] = [];
  const encoder = new TextEncoder();
  for (const line of lines) {
    piece.push(line);
    if (piece.length === 10_000) {
      await writer.write(encoder.encode(piece.join("\n") + "\n"));
      piece = [];
    }
  }
  await writer.write(encoder.encode(piece.length === 0 ? "" : piece.join("\n") + "\n"));
  writer.releaseLock();
}

/** `write(index)` for each number below `count`. */
export function* times(count: number, write: (index: number) => string): Generator<string> {
  for (let i = 0; i < count; i++) yield write(i);
}

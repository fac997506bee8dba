/**
 * The offset of local time from UTC, by the rules of a time zone: the household's hours are in
 * local time (A 4.9).
 */

const HOUR = 3_600_000;
const KEPT = 2048;

/**
 * Returns for an instant (Unix milliseconds) how many milliseconds local time is ahead; "" = the
 * zone of the system.
 */
export function offsetOf(zone: string): (unix: number) => number {
  const clock = new Intl.DateTimeFormat("en-US", {
    ...(zone === "" ? {} : { timeZone: zone }),
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  // Clocks change at whole hours of UTC nearly everywhere, and at half hours in the rest of the world.
  const known = new Map<number, number>();
  const step = HOUR / 2;
  return (unix) => {
    const slot = Math.floor(unix / step);
    let offset = known.get(slot);
    if (offset === undefined) {
      if (known.size >= KEPT) known.clear();
      known.set(slot, offset = offsetAt(clock, slot * step));
    }
    return offset;
  };
}

function offsetAt(clock: Intl.DateTimeFormat, unix: number): number {
  const part = Object.fromEntries(
    clock.formatToParts(unix).map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute) - unix;
}

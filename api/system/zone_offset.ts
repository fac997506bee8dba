/**
 * Computes the offset of local time from UTC in a time zone: hours of the household are in local
 * time (A 4.9).
 */

const HOUR = 3_600_000;
const KEPT = 2048;

/**
 * Returns a function from a time (Unix milliseconds) to the milliseconds that local time is ahead
 * of UTC; "" = the zone of the system.
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
  // Offsets change at whole hours of UTC nearly everywhere, and at half hours elsewhere.
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

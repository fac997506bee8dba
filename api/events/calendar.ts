/** Computes calendar days, for events that are reported once a day (A 2.9, A 6). */

/**
 * Returns a function from a time in Unix milliseconds to its day, `2026-11-21`, in a time zone; ""
 * = the zone of the machine.
 */
export function calendar(zone: () => string): (time: number) => string {
  let known: { readonly zone: string; readonly format: Intl.DateTimeFormat } | undefined;
  return (time) => {
    const name = zone();
    if (known?.zone !== name) known = { zone: name, format: dayFormat(name) };
    // Raising an alert must not fail because the clock is invalid.
    return known.format.format(Math.abs(time) <= 8.64e15 ? time : 0);
  };
}

function dayFormat(zone: string): Intl.DateTimeFormat {
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("en-CA", {
      ...parts,
      ...(zone === "" ? {} : { timeZone: zone }),
    });
  } catch {
    // A zone that this machine does not know must not suppress alerts.
    return new Intl.DateTimeFormat("en-CA", { ...parts, timeZone: "UTC" });
  }
}

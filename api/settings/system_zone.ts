/** The time zone of the machine, which an empty setting `time_zone` stands for. */

/** Whether two values of the setting `time_zone` mean the same zone. */
export function isSameZone(one: string, other: string): boolean {
  return (one || systemZone()) === (other || systemZone());
}

/** The name of the time zone of the machine. */
export function systemZone(): string {
  return new Intl.DateTimeFormat("en").resolvedOptions().timeZone;
}

/** When the next backup is due, in the time zone of the household. */
import type { SettingValues } from "../../../settings/list.ts";

/** The settings of the schedule. */
export type BackupSchedule = Pick<
  SettingValues,
  "backup_schedule" | "backup_hour" | "time_zone"
>;

/** Milliseconds after a failure, until which a target is left alone. */
const RETRY = 3_600_000;
const SUNDAY = 7;

/**
 * The last time at which a backup was due, in Unix milliseconds; undefined = backups are off. Weeks
 * begin on the night to Sunday.
 */
export function lastDue(settings: BackupSchedule, now: number): number | undefined {
  const { backup_schedule: schedule, backup_hour: hour, time_zone: zone } = settings;
  if (schedule === "off") return undefined;
  const present = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(zone === "" ? Temporal.Now.timeZoneId() : zone);
  const at = (days: number) =>
    present.toPlainDate().subtract({ days }).toZonedDateTime({
      timeZone: present.timeZoneId,
      plainTime: { hour },
    });
  for (let days = 0; days <= 7; days++) {
    const due = at(days);
    if (due.epochMilliseconds > now) continue;
    if (schedule === "daily" || due.dayOfWeek === SUNDAY) return due.epochMilliseconds;
  }
  return undefined;
}

/** The next time at which a backup is due, in Unix milliseconds; 0 = never. */
export function nextDue(settings: BackupSchedule, now: number): number {
  const last = lastDue(settings, now);
  if (last === undefined) return 0;
  for (let hours = 1; hours <= 8 * 24; hours++) {
    const due = lastDue(settings, now + hours * 3_600_000);
    if (due !== undefined && due > last) return due;
  }
  return 0;
}

/** Whether a target waits for a backup. */
export function isDue(
  target: { readonly enabled: boolean; readonly lastOk: number; readonly lastErrorAt: number },
  due: number,
  now: number,
): boolean {
  const failed = target.lastErrorAt > target.lastOk && now - target.lastErrorAt < RETRY &&
    target.lastErrorAt <= now;
  // A success in the future is one under a wrong clock.
  return target.enabled && !failed && (target.lastOk < due || target.lastOk > now);
}

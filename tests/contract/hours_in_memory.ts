/** Hours over tables in memory, for the contracts of routes and commands: a child with hours, a cut, extra time and a limit. */
import { DatabaseSync } from "node:sqlite";
import { HoursService } from "../../api/features/household/hours/service.ts";
import type { Household } from "../../api/features/household/open.ts";
import type { Application } from "../../api/app/routes.ts";
import type { StoredDatabase } from "../../api/store/open.ts";
import { PROPOSED_HOURS } from "../../policy/catalogue/hours.ts";
import { gridOf } from "../../policy/model/week.ts";
import { NOW } from "./facts.ts";
import { testRuntime } from "../support/test_runtime.ts";

const TABLES = `
create table person_hours (person_id integer primary key, enabled, grid, changed, changed_by);
create table extra_time (person_id, kind, "from", "to", given, given_by, primary key (person_id, kind));
create table person_modes (person_id integer primary key, mode, "from", "to", duration, begun_by);
create table mode_changes (person_id integer primary key, before, changed, changed_by);
create table time_limits (person_id, category, minutes, changed, changed_by, primary key (person_id, category));
create table extra_minutes (person_id, day, category, minutes, primary key (person_id, day, category));
create table schedule_allow (id integer primary key, domains, changed, changed_by);
insert into person_hours values (1, 1, '${gridOf(PROPOSED_HOURS.child)}', 0, 'anna');
insert into extra_time values (1, 'bonus', ${NOW - 60_000}, ${NOW + 1_740_000}, ${
  NOW - 60_000
}, 'anna');
insert into person_modes values (1, 'homework', ${NOW - 60_000}, ${NOW + 3_540_000}, '60', 'anna');
insert into mode_changes values (1, '{"extra":{}}', ${NOW - 60_000}, 'box');
insert into time_limits values (1, 'games', 60, 0, 'anna');
`;

/** The hours of a household; its child used up the games of today. */
export function hoursInMemory({ household: register, devices }: Household): Application["hours"] {
  const used = new Map([["games", { minutes: 60, filledAt: () => NOW - 300_000 }]] as const);
  return new HoursService({
    db: tables(),
    register,
    offset: () => 0,
    zone: () => "Europe/Paris",
    country: () => "",
    runtime: testRuntime({ now: () => NOW, after: () => () => {}, log: () => {} }),
    usage: { ready: () => Promise.resolve(), today: () => used, onCounted: () => {} },
    vacations: { rows: () => Promise.resolve([]), onChange: () => {} },
    labelOf: (id) => devices.byId(id)?.label ?? "",
    timeKnown: () => true,
    changed: () => {},
  });
}

function tables(): StoredDatabase {
  const db = new DatabaseSync(":memory:");
  db.exec(TABLES);
  const run = ({ sql, args = [] }: { sql: string; args?: readonly unknown[] }) =>
    Number(db.prepare(sql).run(...args as string[]).changes);
  return {
    name: "box",
    all: (sql, args = []) => Promise.resolve(db.prepare(sql).all(...args as string[]) as never),
    run: (sql, args = []) => Promise.resolve({ changes: run({ sql, args }), lastId: 0 }),
    batch: (statements) => {
      statements.forEach(run);
      return Promise.resolve();
    },
    copy: () => Promise.resolve(),
    whenReplaced: () => {},
    close: () => Promise.resolve(db.close()),
  };
}

/** Choices, own services and pauses in memory, for the contracts of routes and commands. */
import type { StoredPause, StoredService } from "../../api/features/protection/choices/service.ts";
import { pauseRefusal } from "../../api/features/protection/choices/read_pause.ts";
import { readService } from "../../api/features/protection/choices/read_service.ts";
import type { Application } from "../../api/app/routes.ts";
import { Scopes } from "../../api/features/household/scopes.ts";
import { DomainError, type ErrorCode } from "../../api/schema/errors.ts";
import type { ChoiceRow } from "../../policy/model/household.ts";
import { HOSTILE, NOW } from "./facts.ts";

/** What scopes chose, and the scopes. */
export function chosenInMemory(): Pick<Application, "choices" | "scopes"> {
  return { choices: choicesInMemory(), scopes: scopesInMemory() };
}

/** One own service with a hostile name, one pause of everyone, and what a child may not. */
function choicesInMemory(): Application["choices"] {
  const first = {
    scope: "profile:child",
    kind: "service",
    key: "tiktok",
    value: "block",
    schedule: "",
  } as const;
  const rows = new Map<string, ChoiceRow>([["profile:child service tiktok", first]]);
  const services = new Map<string, StoredService>([[
    "custom-club",
    {
      id: "custom-club",
      name: HOSTILE,
      group: "social",
      domains: ["club.example"],
      ...written(HOSTILE),
    },
  ]]);
  const pauses = new Map<string, StoredPause>([[
    "person:1",
    { scope: "person:1", until: NOW + 600_000, started: NOW - 60_000, by: HOSTILE },
  ]]);
  const refuse = (code: ErrorCode, text: string) => Promise.reject(new DomainError(code, text));
  return {
    chosen: (kind) => Promise.resolve([...rows.values()].filter((row) => row.kind === kind)),
    choose(scope, kind, choices) {
      for (const { key, value, schedule } of choices) {
        const id = `${scope} ${kind} ${key}`;
        if (value === "") rows.delete(id);
        else rows.set(id, { scope, kind, key, value, schedule });
      }
      return Promise.resolve();
    },
    services: () => Promise.resolve([...services.values()]),
    setService(given, by) {
      const service = readService(given, ["box"]);
      if (typeof service === "string") return refuse("bad_value", service);
      const kept = { ...service, ...written(by) };
      services.set(kept.id, kept);
      return Promise.resolve(kept);
    },
    removeService(id) {
      const service = services.get(id);
      if (service === undefined) {
        return refuse("not_found", `There is no service of your own: ${id}`);
      }
      services.delete(id);
      return Promise.resolve(service);
    },
    pauses: () => Promise.resolve([...pauses.values()]),
    pause(scope, until, by) {
      const refusal = pauseRefusal(scope, until, NOW);
      if (refusal !== "") return refuse("bad_value", refusal);
      const pause = { scope, until, started: NOW, by };
      pauses.set(scope, pause);
      return Promise.resolve(pause);
    },
    endPause: (scope) =>
      pauses.delete(scope)
        ? Promise.resolve(undefined)
        : refuse("not_found", `Nothing is paused for: ${scope}`),
  };
}

function written(by: string): Pick<StoredService, "created" | "changed" | "by"> {
  return { created: NOW - 60_000, changed: NOW - 60_000, by };
}

/** A child with a hostile name, an adult, a group, and a device of each. */
function scopesInMemory(): Application["scopes"] {
  const device = (change: object) => ({
    name: "",
    personId: 0,
    people: [],
    groupId: 0,
    known: true,
    macs: [],
    ...change,
  });
  return new Scopes({
    ready: () => Promise.resolve(),
    people: new Map([[1, { name: HOSTILE, profile: "child" }], [2, {
      name: "Anna",
      profile: "adult",
    }]]),
    groups: new Map([[1, { name: "Office" }]]),
    devices: new Map([
      [1, device({ name: "Tablet", people: [1, 2] })],
      [2, device({ name: "Laptop", personId: 2, groupId: 1 })],
    ]),
  });
}

/** Validates the choices of services in a request. */
import type { z } from "@hono/zod-openapi";
import { SERVICES } from "../../../../policy/catalogue/services.ts";
import { LIMITS } from "../../../../policy/limits.ts";
import { isFixed } from "../../../../policy/model/effective.ts";
import { DomainError } from "../../../schema/errors.ts";
import type { ScopeFacts } from "../../household/scopes.ts";
import type { ChoiceService, NewChoice } from "../choices/service.ts";
import { readSchedule, type scheduleGiven } from "../../../schema/week_schedule.ts";
import { categoryOf } from "./service_responses.ts";
import { programSentence, sentence } from "../../../../policy/model/sentence.ts";

/** Choices and schedules by the identifiers of services. */
export interface ServiceChoicesInput {
  readonly services: Readonly<Record<string, "" | "allow" | "block">>;
  readonly schedules: Readonly<Record<string, z.output<typeof scheduleGiven>>>;
}

const MOST = SERVICES.length + LIMITS.services.most;

/**
 * Returns the choices of a request. A schedule alone changes the times of a service that the scope
 * already blocks.
 */
export async function readServiceChoices(
  { scope, profiles }: ScopeFacts,
  { services, schedules }: ServiceChoicesInput,
  choices: Pick<ChoiceService, "services" | "chosen">,
): Promise<NewChoice[]> {
  const keys = new Set([...Object.keys(services), ...Object.keys(schedules)]);
  const all = new Map(
    [...SERVICES, ...await choices.services()].map((service) => [service.id, service]),
  );
  const rows = await choices.chosen("service");
  const before = new Map(
    rows.filter((row) => row.scope === scope).map((row) => [row.key, row]),
  );
  if (keys.size > MOST) {
    throw new DomainError(
      "bad_value",
      programSentence`There are ${all.size} services, not: ${keys.size}`,
    );
  }
  return [...keys].map((key) => {
    const service = all.get(key);
    if (service === undefined) {
      throw new DomainError("bad_value", sentence`There is no such service: ${key}`);
    }
    const value = Object.hasOwn(services, key) ? services[key] : before.get(key)?.value ?? "";
    if (value === "allow" && profiles.some((profile) => isFixed(categoryOf(service), profile))) {
      throw new DomainError(
        "bad_value",
        sentence`VPNs and bypass tools stay blocked for children and teenagers: ${key}`,
      );
    }
    if (!Object.hasOwn(schedules, key)) {
      const schedule = value === "block" && before.get(key)?.value === "block"
        ? before.get(key)!.schedule
        : "";
      return { key, value, schedule };
    }
    const schedule = readSchedule(schedules[key]);
    if (schedule === undefined) {
      throw new DomainError(
        "bad_value",
        sentence`A schedule has ${LIMITS.services.scheduleSlots} slots, 0 or 1, one of them 1, or hours in quarters: ${key}`,
      );
    }
    if (value !== "block" && schedule !== "") {
      throw new DomainError(
        "bad_value",
        programSentence`Only what this scope blocks has a schedule: ${key}`,
      );
    }
    return { key, value, schedule };
  });
}

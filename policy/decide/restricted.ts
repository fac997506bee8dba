/**
 * Restricted mode: a device gets only the domains that it learned or was given, those of its group,
 * and those for all devices (A 7.2.2). It is checked last, for names that nothing else blocks. A
 * pause lifts it, and so does an allow rule of the device.
 */
import { narrownessOf } from "../model/scope.ts";
import { nameToText, type WireName } from "../model/name.ts";
import type { Step } from "../model/decision.ts";
import { restrictedDomain } from "../restricted/domain.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { DevicePolicy } from "../snapshot/snapshot_parts.ts";
import type { DecisionContext, Protection } from "./protection.ts";
import { LIFTED, NEXT } from "./step.ts";

const ORIGIN = "restricted:";
const DEVICE = narrownessOf("device");

/** The protection by restricted mode. */
export const restrictedProtection: Protection = {
  name: "restricted mode",
  concerns,
  before: stepOf,
};

function concerns({ restricted }: DevicePolicy, { settings }: Snapshot): boolean {
  return restricted !== undefined && settings.filtering;
}

function stepOf(context: DecisionContext): Step {
  const domain = outsideDomain(context);
  if (domain === "") return NEXT;
  const { paused, allowed } = context;
  if (paused || allowed?.narrowness === DEVICE) return LIFTED;
  return { settle: { do: "block", reason: "restricted", origin: ORIGIN + domain } };
}

/** Whether restricted mode blocks the name, once nothing before it did. */
export function isRestricted(context: DecisionContext): boolean {
  return concerns(context.client.policy, context.snapshot) && "settle" in stepOf(context);
}

/** The domain in the origin of a block, "" = it is not one of restricted mode. */
export function domainOfRestricted(origin: string): string {
  return origin.startsWith(ORIGIN) ? origin.slice(ORIGIN.length) : "";
}

/** The domain that a device learns with a name; "" = a name of the home. */
export function learnedDomain(name: WireName, snapshot: Snapshot): string {
  return restrictedDomain(nameToText(name), snapshot.settings);
}

/** The domain of a name that the device has not learned; "" = it has, or it is a name of the home. */
function outsideDomain(context: DecisionContext): string {
  // Only the name that the device asked for is checked (A 7.2.3).
  if (context.via !== "query") return "";
  const { snapshot, question, client: { policy } } = context;
  const domain = learnedDomain(question.name, snapshot);
  if (domain === "") return "";
  const isKnown = policy.restricted!.some((number) => namesOf(snapshot, number).has(domain));
  return isKnown ? "" : domain;
}

/** The sets of names, made when a device of theirs asks first. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function namesOf({ restrictedNames = [] }: Snapshot, number: number): ReadonlySet<string> {
  const names = restrictedNames[number] ?? NONE;
  let set = sets.get(names);
  if (set === undefined) sets.set(names, set = new Set(names));
  return set;
}

const NONE: readonly string[] = [];

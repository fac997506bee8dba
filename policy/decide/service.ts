/**
 * The protection for blocked services, and the effect of categories on names of services (A 7.2.3,
 * B 7.5.3). A pause unblocks a service, and so does an allow rule whose scope is at least as narrow
 * as the choice that blocks it.
 */
import type { Step } from "../model/decision.ts";
import { narrownessOf } from "../model/scope.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { LIST_EFFECT, type ServiceInfo } from "../snapshot/snapshot_parts.ts";
import type { ApplicableRule, DecisionContext, Protection } from "./protection.ts";
import { findRule } from "./rule.ts";
import { LIFTED, NEXT } from "./step.ts";

/** The protection for services. */
export const serviceProtection: Protection = {
  name: "services",
  concerns: ({ services: held }, { settings }) => held !== undefined && settings.filtering,
  before(context: DecisionContext): Step {
    const { snapshot, question, labels } = context;
    const number = blockedService(context);
    if (number < 0) return NEXT;
    const lifted = context.paused ||
      opensService(context, number, findRule(context, question.name, labels));
    return lifted ? LIFTED : stepsOf(snapshot)[number].service;
  },
};

/** Without a recorded narrowness, as in a snapshot of an earlier version. */
const NARROWEST = narrownessOf("device");

/** Whether the applicable rule allows the name and is as narrow as the choice for the service. */
function opensService(
  { client: { policy } }: DecisionContext,
  service: number,
  rule: ApplicableRule | undefined,
): boolean {
  if (rule?.allows !== true) return false;
  return rule.narrowness >= (policy.serviceNarrowness?.[service] ?? NARROWEST);
}

/** The number of the first service that is blocked as a service now, -1 = none. */
function blockedService(context: DecisionContext): number {
  const { client: { policy: { services: held } }, now } = context;
  const count = servicesOf(context);
  for (let i = 0; i < count; i++) {
    const number = found[i];
    const code = held![number];
    if (
      code === LIST_EFFECT.block || (code === LIST_EFFECT.windows && inWindow(context, number, now))
    ) {
      return number;
    }
  }
  return -1;
}

function inWindow({ client: { policy } }: DecisionContext, service: number, now: number): boolean {
  return policy.windows?.some(([number, from, to]) =>
    number === service && from <= now && now < to
  ) === true;
}

/**
 * The step of the category of a service that the name belongs to: either the category of ways
 * around the box, or all others.
 */
export function categoryStep(context: DecisionContext, ofBypass: boolean): Step {
  const { client: { policy: { services: held } }, snapshot } = context;
  if (held === undefined) return NEXT;
  const count = servicesOf(context);
  let reported: Step = NEXT;
  for (let i = 0; i < count; i++) {
    const number = found[i];
    const code = held[number];
    if ((snapshot.services[number].category === "bypass") !== ofBypass) continue;
    if (code === LIST_EFFECT.category) return stepsOf(snapshot)[number].category;
    if (code === LIST_EFFECT.monitor) reported = stepsOf(snapshot)[number].reported;
  }
  return reported;
}

/**
 * Buffer for the numbers of the services that the queried name belongs to, reused by each caller.
 */
const found: number[] = [];

function servicesOf({ snapshot, labels }: DecisionContext): number {
  return snapshot.serviceNames.find(snapshot.fingerprinter, labels, found);
}

/** The service of a category that the name belongs to, or undefined. */
export function serviceOfCategory(
  context: DecisionContext,
  category: string,
): ServiceInfo | undefined {
  const { snapshot: { services } } = context;
  const count = servicesOf(context);
  for (let i = 0; i < count; i++) {
    if (services[found[i]].category === category) return services[found[i]];
  }
  return undefined;
}

interface ServiceSteps {
  readonly service: Step;
  readonly category: Step;
  readonly reported: Step;
}

/** The steps of each service, built once per snapshot. */
const made = new WeakMap<Snapshot, readonly ServiceSteps[]>();

function stepsOf(snapshot: Snapshot): readonly ServiceSteps[] {
  let steps = made.get(snapshot);
  if (steps === undefined) made.set(snapshot, steps = snapshot.services.map(makeSteps));
  return steps;
}

function makeSteps({ id, category }: ServiceInfo): ServiceSteps {
  const rule = `service:${id}`;
  const match = { list: -1, rule, category };
  const answer = category === "bypass" ? { answer: "nxdomain" as const } : {};
  return {
    service: { settle: { do: "block", reason: "service", origin: rule } },
    category: {
      settle: { do: "block", reason: "category", origin: `category:${category}`, match, ...answer },
    },
    reported: { next: true, match },
  };
}

/**
 * Selects the services of a snapshot: those that some scope blocks, directly or by category.
 * Services whose time may be limited are included if the household has minors.
 */
import { CATEGORY_DEFAULTS, hasAction } from "../catalogue/categories.ts";
import { type Service, SERVICES } from "../catalogue/services.ts";
import { TIMED_CATEGORIES } from "../model/person_time.ts";
import type { HouseholdRows, Profile } from "../model/household.ts";
import type { ServiceInfo } from "./snapshot_parts.ts";

/**
 * The category of a service that the household added: the one named like its group, or that of most
 * services in the group.
 */
export function categoryOfGroup(group: string): string {
  return hasAction(group)
    ? group
    : SERVICES.find((service) => service.group === group)?.category ?? "";
}

/**
 * The services of the catalogue and of the household that some class may block or monitor, in the
 * order of the catalogue.
 */
export function usedServices(
  { people, devices, newDevices, choices, services }: HouseholdRows,
): ServiceInfo[] {
  const blocked = new Set(choices.filter(({ kind }) => kind === "service").map(({ key }) => key));
  const categories = new Set(
    choices.filter(({ kind, value }) => kind === "category" && value !== "allow").map(({ key }) =>
      key
    ),
  );
  // Included whether or not homework or a limit currently applies, so that service numbers stay the
  // same.
  if (people.some(({ profile }) => profile !== "adult")) {
    for (const category of TIMED_CATEGORIES) categories.add(category);
  }
  const profiles = new Set<Profile>();
  for (const { profile } of people) profiles.add(profile);
  for (const { follows } of devices) if (follows !== undefined) profiles.add(follows);
  if (newDevices === "child") profiles.add("child");
  for (const profile of profiles) {
    for (const [category, action] of Object.entries(CATEGORY_DEFAULTS[profile])) {
      if (action !== "allow") categories.add(category);
    }
  }
  const own = services.map(({ id, group, domains }) => ({
    id,
    domains,
    category: categoryOfGroup(group),
  }));
  const isUsed = ({ id, category }: { readonly id: string; readonly category: string }) =>
    blocked.has(id) || categories.has(category);
  return [...SERVICES.filter(isUsed).map(infoOfCatalogue), ...own.filter(isUsed).map(infoOf)];
}

/** Services of the catalogue never change. */
const infos = new WeakMap<Service, ServiceInfo>();

function infoOfCatalogue(service: Service): ServiceInfo {
  let info = infos.get(service);
  if (info === undefined) infos.set(service, info = infoOf(service));
  return info;
}

function infoOf(
  { id, category, domains }: Pick<Service, "id" | "domains"> & { readonly category: string },
): ServiceInfo {
  return { id, category: hasAction(category) ? category : "", names: domains };
}

/** The owner of a row as the API shows it: the device with its label, and its person. */
import { z } from "@hono/zod-openapi";
import { personReference, profileSchema } from "../../http/shared_schemas.ts";
import type { ClientDirectory, ClientPerson } from "./client_directory.ts";

/** Fields of a row that is about a device. */
export const asker = z.object({
  device: z.object({
    id: z.int(),
    label: z.string().describe("Empty = it has no name yet"),
    shared: z.boolean().describe(
      "Whether several people use it, in which case it has no single owner",
    ),
    group_id: z.int().describe("0 = in no group"),
  }).meta({ id: "DeviceReference" }).optional().describe("Absent = unknown device"),
  person: personReference.extend({ profile: profileSchema }).meta({ id: "ProfiledPerson" })
    .optional().describe("The owner of the device"),
  shared_by: z.array(personReference).optional().describe(
    "The people who share the device; absent = it is not shared",
  ),
}).meta({ id: "Asker" });

/** The owner of a row. */
export type ClientResponse = z.infer<typeof asker>;

/** A person as a row names them. */
export function personResponse(
  { id, name, profile }: ClientPerson,
): NonNullable<ClientResponse["person"]> {
  return { id, name, profile };
}

/** The owner of a device's row; a device that is no longer known has its number and no label. */
export function clientResponse(askers: ClientDirectory, id: number): ClientResponse {
  if (id === 0) return {};
  const device = askers.device(id);
  const person = device && askers.person(device.personId);
  return {
    device: {
      id,
      label: device?.label ?? "",
      shared: (device?.people.length ?? 0) > 0,
      group_id: device?.groupId ?? 0,
    },
    ...(person !== undefined && { person: personResponse(person) }),
    ...(device === undefined || device.people.length === 0
      ? {}
      : { shared_by: peopleOf(askers, device.people) }),
  };
}

/** The people with these numbers, as the API names them (A 7.1.5). */
export function peopleOf(
  askers: Pick<ClientDirectory, "person">,
  ids: readonly number[],
): { id: number; name: string }[] {
  return ids.flatMap((id) => {
    const person = askers.person(id);
    return person === undefined ? [] : [{ id, name: person.name }];
  });
}

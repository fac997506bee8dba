/** Requests the name of the box from the online service (A 2.7, mode box). */
import { isPublicSuffix } from "../../policy/lists/public_suffix.ts";
import { type CloudClient, CloudError } from "./client.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** The name that the service assigned to this box; it is always the same for its key. */
export interface AssignedName {
  /** Ten letters. */
  readonly name: string;
  /** The domain above it. */
  readonly dnsDomain: string;
}

const LABEL = /^[a-z]{10}$/;
const DOMAIN = /^(?=.{1,200}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** The code of a refusal: the operator of the service released the name of this box. */
export const NAME_RELEASED = "name_released";

/** How a name is requested. */
export interface NameRequest {
  /** Whether the box accepts a new name when the service released its old one. */
  readonly acceptsNew: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Requests the name of this box, which is assigned at the first call. Rejects with a CloudError,
 * whose code is NAME_RELEASED until the box accepts a new name.
 */
export async function requestName(
  client: CloudClient,
  { acceptsNew, signal }: NameRequest = { acceptsNew: true },
): Promise<AssignedName> {
  const call = {
    method: "POST",
    path: "/v1/names",
    body: acceptsNew ? { new_name: true } : {},
    ...(signal === undefined ? {} : { signal }),
  } as const;
  const { name, dns_domain: dnsDomain } = (await client.call(call) ?? {}) as Record<
    string,
    unknown
  >;
  const isNamed = typeof name === "string" && typeof dnsDomain === "string" && LABEL.test(name) &&
    DOMAIN.test(dnsDomain);
  // Below a public suffix others can register names, and the certificate would cover them.
  if (!isNamed || isPublicSuffix(`${name}.${dnsDomain}`)) {
    throw new CloudError(
      "refused",
      sentence`The online service gave no name that can be used: it may be newer than this box`,
    );
  }
  return { name, dnsDomain };
}

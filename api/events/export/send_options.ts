/** The common interface of the senders, and the addresses they may connect to. */
import { isIP } from "node:net";
import { isPublicAddress } from "../../../policy/model/public_address.ts";
import { type Sentence, sentence } from "../../../policy/model/sentence.ts";
import type { Runtime } from "../../system/runtime.ts";

/** The context of a sending. */
export interface SendOptions {
  /** Resolves a host with the box's own resolver. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  readonly runtime: Runtime;
  /** Name of the box and its version. */
  readonly source: { readonly host: string; readonly version: string };
  /** Aborts the sending. */
  readonly signal: AbortSignal;
  /** Called after each successful step, for the test of a target. */
  readonly step: (text: Sentence) => void;
}

/** The target did not accept the events; the message says why, without a secret. */
export class DeliveryError extends Error {
  declare readonly message: Sentence;

  constructor(message: Sentence) {
    super(message);
    this.name = "DeliveryError";
  }
}

/** Why a sending failed, as a sentence. */
export function deliveryFault(error: unknown): Sentence {
  if (error instanceof DeliveryError) return error.message;
  return sentence`The sending failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** The addresses of a host. Throws DeliveryError when it has none, or when none is allowed. */
export async function addressesOf(
  host: string,
  { lookup, step }: Pick<SendOptions, "lookup" | "step">,
  allowPrivate = true,
): Promise<string[]> {
  const found = isIP(host) !== 0 ? [host] : await lookup(host);
  if (found.length === 0) {
    throw new DeliveryError(sentence`The name ${host} was not found, or the box itself blocks it`);
  }
  const allowed = allowPrivate ? [...found] : found.filter(isPublicAddress);
  if (allowed.length === 0) {
    throw new DeliveryError(
      sentence`${host} is inside this network (${
        found[0]
      }); allow that for the target, if it is meant`,
    );
  }
  if (isIP(host) === 0) step(sentence`Found ${host} at ${allowed[0]}`);
  return allowed;
}

/** A promise that a signal can abort. */
export async function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const gone = Promise.withResolvers<never>();
  const abort = () => gone.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  work.catch(() => {});
  try {
    return await Promise.race([work, gone.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

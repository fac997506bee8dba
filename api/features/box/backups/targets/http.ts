/** HTTP to places that keep backups: no redirects, and clear sentences about what went wrong. */
import type { BackupReason } from "../../../../schema/backup_reasons.ts";
import type { DomainError } from "../../../../schema/errors.ts";
import { isIP } from "node:net";
import { isPublicAddress } from "../../../../../policy/model/public_address.ts";
import {
  type IncomingResponse,
  type OutgoingRequest,
  sendOnce,
} from "../../../../system/outgoing_request.ts";
import { USER_AGENT } from "../../../../system/version.ts";
import {
  isPlaceFault,
  MOST_BACKUP,
  MOST_LISTING,
  placeFault,
  type TransferContext,
  unreachable,
} from "./store.ts";

/** A request to a place. */
export interface PlaceRequest
  extends Pick<OutgoingRequest, "destination" | "method" | "url" | "body" | "take"> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly ca: string;
  /** Statuses that are a success. */
  readonly expected: readonly number[];
}

/** Milliseconds without any progress after which a request is given up. */
const STALLED = 60_000;

/** Sends a request, and checks the status. Rejects with placeFault(). */
export async function askPlace(
  { expected, body, take, ...request }: PlaceRequest,
  context: TransferContext,
): Promise<IncomingResponse> {
  const { runtime, lookup, signal } = context;
  const { host } = request.url;
  const literal = request.url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0) checked(request.url, [literal]);
  const stalled = new AbortController();
  let cancel = () => {};
  const moved = () => {
    cancel();
    cancel = runtime.after(STALLED, () => stalled.abort(placeFault("silent", host)));
  };
  moved();
  const file = body !== undefined && !(body instanceof Uint8Array)
    ? {
      ...body,
      onSent: (bytes: number) => {
        moved();
        context.onBytes?.(bytes);
      },
    }
    : body;
  let received = 0;
  const taken = take && (async (part: Uint8Array) => {
    moved();
    received += part.length;
    context.onBytes?.(received);
    await take(part);
  });
  try {
    const answer = await sendOnce({
      ...request,
      headers: { "user-agent": USER_AGENT, ...request.headers },
      answerBytes: take === undefined ? MOST_LISTING : MOST_BACKUP,
      signal: AbortSignal.any([signal, stalled.signal]),
      ...(file === undefined ? {} : { body: file }),
      ...(taken === undefined ? {} : { take: taken }),
    }, async (name) => checked(request.url, await lookup(name)));
    if (!expected.includes(answer.status)) throw statusFault(host, answer.status);
    return answer;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (isPlaceFault(error)) throw error;
    if (stalled.signal.aborted) throw stalled.signal.reason;
    throw unreachable(host, error);
  } finally {
    cancel();
  }
}

/** A password is never sent in clear over the Internet. */
function checked(url: URL, addresses: readonly string[]): readonly string[] {
  if (url.protocol === "http:" && addresses.some(isPublicAddress)) {
    throw placeFault("public_http", url.hostname);
  }
  return addresses;
}

function statusFault(host: string, status: number): DomainError {
  return placeFault(reasonOfStatus(status), host, `status ${status}`);
}

function reasonOfStatus(status: number): BackupReason {
  if (status >= 300 && status < 400) return "redirects";
  if (status === 401 || status === 403) return "account";
  if (status === 404) return "not_there";
  if (status === 507 || status === 413) return "no_space";
  return "unexpected";
}

/**
 * Sends each event to a webhook as JSON by POST, signed as in Standard Webhooks; redirects are
 * refused (A 6).
 */
import { createHmac } from "node:crypto";
import { sentence } from "../../../policy/model/sentence.ts";
import { postJson } from "../../system/outgoing_request.ts";
import { isPublicAddress } from "../../../policy/model/public_address.ts";
import { toSeconds } from "../../http/route.ts";
import type { WebhookConfig } from "./config.ts";
import type { ExportedEvent } from "./event.ts";
import { addressesOf, DeliveryError, type SendOptions } from "./send_options.ts";

/** The body for a webhook. */
export interface WebhookBody extends Omit<ExportedEvent, "time"> {
  /** Unix seconds. */
  readonly time: number;
  /** Name of the box. */
  readonly box: string;
}

/**
 * Sends one event. The receiver may get it twice, with the same webhook-id. Throws DeliveryError.
 */
export async function sendWebhook(
  config: WebhookConfig,
  secret: string,
  event: ExportedEvent,
  sending: SendOptions,
): Promise<void> {
  const url = new URL(config.url);
  const { signal, source, runtime, step } = sending;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = await addressesOf(host, sending, config.allow_private);
  if (url.protocol === "http:" && addresses.some(isPublicAddress)) {
    throw new DeliveryError(
      sentence`${host} is outside this network, where webhooks are called over https only`,
    );
  }
  const body: WebhookBody = { ...event, time: toSeconds(event.time), box: source.host };
  const id = `${source.host}-${event.source}-${event.id || event.time}`;
  const at = String(toSeconds(runtime.now()));
  const headers = {
    "user-agent": `box/${source.version}`,
    "webhook-id": id,
    "webhook-timestamp": at,
    ...(secret === "" ? {} : {
      "webhook-signature": `v1,${signatureOf(secret, `${id}.${at}.${JSON.stringify(body)}`)}`,
    }),
  };
  const lookup = () => Promise.resolve(addresses);
  let status: number;
  try {
    status = await postJson(
      { destination: "webhook", url, headers, body, signal, ca: config.ca },
      lookup,
    );
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new DeliveryError(sentence`${host} could not be reached: ${(error as Error).message}`);
  }
  if (status >= 300 && status < 400) {
    throw new DeliveryError(
      sentence`${host} sends on to another address (${status}), which is not followed`,
    );
  }
  if (status < 200 || status > 299) {
    throw new DeliveryError(sentence`${host} answered with status ${status}`);
  }
  step(sentence`${host} took it with status ${status}`);
}

/**
 * The HMAC-SHA256 of a text in base64. A secret that begins with `whsec_` is base64 itself
 * (Standard Webhooks 1.0).
 */
export function signatureOf(secret: string, text: string): string {
  const key = secret.startsWith("whsec_")
    ? base64(secret.slice("whsec_".length))
    : new TextEncoder().encode(secret);
  return createHmac("sha256", key).update(text).digest("base64");
}

function base64(text: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    throw new DeliveryError(
      sentence`The secret begins with whsec_ and is no base64 after it; enter it again`,
    );
  }
}

/**
 * What the service asks of the root unit: a file with strictly parsed parameters. Nothing of it is
 * ever used as a command, a path or a text of a file.
 */
import { UPDATE_CHANNELS, type UpdateChannel } from "../../policy/catalogue/updates.ts";
import { jsonOf, recordOf, textOf } from "./fields.ts";
import { UpdateError } from "./refusal.ts";
import { VERSION_FORM } from "./version_order.ts";
import { sentence } from "../../policy/model/sentence.ts";

/** Names of the files in the request folder. */
export const REQUEST_FILE = "request.json";
export const MANIFEST_FILE = "manifest.json";
export const DOWNLOAD_FILE = "download";

/** Maximum characters of a request. */
export const MOST_REQUEST = 1000;

const WHAT = "the request";

/** A request. */
export interface UpdateRequest {
  /** 32 hexadecimal digits, new for each request. */
  readonly id: string;
  readonly action: "install" | "rollback";
  readonly channel: UpdateChannel;
  /** The version to install or to return to. */
  readonly version: string;
}

/** The text of a request. */
export function requestText(request: UpdateRequest): string {
  return `${JSON.stringify(request)}\n`;
}

/** Reads a request. Throws an UpdateError for another form. */
export function readRequest(text: string): UpdateRequest {
  return requestOf(jsonOf(text, MOST_REQUEST, WHAT));
}

/** A parsed value as a request, with `others` as in `recordOf`. Throws an UpdateError. */
export function requestOf(value: unknown, others: readonly string[] | "any" = []): UpdateRequest {
  const fields = recordOf(value, ["id", "action", "channel", "version"], WHAT, others);
  const channel = UPDATE_CHANNELS.find((one) => one === fields.channel);
  const action = (["install", "rollback"] as const).find((one) => one === fields.action);
  if (channel === undefined || action === undefined) {
    throw new UpdateError("request", sentence`the request is not understood`);
  }
  return {
    id: textOf(fields.id, 32, "the id of the request", /^[0-9a-f]{32}$/),
    action,
    channel,
    version: textOf(fields.version, 64, "the version of the request", VERSION_FORM),
  };
}

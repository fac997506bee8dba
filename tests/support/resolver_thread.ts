/** The resolver with one real thread, on a port of the loopback. */
import type { SnapshotMessage } from "../../resolver/protocol.ts";
import {
  type RunningResolver,
  type StartOptions,
  startResolver,
} from "../../resolver/threads/start.ts";
import { freePort } from "./box_process.ts";

/** Starts it with a policy; its log is discarded by default. */
export async function startThread(
  snapshot: SnapshotMessage,
  change: Partial<StartOptions> = {},
): Promise<RunningResolver & { readonly port: number }> {
  const port = freePort();
  const started = await startResolver({
    listen: [{ address: "127.0.0.1", port }],
    workers: 1,
    workerUrl: new URL("../../resolver/worker.ts", import.meta.url),
    secret: new Uint8Array(16),
    networks: ["127.0.0.0/8"],
    snapshot,
    log: () => {},
    holder: () => "",
    ...change,
  });
  return { ...started, port };
}

/** A scan in responses (A 4.8). */
import { z } from "@hono/zod-openapi";
import { seconds, toSeconds } from "../../http/route.ts";
import { SCAN_STAGES, type ScanState } from "./scan/service.ts";

/** The schema of a scan. */
export const scanSchema = z.object({
  running: z.boolean(),
  started: seconds,
  ended: seconds,
  stage: z.enum(["", ...SCAN_STAGES]).describe("Current stage, empty = not running"),
  percent: z.int().min(0).max(100),
  found: z.int().describe("Machines found"),
  new: z.int().describe("How many of them are new"),
  networks: z.array(z.string()).readonly(),
  skipped: z.array(z.string()).readonly().describe("Sentences about what was skipped"),
  stopped: z.boolean().describe("Whether a user stopped it"),
  error: z.string(),
}).meta({ id: "NetworkScan" });

/** A scan in responses. */
export type ScanResponse = z.infer<typeof scanSchema>;

/** Returns a scan in the form of the API. */
export function scanResponse({ started, ended, done, total, ...state }: ScanState): ScanResponse {
  const percent = total === 0 ? 0 : Math.min(100, Math.floor(done * 100 / total));
  return { ...state, started: toSeconds(started), ended: toSeconds(ended), percent };
}

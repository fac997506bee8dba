/** Scans of the network in the API: start, state and stop (A 4.8). */
import { z } from "@hono/zod-openapi";
import { reply, routeFor } from "../../../http/route.ts";
import { scanResponse, scanSchema } from "../scan_response.ts";
import type { Scan } from "./service.ts";

/** The services that these routes use. */
interface Needs {
  readonly scan: Pick<Scan, "state" | "start" | "stop">;
}

const route = routeFor<Needs>();

export type { ScanResponse } from "../scan_response.ts";

const path = "/api/v1/network/scan";

/** The routes of scans. */
export const scanRoutes = [
  route({
    doc: "A 4.8",
    method: "get",
    path,
    summary: "The running scan, or the result of the last one since the start",
    access: "devices.read",
    answers: { 200: scanSchema },
    handle: (_, { scan }) => scanResponse(scan.state()),
  }),
  route({
    doc: "A 4.8",
    method: "post",
    path,
    operationId: "startNetworkScan",
    summary: "Starts a scan of the IPv4 networks of the box, at most a thousand addresses of each",
    access: "devices.write",
    audit: ["network.scan"],
    body: z.strictObject({
      networks: z.array(z.string().min(1).max(64)).max(16).default([])
        .describe(
          "Parts of the box's networks in CIDR; none = all, for large networks the part around the box",
        ),
    }),
    answers: { 202: scanSchema },
    refusals: ["bad_value", "conflict"],
    handle({ body: { networks }, audit }, { scan }) {
      const state = scan.start(networks);
      audit("network.scan", { networks: state.networks.join(", ") });
      return reply(202, scanResponse(state));
    },
  }),
  route({
    doc: "A 4.8",
    method: "delete",
    path,
    operationId: "stopNetworkScan",
    summary: "Stops the running scan; results are kept",
    access: "devices.write",
    audit: ["network.scan.stop"],
    answers: { 200: scanSchema },
    async handle({ audit }, { scan }) {
      const { running } = scan.state();
      const state = await scan.stop();
      if (running) audit("network.scan.stop", {});
      return scanResponse(state);
    },
  }),
];

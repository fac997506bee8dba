/**
 * Data that programs of the household carried inside DNS: a television that counts its viewers this
 * way, and a program on a laptop.
 */
import type { Observation } from "../../resolver/protocol.ts";
import { TUNNEL_SHAPES } from "../support/tunnel_traffic.ts";
import { ACCOUNT, actor, type DemoEvent } from "./events.ts";

interface DemoTunnel {
  /** When it ran, in hours before the end of the history. */
  readonly ago: number;
  readonly client: string;
  readonly domain: string;
  /** The name of its shape. */
  readonly shape: string;
  /** Allowed by somebody an hour later. */
  readonly allowed?: boolean;
}

const TUNNELS: readonly DemoTunnel[] = [
  {
    ago: 14 * 24,
    client: "127.20.0.14",
    domain: "file-reputation.net",
    shape: "Cobalt Strike A post, 1 a minute",
    allowed: true,
  },
  { ago: 5, client: "127.20.0.15", domain: "free-vpn-relay.com", shape: "dns2tcp TXT" },
];

/** The observations of the resolver for one, from a time on. */
function seen({ client, domain, shape }: DemoTunnel, time: number): Observation[] {
  const batch: Observation[] = [];
  let first = 0;
  for (const { query } of TUNNEL_SHAPES.find(({ name }) => name === shape)!.traffic(1)) {
    first ||= query.time;
    const name = query.name.replace(/cdn-sync\.co\.uk$/, domain);
    batch.push({
      ...query,
      client,
      name,
      time: time + query.time - first,
      duration: 20_000,
      transport: "udp",
      reason: "",
      origin: "",
      spyware: "",
      list: -1,
      rule: "",
      upstream: "",
    });
    if (batch.length === 30) break;
  }
  return batch;
}

/** Runs them: they were detected, and one of them was allowed. */
export const TUNNEL_EVENTS: readonly DemoEvent[] = TUNNELS.flatMap((tunnel): DemoEvent[] => {
  const { ago, domain, allowed } = tunnel;
  const caught: DemoEvent = {
    ago,
    run: async ({ control, now }) => {
      control.tunnels.observe(seen(tunnel, now()));
      await control.tunnels.flush();
    },
  };
  if (!allowed) return [caught];
  const run: DemoEvent["run"] = async (scene) => {
    await scene.control.tunnels.allow(domain);
    await scene.control.audit.record(actor(scene, ACCOUNT), "tunnel.allow", { name: domain });
  };
  return [caught, { ago: ago - 1, run }];
});

import assert from "node:assert/strict";
import type { UpstreamsResponse } from "../../../api/features/network/upstreams/routes.ts";
import { Ui } from "../../ui.ts";
import { leadText } from "./servers.ts";
import { protocolOf } from "./protocol.ts";

type Server = UpstreamsResponse["upstreams"][number];

const ui = new Ui({
  language: "en",
  zone: "UTC",
  now: 1_790_000_000_000,
  address: "/",
  box: "box",
  version: "1",
  by: { kind: "device", name: "", address: "", rights: new Set() },
});

function server(change: Partial<Server> = {}): Server {
  const counts = {
    queries: 9,
    failures: 0,
    timeouts: 0,
    latency: 12.4,
    last_answer: 1_789_999_000,
  };
  return { upstream: "9.9.9.9", ...counts, down_until: 0, last_error: "", ...change };
}

function lead(...servers: Server[]): string {
  return leadText(ui, servers).replaceAll("\u00a0", " ");
}

Deno.test("The lead sentence claims only what is known", () => {
  const unasked = server({ queries: 0, latency: 0, last_answer: 0 });
  const down = server({ down_until: 1_790_000_100 });
  assert.match(
    lead(server(), server({ latency: 30 })),
    /2 DNS servers .*; all answer\. The quickest takes 12 ms\.$/,
  );
  assert.match(lead(server()), /1 DNS server .*; it answers\./);
  assert.match(lead(unasked, unasked), /none has been asked yet\.$/);
  assert.match(lead(server(), unasked), /those asked so far answer\. The quickest/);
  assert.match(
    lead(server(), down),
    /^1 of 2 DNS servers does not answer\. The quickest takes 12 ms\.$/,
  );
  assert.match(lead(down, down), /^No DNS server answers\./);
  assert.match(leadText(ui, undefined), /does not answer right now/);
});

Deno.test("The protocol is read from the notation of a server", () => {
  const preset = {
    id: "quad9",
    operator: "",
    country: "",
    filtering: "malware",
    note: "",
    addresses: [],
  } as const;
  const presets = [{ ...preset, protocols: ["doh", "dot", "plain"] as const, looked_up: false }];
  const ways = [
    "https://x/y",
    "tls://x",
    "quad9",
    "quad9/dot",
    "quad9/plain",
    "quad9/pigeon",
    "9.9.9.9",
    "tcp://x",
    "x/y",
    "QUIC://x",
    "h3://x/y",
    "sdns://AAEAAAAAAAAACTE5Mi4wLjIuMQ",
    "sdns://AQMAAAAAAAAAETk0LjE0MC4xNC4xNDo1NDQz",
    "sdns://AgMAAAAAAAAABzkuOS45LjkgKhX1",
    "sdns://AwEA",
    "sdns://BAEA",
    "sdns://",
  ];
  assert.deepEqual(ways.map((text) => protocolOf(text, presets as never)), [
    "doh",
    "dot",
    "doh",
    "dot",
    "plain",
    "doh",
    "plain",
    "plain",
    "plain",
    "doq",
    "h3",
    "plain",
    "dnscrypt",
    "doh",
    "dot",
    "doq",
    "plain",
  ]);
});

/** The states of the network, of upstreams, records and tunnels. */
import { device, failing, HOME, setting } from "./answers.ts";
import { type Answers, NOW, type PageStates } from "./state.ts";

function tunnels(detection: string, ...over: readonly Record<string, unknown>[]): Answers {
  const tunnel = {
    domain: "t.example",
    client: "192.0.2.1",
    device_id: 0,
    device: "",
    private: false,
    blocked: true,
    allowed: false,
    score: 95,
    found: NOW,
    last: NOW,
    names: 9,
    length: 50,
    seconds: 60,
    type: "TXT",
    sent: 100,
    received: 0,
  };
  return {
    "/api/v1/tunnels": { detection, tunnels: over.map((one) => ({ ...tunnel, ...one })) },
  };
}

function networkOf(present: number): Answers {
  const machine = {
    device_id: 5,
    label: "Tablet",
    kind: "tablet",
    system: "",
    addr: "192.0.2.5",
    vendor: "",
    mac: "02:00:00:00:00:05",
    random_mac: false,
    present: present > 0,
    present_since: NOW,
    first_seen: NOW,
    seen_at: NOW,
    last_query: NOW,
    people: [],
    group: 0,
  };
  const scan = {
    running: false,
    started: 0,
    ended: 0,
    stage: "",
    percent: 0,
    found: 0,
    new: 0,
    networks: [],
    skipped: [],
    stopped: false,
    error: "",
  };
  return {
    "/api/v1/network": { machines: [machine], next: "", total: 1, present, networks: [], scan },
    "/api/v1/devices": { devices: [device({ known: false })], next: "" },
  };
}

function upstreamsOf(...over: readonly Record<string, unknown>[] | readonly Error[]): Answers {
  const one = {
    upstream: "9.9.9.9",
    queries: 9,
    failures: 0,
    timeouts: 0,
    latency: 12,
    last_answer: NOW - 5,
    down_until: 0,
    last_error: "",
  };
  const [first] = over;
  const keys = ["upstreams", "upstream_strategy", "fallback_upstreams", "bootstrap"];
  const rows = [...keys, "private_upstreams", "bogus_nxdomain", "upstream_timeout"].map((key) =>
    setting({ key })
  );
  return {
    ...HOME,
    "/api/v1/settings": { settings: rows },
    "/api/v1/upstreams/presets": { presets: [] },
    "/api/v1/upstreams/scopes": { scopes: [] },
    "/api/v1/scopes": { scopes: [] },
    "/api/v1/upstreams": first instanceof Error
      ? first
      : { upstreams: over.map((each) => ({ ...one, ...each })) },
  };
}

function records(next: string, ...enabled: readonly boolean[]): Answers {
  const all = enabled.map((on, id) => ({
    id,
    name: `n${id}.example`,
    readable: `n${id}.example`,
    type: "A",
    value: "192.0.2.1",
    ttl: 60,
    enabled: on,
    comment: "",
    created: NOW,
    changed: NOW,
    by: "anna",
  }));
  return {
    "/api/v1/dns-records": { records: all, next },
    "/api/v1/dns-records/devices": { names: [], next: "" },
    "/api/v1/dns-records/zones": { zones: [] },
    "/api/v1/dns-records/forwarding": { router: "", domain: "", reverse: false },
  };
}

/** The states of the network, of upstreams, records and tunnels. */
export const NETWORK_STATES: PageStates = {
  "/network": {
    "a new device is here": {
      answers: networkOf(1),
      lead: /^One device is on the network now\. One is new/,
      never: /Nobody is here/,
    },
    "nobody is here": {
      answers: networkOf(0),
      query: {},
      lead: /^0 devices are on the network now\./,
    },
  },
  "/upstreams": {
    "all answer": {
      answers: upstreamsOf({}, {}),
      lead: /^The box asks 2 DNS servers .*; all answer\. The quickest takes 12 ms\.$/,
    },
    "a child has its own": {
      answers: {
        ...upstreamsOf({}, {}),
        "/api/v1/upstreams/scopes": {
          scopes: [{
            scope: "profile:child",
            kind: "profile",
            name: "",
            upstreams: ["cloudflare-family"],
            changed: NOW,
            changed_by: "anna",
          }],
        },
      },
      lead: /^The box asks 2 DNS servers .*; all answer\./,
      says: /Different servers for some.*Children.*cloudflare-family/,
    },
    "the only one answers": {
      answers: upstreamsOf({}),
      lead: /asks 1 DNS server .*; it answers\./,
    },
    "none was asked": {
      answers: upstreamsOf({ last_answer: 0, queries: 0, latency: 0 }),
      lead: /it has not been asked yet\.$/,
    },
    "one was not asked": {
      answers: upstreamsOf({}, { last_answer: 0, queries: 0, latency: 0 }),
      lead: /those asked so far answer\./,
    },
    "one does not answer": {
      answers: upstreamsOf({}, { down_until: NOW + 30 }),
      lead: /^1 of 2 DNS servers does not answer\./,
    },
    "none answers": {
      answers: upstreamsOf({ down_until: NOW + 30 }, { down_until: NOW + 30 }),
      lead: /^No DNS server answers\./,
    },
    "the resolver is silent": {
      answers: upstreamsOf(failing),
      lead: /does not answer right now\.$/,
    },
  },
  "/records": {
    "none": { answers: records(""), lead: /^No names of your own yet/ },
    "one, and one that is off": {
      answers: records("", true, false),
      lead: /^The box answers 1 name of your own itself\.$/,
    },
    "more than a page": {
      answers: records("x", true, true),
      lead: /^2 names on this page\.$/,
      never: /The box answers 2/,
    },
    "found": {
      answers: records("", true),
      query: { text: "n0" },
      lead: /^1 name matches the search\.$/,
    },
  },
  "/tunnels": {
    "nothing caught": { answers: tunnels("on"), lead: /^No device was caught hiding data/ },
    "not looked for": {
      answers: tunnels("off"),
      lead: /^The box does not look for tunnels at the moment\.$/,
      never: /No device was caught/,
    },
    "blocked": { answers: tunnels("on", {}), lead: /^1 domain is blocked because/ },
    "reported only": {
      answers: tunnels("tell", { blocked: false }),
      lead: /^Devices hide data in DNS, and nothing blocks it\.$/,
      says: /Tunnels are reported, not blocked\./,
    },
    "allowed": {
      answers: tunnels("on", { blocked: false, allowed: true }),
      lead: /somebody allowed it\.$/,
    },
  },
};

/**
 * What the services of a test meet outside the process. Each of these is faked, with the reason.
 */
import type { ListResponse, Transport } from "../../api/features/protection/lists/transport.ts";
import type { IncomingResponse } from "../../api/system/outgoing_request.ts";
import { rawPublicKey } from "../../api/updates/envelope.ts";
import type { Manifest } from "../../api/updates/manifest.ts";
import { releaseArch } from "../../api/updates/release_folder.ts";
import { nameToText } from "../../policy/model/name.ts";
import { readMessage } from "../../resolver/wire/message.ts";
import { ParsedQuery, parseQuery } from "../../resolver/wire/query.ts";
import type { FeedSource } from "../../api/features/insight/observation_pump.ts";
import type { NetworkAccess } from "../../api/features/network/network_access.ts";
import type { PowerSwitch } from "../../api/features/box/power/service.ts";
import type { BoxState } from "../../api/schema/box_state.ts";
import type { ResolverSums } from "../../api/features/insight/totals.ts";
import type { ExplainedStep } from "../../policy/model/decision.ts";
import type { UpstreamTarget } from "../../policy/model/upstream_line.ts";
import type { Observation, ResolverHandle, UpstreamProbe } from "../../resolver/protocol.ts";
import { respond } from "../support/fake_upstream.ts";
import { manifestOf, newKey, releaseKey, signedText } from "../support/signed_manifests.ts";
import { NOW } from "./facts.ts";

const NO_FACTS = { origin: "", rule: "", list: "", scope: "", skipped: [] };
const EXPLAINED: readonly ExplainedStep[] = [
  {
    protection: "local names",
    verdict: "next",
    outcome: "nothing",
    ...NO_FACTS,
    text: "Nothing to say",
  },
  {
    protection: "lists",
    verdict: "settle",
    outcome: "blocked",
    origin: "list:1",
    rule: "||ads.example^",
    list: "Starter",
    scope: "",
    skipped: [],
    text: "Blocked by rule ||ads.example^ of list Starter",
  },
];

/** The resolver with what main.ts adds to it. */
export type FakeResolver = ResolverHandle & {
  readonly restart: () => Promise<void>;
  readonly interfaces: (networks: readonly string[]) => void;
};

/**
 * The resolver is faked because it runs in its own threads: it answers every query with the query
 * itself, until `gone`.
 */
export function fakeResolver(gone: () => boolean): FakeResolver {
  const refuse = <T>(value: T) =>
    gone()
      ? Promise.reject(new Error("Ask the resolver: it did not answer within 10 seconds"))
      : Promise.resolve(value);
  return {
    publish: () => Promise.resolve(),
    updateNeighbors: () => {},
    openQueryPorts: () => [],
    onRestart: () => {},
    restart: () => refuse(undefined),
    interfaces: () => {},
    ask(wire, from, explain) {
      const query = new ParsedQuery();
      parseQuery(wire, 0, wire.length, query);
      const answer = wire.slice();
      answer[2] |= 0x80;
      if (readMessage(answer) === undefined) {
        return Promise.reject(new Error("The query is malformed"));
      }
      const host = nameToText(wire, 12);
      if (from === "127.0.0.1" && !explain) return refuse(addressOf(wire, OUTSIDE.has(host)));
      return refuse({
        kind: "answer" as const,
        id: 1,
        wire: answer,
        explained: EXPLAINED,
        status: "blocked",
        reason: "list",
        upstream: "",
        duration: 321,
      });
    },
    onAgeWanted: () => {},
    tellAge: () => {},
    onLearned: () => {},
    drainLearned: () => Promise.resolve(),
    explainChoices: (_, __, scopes) => refuse(scopes.map(() => [])),
    answersItself: (names) => refuse(names.map(() => false)),
    flush: (name) => refuse(name === undefined ? 12 : 1),
    probe: (target) => refuse(probeOf(target)),
    statistics: () =>
      refuse({
        kind: "statistics" as const,
        id: 1,
        upstreams: [{
          upstream: "9.9.9.9",
          queries: 100,
          failures: 1,
          timeouts: 1,
          late: 2,
          latency: 12.34,
          lastAnswer: NOW - 3000,
          downUntil: 0,
          lastError: "",
        }],
        cache: {
          entries: 10,
          bytes: 2048,
          capacity: 33_554_432,
          hits: 40,
          misses: 60,
          evictions: 0,
        },
      }),
  };
}

/** Hosts whose address the box finds; fakeTransport serves the downloads from them. */
const OUTSIDE: ReadonlySet<string> = new Set([
  "openholidaysapi.org",
  "updates.example",
  "lists.example",
  "x.example",
  "small.oisd.nl",
  "new.example",
]);

/** The answer to a lookup of the box: at most one IPv4 address. */
function addressOf(wire: Uint8Array, isKnown: boolean) {
  const isA = isKnown && wire[wire.length - 3] === 1;
  const query = { wire, name: "", type: 1, id: 0, transport: "udp", port: 53, before: 0 } as const;
  return {
    kind: "answer" as const,
    id: 1,
    wire: respond(query, isA ? { address: "93.184.216.34" } : {}),
    explained: [],
    status: "answered",
    reason: "",
    upstream: "9.9.9.9",
    duration: 321,
  };
}

const nameIn = (text: string) => [{ language: "EN", text }, { language: "FR", text }];
/** A school holiday of zone A in the format of the service. */
function holiday(id: string, startDate: string, endDate: string) {
  return {
    id: `0b9c7a52-${id}`,
    startDate,
    endDate,
    type: "School",
    name: nameIn(id),
    nationwide: false,
    regionalScope: "Regional",
    temporalScope: "FullDay",
    groups: [{ code: "FR-ZA", shortName: "ZA" }],
  };
}
const ZONE_A = [{ code: "FR-ZA", shortName: "ZA" }];
const HOLIDAYS: Readonly<Record<string, unknown>> = {
  Countries: [
    { isoCode: "FR", name: nameIn("France") },
    { isoCode: "MC", name: nameIn("Monaco") },
  ],
  Subdivisions: [{ code: "FR-ARA", name: nameIn("Auvergne-Rhône-Alpes"), groups: ZONE_A }],
  Groups: [{
    code: "FR-ZA",
    name: nameIn("Zone A"),
    subdivisions: [{ code: "FR-ARA", shortName: "ARA" }],
  }],
  SchoolHolidays: [
    holiday("autumn", "2026-10-17", "2026-11-02"),
    holiday("winter", "2026-12-19", "2027-01-03"),
    holiday("ski", "2027-02-13", "2027-02-28"),
    holiday("spring", "2027-04-10", "2027-04-25"),
  ],
};

/**
 * HTTP to other hosts is faked because tests run without Internet: a list of two names, and a
 * holiday service for two countries.
 */
export const fakeTransport: Transport = ({ hostname, pathname, searchParams }) => {
  if (hostname === "updates.example") return Promise.resolve(updateAnswer(pathname));
  const isList = hostname !== "openholidaysapi.org";
  const known = HOLIDAYS[pathname.split("/").at(-1)!];
  const isOf = searchParams.get("countryIsoCode") !== "MC" || pathname.endsWith("/Countries");
  const text = isList ? "ads.example\ntracker.example\n" : JSON.stringify(isOf ? known : []);
  const type = isList ? "text/plain" : "application/json";
  return Promise.resolve({
    status: isList || known !== undefined ? 200 : 404,
    header: (name) => name === "content-type" ? type : "",
    body: ReadableStream.from([new TextEncoder().encode(text ?? "")]),
    close: () => {},
  });
};

const UPDATE_ROOT = newKey();
const UPDATE_KEY = releaseKey(UPDATE_ROOT, NOW / 1000);

/** The root key of the versions that updates.example offers. */
export const UPDATE_ROOT_KEY = rawPublicKey(UPDATE_ROOT).toBase64();

/** The manifest of version 0.9.1 for this machine. */
export function offeredUpdate(): Manifest {
  const [file] = manifestOf(NOW / 1000).files;
  return manifestOf(NOW / 1000, { files: [{ ...file, arch: releaseArch() as "amd64" }] });
}

/** The signed manifest of version 0.9.1; no other file is there. */
function updateAnswer(pathname: string): ListResponse {
  const isThere = pathname === "/stable.json";
  const text = isThere ? signedText(offeredUpdate(), UPDATE_KEY) : "";
  return {
    status: isThere ? 200 : 404,
    header: () => "",
    body: ReadableStream.from([new TextEncoder().encode(text)]),
    close: () => {},
  };
}

/** Every upstream is healthy. */
function probeOf(target: UpstreamTarget): UpstreamProbe {
  return {
    state: "answers",
    connectLatency: 31.2,
    latency: 9.87,
    dnssec: "validated",
    error: "",
    ...(target.transport === "udp"
      ? { tcp: true }
      : { certificate: { names: [target.host], ends: NOW + 30 * 86_400_000 } }),
  };
}

const TOTALS: ResolverSums = {
  queries: 200,
  byStatus: { answered: 100, cached: 40, stale: 5, local: 5, blocked: 48, failed: 2 },
  byTransport: { udp: 200 },
  byType: { A: 150, AAAA: 50 },
  byRcode: { NOERROR: 198, SERVFAIL: 2 },
  byReason: { "": 152, list: 48 },
  dropped: { rate: 3 },
  full: { answered: 1 },
  overRate: { answered: 2 },
};

/**
 * The shared memory of a resolver thread, faked for the same reason: constant counters, and
 * observations supplied by the test.
 */
export class FakeSource implements FeedSource {
  readonly queries: number = TOTALS.queries;
  readonly #rows: Observation[] = [];

  /** Adds observed queries. */
  push(rows: readonly Observation[]): void {
    for (const row of rows) this.#rows.push(row);
  }

  /** Queries that were not read yet. */
  get waiting(): number {
    return this.#rows.length;
  }

  drain(max: number): Observation[] {
    return this.#rows.splice(0, max);
  }

  totals(): ResolverSums {
    return TOTALS;
  }
}

/** Lines of /proc/net/arp: the child's tablet. */
const ARP = "IP address       HW type     Flags       HW address            Mask     Device\n" +
  "192.168.1.20     0x1         0x2         02:00:5e:00:00:01     *        eth0\n";
/** The same with the phone, the television and the console of the family. */
const FAMILY_ARP = ARP +
  "192.168.1.40     0x1         0x2         02:00:5e:00:00:04     *        eth0\n" +
  "192.168.1.50     0x1         0x2         02:00:5e:00:00:05     *        eth0\n" +
  "192.168.1.60     0x1         0x2         02:00:5e:00:00:06     *        eth0\n";

/**
 * The network of the machine is faked because each machine has another one, and a test must not
 * send to it.
 */
export const FAKE_NETWORK: NetworkAccess = {
  openNotices() {
    throw new Error("the routing socket is refused");
  },
  openLookup: () => ({
    fd: -1,
    lookup: () => undefined,
    onLink: () => false,
    refresh: () => {},
    close: () => {},
  }),
  readArp: () => ARP,
  openSocket: () => ({ send: () => Promise.resolve(), close: () => {} }),
  openPing: () => ({
    ask: () => {},
    askLink: () => {},
    answered: () => [],
    close: () => {},
  }),
  routers: () => [],
  describe: () => Promise.reject(new Error("There is no such device")),
};

/** The network of the family. */
export const FAMILY_NETWORK: NetworkAccess = { ...FAKE_NETWORK, readArp: () => FAMILY_ARP };

/** The interface of the box in this network. */
export const INTERFACES = [
  { name: "eth0", address: "192.168.1.2", cidr: "192.168.1.2/24", mac: "02:00:5e:00:00:ff" },
];

/**
 * The power switch of the machine is faked because the real one powers off the developer's machine.
 */
export const FAKE_MACHINE: PowerSwitch = {
  canPowerOff: () => Promise.resolve("yes"),
  powerOff: () => Promise.resolve(),
};

/**
 * The state of the process is faked because no box process runs: api/app/control_side.ts reads it
 * from sockets and threads.
 */
export function fakeState(): BoxState {
  return {
    started: NOW - 7_200_000,
    timeKnown: true,
    dataDir: "/tmp/box",
    listeners: ["udp 127.0.0.1:5300"],
    fingerprint: "AB:CD:EF",
    addresses: ["192.168.1.2"],
    warnings: ["Bad value in box.toml"],
    suppressedLines: 0,
    policy: { version: 3, lists: 1, names: 1234, rules: 5 },
  };
}

/** The provider of leaked passwords is on the Internet: it knows one, and pads the range. */
export function fakeLeaks(): Promise<IncomingResponse> {
  const lines = [`${"0".repeat(34)}1:3`, `${"F".repeat(35)}:0`];
  const body = new TextEncoder().encode(lines.join("\r\n"));
  return Promise.resolve({ status: 200, date: NOW, retryAfter: 0, headers: {}, body });
}

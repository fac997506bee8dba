/**
 * The upstreams of a resolver thread: which of them receives a question, their health and their
 * statistics.
 */
import { maskUpstream, upstreamNames } from "../../policy/model/masked_address.ts";
import {
  ForwardRules,
  parseUpstreams,
  type UpstreamLines,
  type UpstreamRoute,
  type UpstreamTarget,
} from "../../policy/model/upstream_line.ts";
import type { ResolverSettings, UpstreamStrategy } from "../../policy/snapshot/settings.ts";
import type { SnapshotParts } from "../../policy/snapshot/snapshot_parts.ts";
import type { Clock } from "../clock.ts";
import { ExactArrays } from "../memory/exact_arrays.ts";
import type { Poller } from "../net/poller.ts";
import type { UpstreamProbe, UpstreamStatistics } from "../protocol.ts";
import { ObjectPool } from "../memory/object_pool.ts";
import { Bootstrap, type HostResolver } from "./bootstrap.ts";
import { LoopbackProxy } from "./loopback_proxy.ts";
import type { ForwardListener, ForwardQuestion, Upstreams } from "./exchange.ts";
import {
  UpstreamQuery,
  type UpstreamQueryDeps,
  type UpstreamQueryRules,
} from "./upstream_query.ts";
import { openTransport } from "./open_transport.ts";
import { isPrivateReverse } from "./private_zones.ts";
import { Prober } from "./probe.ts";
import { QuicEndpoints } from "./quic/endpoints.ts";
import { RandomNumbers } from "./random_numbers.ts";
import { emptyStatistics, UpstreamServer } from "./upstream.ts";
import { initialParallelism, orderServers } from "./strategies.ts";
import { Timers } from "./timers.ts";
import type { TransportDeps } from "./transport.ts";
import { DEFAULT_UPSTREAMS, UpstreamSetNumbers } from "./upstream_sets.ts";

/**
 * Concurrent questions; beyond them a question fails with an UpstreamError at once, so that memory
 * stays bounded.
 */
const MAX_FLIGHTS = 4096;
/** Milliseconds between two checks for idle sockets. */
const SWEEP = 5000;

/** The settings that concern upstreams. */
export type UpstreamSettings =
  & Pick<
    ResolverSettings,
    | "upstreams"
    | "fallbackUpstreams"
    | "bootstrap"
    | "privateUpstreams"
    | "upstreamStrategy"
    | "upstreamTimeout"
  >
  & { readonly upstreamSets?: SnapshotParts["upstreamSets"] };

/** The dependencies of a pool. */
export interface UpstreamPoolDeps {
  readonly clock: Clock;
  /** crypto.getRandomValues. */
  readonly random: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly poller: Poller;
  readonly log: (level: "info" | "warn" | "error", text: string) => void;
  /** Totals to continue from after a restart. */
  readonly statistics?: readonly UpstreamStatistics[];
  /** Certificates (PEM) trusted in addition to the public ones. */
  readonly caCerts?: readonly string[];
  /** The numbers by which questions name `upstreamSets`. */
  readonly setNumbers?: UpstreamSetNumbers;
}

/** The upstreams in use. */
export interface UpstreamPool extends Upstreams {
  /** A copy of the totals of every configured upstream. */
  statistics(): UpstreamStatistics[];
  /** Applies other settings; upstreams that stay keep their connections, health and totals. */
  reconfigure(settings: UpstreamSettings): void;
  /**
   * Tests an upstream, configured or not, over connections of its own; the totals do not change.
   * Never rejects.
   */
  probe(target: UpstreamTarget, domain: string): Promise<UpstreamProbe>;
  /** Fails all questions in flight and closes every socket. */
  close(): void;
}

/** Upstreams that share the questions for some names. */
interface Group {
  readonly servers: readonly UpstreamServer[];
  /** Queried when none of the servers gave a useful response. */
  readonly fallbacks: readonly UpstreamServer[];
  readonly strategy: UpstreamStrategy;
  readonly rules: UpstreamQueryRules;
}

interface Routing {
  readonly settings: UpstreamSettings;
  readonly defaults: Group;
  readonly privates: Group;
  readonly rules: ForwardRules;
  readonly ofRoute: ReadonlyMap<UpstreamRoute, Group>;
  /** The sets of classes of clients, by their number. */
  readonly sets: ReadonlyMap<number, SetRouting>;
}

/** The upstreams of a class of clients. */
interface SetRouting {
  /** Absent = the set contains forward rules only. */
  readonly defaults: Group | undefined;
  readonly rules: ForwardRules;
  readonly ofRoute: ReadonlyMap<UpstreamRoute, Group>;
}

/** What the choice of upstreams depends on. */
type RoutedName = Pick<ForwardQuestion, "name" | "nameLength" | "route">;

const NO_FALLBACKS: readonly UpstreamServer[] = [];
/** The group of a set that is not in use any more. */
const NOBODY: Group = {
  servers: [],
  fallbacks: NO_FALLBACKS,
  strategy: "strict",
  rules: { width: 1, hedges: false, timeout: 0 },
};

/** Makes the pool. Lines that cannot be parsed are logged with key and line, and ignored. */
export function createUpstreamPool(
  settings: UpstreamSettings,
  deps: UpstreamPoolDeps,
): UpstreamPool {
  return new Pool(settings, deps);
}

class Pool implements UpstreamPool {
  readonly #deps: UpstreamPoolDeps;
  readonly #transportDeps: TransportDeps;
  readonly #timers: Timers;
  readonly #random: RandomNumbers;
  readonly #hop: LoopbackProxy;
  readonly #quic: QuicEndpoints;
  readonly #prober: Prober;
  readonly #servers = new Map<string, UpstreamServer>();
  readonly #bootstrapServers = new Map<string, UpstreamServer>();
  readonly #sweep: ReturnType<typeof setInterval>;
  readonly #earlier: Map<string, UpstreamStatistics>;
  readonly #flying: ObjectPool<UpstreamQuery>;
  readonly #names = new ExactArrays(255);
  readonly #setNumbers: UpstreamSetNumbers;
  #bootstrap: Bootstrap;
  #routing: Routing;
  #flights = 0;
  /** The upstream queries with open attempts, as a list. */
  #first: UpstreamQuery | undefined;
  #returns = 0;

  constructor(settings: UpstreamSettings, deps: UpstreamPoolDeps) {
    this.#deps = deps;
    this.#setNumbers = deps.setNumbers ?? new UpstreamSetNumbers();
    this.#timers = new Timers(deps.clock);
    this.#random = new RandomNumbers(deps.random);
    const { clock, poller, caCerts } = deps;
    this.#hop = new LoopbackProxy((bytes) => this.#random.bytes(bytes));
    this.#quic = new QuicEndpoints(caCerts);
    this.#transportDeps = {
      clock,
      poller,
      timers: this.#timers,
      random: this.#random,
      proxy: this.#hop,
      quic: this.#quic,
      ...(caCerts === undefined ? {} : { caCerts }),
    };
    const flightDeps: UpstreamQueryDeps = {
      clock,
      timers: this.#timers,
      onResult: () => this.#flights--,
      onEnd: (flight) => this.#leave(flight),
    };
    this.#flying = new ObjectPool(() => new UpstreamQuery(flightDeps));
    this.#earlier = new Map((deps.statistics ?? []).map((each) => [each.upstream, each]));
    const addresses = (host: string) => this.#bootstrap.resolve(host);
    this.#prober = new Prober(
      { resolve: addresses, reportUnreachable: () => {} },
      this.#transportDeps,
    );
    this.#bootstrap = this.#makeBootstrap(settings);
    this.#routing = this.#route(settings);
    this.#sweep = setInterval(() => this.#sweepAll(), SWEEP);
  }

  forward(question: ForwardQuestion, deadline: number, inquirer: ForwardListener): void {
    this.#timers.wake();
    this.#fly(question, this.#groupOf(question), deadline, inquirer);
  }

  #fly(question: ForwardQuestion, group: Group, deadline: number, inquirer: ForwardListener): void {
    const { servers, fallbacks, strategy, rules } = group;
    if (servers.length + fallbacks.length === 0) {
      return inquirer.onFailure("unreachable", "No upstream is configured for this name", false);
    }
    if (this.#flights >= MAX_FLIGHTS) {
      const text = `Too many questions wait for upstreams: ${this.#flights}`;
      return inquirer.onFailure("network", text, false);
    }
    this.#flights++;
    const flight = this.#flying.acquire();
    const fallbacksAt = orderServers(servers, strategy, this.#random, flight.servers);
    let count = fallbacksAt;
    for (const fallback of fallbacks) flight.servers[count++] = fallback;
    if (flight.servers.length > count) flight.servers.length = count;
    flight.previous = undefined;
    flight.next = this.#first;
    if (this.#first !== undefined) this.#first.previous = flight;
    this.#first = flight;
    flight.start(question, rules, fallbacksAt, deadline, inquirer);
  }

  #leave(flight: UpstreamQuery): void {
    const { previous, next } = flight;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next !== undefined) next.previous = previous;
    flight.previous = flight.next = undefined;
    this.#flying.release(flight);
  }

  /** A skipped upstream responds again: questions that wait for it are sent to it again. */
  #onReturn(server: UpstreamServer): void {
    this.#returns++;
    const flights: UpstreamQuery[] = [];
    for (let flight = this.#first; flight !== undefined; flight = flight.next) flights.push(flight);
    for (const flight of flights) flight.onReturn(server);
  }

  areDead(question: RoutedName): boolean {
    const { servers, fallbacks } = this.#groupOf(question);
    if (servers.length + fallbacks.length === 0) return false;
    for (const server of servers) if (!server.isKnownDead) return false;
    for (const server of fallbacks) if (!server.isKnownDead) return false;
    for (const server of servers) server.keepProbing();
    for (const server of fallbacks) server.keepProbing();
    return true;
  }

  get recoveries(): number {
    return this.#returns;
  }

  statistics(): UpstreamStatistics[] {
    return [...this.#servers.values()].map((server) => ({ ...server.statistics }));
  }

  probe(target: UpstreamTarget, domain: string): Promise<UpstreamProbe> {
    this.#timers.wake();
    return this.#prober.probe(target, domain);
  }

  reconfigure(settings: UpstreamSettings): void {
    if (settings.bootstrap.join(" ") !== this.#routing.settings.bootstrap.join(" ")) {
      this.#bootstrap = this.#makeBootstrap(settings);
    }
    const { defaults, errors } = parseUpstreams(settings.upstreams);
    const unusable = defaults.length === 0 && errors.length > 0;
    // When no line can be parsed, the box continues with the previous upstreams; the errors are
    // logged.
    if (unusable) this.#read(settings.upstreams, "upstreams");
    this.#routing = this.#route(
      unusable ? { ...settings, upstreams: this.#routing.settings.upstreams } : settings,
    );
  }

  close(): void {
    clearInterval(this.#sweep);
    for (const server of [...this.#servers.values(), ...this.#bootstrapServers.values()]) {
      server.close();
    }
    this.#prober.close();
    this.#hop.close();
    this.#quic.close();
    this.#timers.close();
  }

  /**
   * The upstreams of a question: the forward rules of its set, then those of the settings, then its
   * set. The household's own domains are thus resolved for every client.
   */
  #groupOf({ name, nameLength, route = 0 }: RoutedName): Group {
    const { defaults, privates, rules, ofRoute, sets } = this.#routing;
    const own = route === DEFAULT_UPSTREAMS ? undefined : sets.get(route);
    // A set that is not in use any more must not be replaced by upstreams with other answers.
    if (own === undefined && route !== DEFAULT_UPSTREAMS) return NOBODY;
    const otherwise = own?.defaults ?? defaults;
    const isPlain = rules.isEmpty && privates.servers.length === 0;
    if (isPlain && (own === undefined || own.rules.isEmpty)) return otherwise;
    const exact = this.#names.copy(name, 0, nameLength);
    const ownRule = own?.rules.find(exact);
    if (ownRule !== undefined) return withServers(own?.ofRoute.get(ownRule)) ?? otherwise;
    const rule = rules.find(exact);
    if (rule !== undefined) return withServers(ofRoute.get(rule)) ?? otherwise;
    return privates.servers.length > 0 && isPrivateReverse(exact) ? privates : otherwise;
  }

  /** Parses the lines, keeps the servers that stay, closes the others. */
  #route(settings: UpstreamSettings): Routing {
    const main = this.#read(settings.upstreams, "upstreams");
    const fallback = this.#read(settings.fallbackUpstreams, "fallback_upstreams");
    const privates = this.#read(settings.privateUpstreams, "private_upstreams");
    const sets = (settings.upstreamSets ?? []).map((lines) => ({
      number: this.#setNumbers.of(lines),
      ...this.#read(lines, "upstreams of a scope"),
    }));
    const used = new Set<string>();
    const routed = [main, ...sets].flatMap(({ routes }) => routes).flatMap(({ targets }) =>
      targets
    );
    const all = [
      ...main.defaults,
      ...fallback.defaults,
      ...privates.defaults,
      ...sets.flatMap(({ defaults }) => defaults),
      ...routed,
    ];
    const names = upstreamNames(all.map(({ text }) => text));
    const open = (targets: readonly UpstreamTarget[]) => {
      const texts = [...new Set(targets.map((target) => target.text))];
      for (const text of texts) used.add(text);
      return texts.map((text) =>
        this.#open(
          this.#servers,
          targets.find((target) => target.text === text)!,
          names.get(text)!,
        )
      );
    };
    const group = (targets: readonly UpstreamTarget[], fallbacks = NO_FALLBACKS) =>
      groupOf(open(targets), fallbacks, settings.upstreamStrategy, settings.upstreamTimeout);
    const groups = (routes: readonly UpstreamRoute[]) =>
      new Map(routes.map((route) => [route, group(route.targets)]));
    const setRouting = ({ defaults, routes }: UpstreamLines): SetRouting => ({
      defaults: defaults.length === 0 ? undefined : group(defaults),
      rules: new ForwardRules(routes),
      ofRoute: groups(routes),
    });
    const routing: Routing = {
      settings,
      defaults: group(main.defaults, open(fallback.defaults)),
      privates: group(privates.defaults),
      rules: new ForwardRules(main.routes),
      ofRoute: groups(main.routes),
      sets: new Map(sets.map((set) => [set.number, setRouting(set)])),
    };
    for (const [text, server] of [...this.#servers]) {
      if (used.has(text)) continue;
      this.#servers.delete(text);
      server.close();
    }
    return routing;
  }

  #read(lines: readonly string[], key: string): UpstreamLines {
    const read = parseUpstreams(lines, key);
    for (const error of read.errors) this.#deps.log("error", error);
    return read;
  }

  #open(
    among: Map<string, UpstreamServer>,
    target: UpstreamTarget,
    name: string,
  ): UpstreamServer {
    const known = among.get(target.text);
    if (known !== undefined) {
      known.statistics.upstream = name;
      return known;
    }
    // The current bootstrap: reconfiguring may replace it.
    const bootstrap: HostResolver = {
      resolve: (host: string) => this.#bootstrap.resolve(host),
      reportUnreachable: (host: string) => this.#bootstrap.reportUnreachable(host),
    };
    const transport = openTransport(target, bootstrap, this.#transportDeps);
    const statistics = { ...(this.#earlier.get(name) ?? emptyStatistics(name)) };
    const server = new UpstreamServer(
      target,
      transport,
      statistics,
      this.#transportDeps,
      this.#deps.log,
      (returned) => this.#onReturn(returned),
    );
    among.set(target.text, server);
    return server;
  }

  #makeBootstrap(settings: UpstreamSettings): Bootstrap {
    for (const server of this.#bootstrapServers.values()) server.close();
    this.#bootstrapServers.clear();
    const { defaults } = this.#read(settings.bootstrap, "bootstrap");
    const plain = defaults.filter((target) => target.address !== undefined);
    if (plain.length < defaults.length) {
      this.#deps.log(
        "error",
        "bootstrap: use plain addresses, because names cannot be resolved here",
      );
    }
    const servers = plain.map((target) =>
      this.#open(this.#bootstrapServers, target, maskUpstream(target.text))
    );
    const group = groupOf(servers, NO_FALLBACKS, "weighted", settings.upstreamTimeout);
    const ask: Pick<Upstreams, "forward"> = {
      forward: (question, deadline, inquirer) => this.#fly(question, group, deadline, inquirer),
    };
    return new Bootstrap(servers.length === 0 ? undefined : ask, this.#deps.clock);
  }

  #sweepAll(): void {
    this.#deps.clock.refresh();
    for (const server of this.#servers.values()) server.sweep();
    for (const server of this.#bootstrapServers.values()) server.sweep();
  }
}

/** The group, if it has upstreams; a forward rule to `#` has none. */
function withServers(group: Group | undefined): Group | undefined {
  return group !== undefined && group.servers.length > 0 ? group : undefined;
}

function groupOf(
  servers: readonly UpstreamServer[],
  fallbacks: readonly UpstreamServer[],
  strategy: UpstreamStrategy,
  timeout: number,
): Group {
  return {
    servers,
    fallbacks,
    strategy,
    rules: { width: initialParallelism(strategy), hedges: strategy !== "strict", timeout },
  };
}

/** A pool of scripted upstreams with its own poller. */
import { addressToText } from "../../policy/model/address.ts";
import { nameFromText } from "../../policy/model/name.ts";
import { Clock } from "../../resolver/clock.ts";
import { EpollPoller } from "../../resolver/net/poller.ts";
import type { UpstreamStatistics } from "../../resolver/protocol.ts";
import type { UpstreamSetNumbers } from "../../resolver/upstream/upstream_sets.ts";
import { type Exchange, exchange, type ForwardQuestion } from "../../resolver/upstream/exchange.ts";
import { readAnswerAddresses } from "../../resolver/upstream/message.ts";
import {
  createUpstreamPool,
  type UpstreamPool,
  type UpstreamSettings,
} from "../../resolver/upstream/pool.ts";
import { type FakeScript, FakeUpstream, respond } from "./fake_upstream.ts";

/** The options of a test. */
export interface PoolSetup {
  /** The script of the first upstream; it answers by default. */
  readonly script?: FakeScript;
  /** Upstreams instead of the plain one that `script` controls. */
  readonly fakes?: readonly FakeUpstream[];
  /** More plain upstreams, closed with the pool. */
  readonly more?: readonly FakeUpstream[];
  readonly lines?: readonly string[];
  readonly settings?: Partial<UpstreamSettings>;
  readonly caCerts?: readonly string[];
  readonly setNumbers?: UpstreamSetNumbers;
  /** Totals of an earlier pool; `upstream` is replaced by the line of the plain one. */
  readonly earlier?: Omit<UpstreamStatistics, "upstream">;
  /** Whether the plain upstream answers over TCP; true by default. */
  readonly tcp?: boolean;
}

/** A pool whose answers are awaited. */
export interface Pool extends Omit<UpstreamPool, "forward"> {
  /** Rejects with an UpstreamError; `onLate` receives an answer that arrived after that. */
  forward(
    question: ForwardQuestion,
    deadline: number,
    onLate?: (exchange: Exchange) => void,
  ): Promise<Exchange>;
}

/** What a test gets. */
export interface PoolBench {
  readonly pool: Pool;
  readonly fake: FakeUpstream;
  readonly settings: UpstreamSettings;
  readonly log: string[];
}

/** Runs a test with a pool over fakes and closes everything afterwards. */
export async function withPool(
  setup: PoolSetup,
  test: (bench: PoolBench) => Promise<void> | void,
): Promise<void> {
  const fake = new FakeUpstream(setup.script ?? ((query) => [respond(query)]), {
    tcp: setup.tcp ?? true,
  });
  const fakes = [fake, ...(setup.more ?? [])];
  const clock = new Clock(() => performance.now(), () => Date.now());
  const poller = new EpollPoller();
  const log: string[] = [];
  const running = poller.run(() => clock.refresh(), (fault) => log.push(String(fault)));
  const settings: UpstreamSettings = {
    upstreams: [...fakes.map((each) => `127.0.0.1:${each.port}`), ...(setup.lines ?? [])],
    fallbackUpstreams: [],
    bootstrap: [],
    privateUpstreams: [],
    upstreamStrategy: "weighted",
    upstreamTimeout: 1000,
    ...setup.settings,
  };
  const pool = createUpstreamPool(settings, {
    clock,
    poller,
    random: (bytes) => void crypto.getRandomValues(bytes),
    log: (_level, text) => log.push(text),
    ...(setup.earlier === undefined
      ? {}
      : { statistics: [{ ...setup.earlier, upstream: settings.upstreams[0] }] }),
    ...(setup.caCerts === undefined ? {} : { caCerts: setup.caCerts }),
    ...(setup.setNumbers === undefined ? {} : { setNumbers: setup.setNumbers }),
  });
  const awaited: Pool = {
    forward: (question, deadline, onLate) => exchange(pool, question, deadline, onLate),
    areDead: (question) => pool.areDead(question),
    get recoveries() {
      return pool.recoveries;
    },
    statistics: () => pool.statistics(),
    reconfigure: (settings) => pool.reconfigure(settings),
    probe: (target, domain) => pool.probe(target, domain),
    close: () => pool.close(),
  };
  try {
    await test({ pool: awaited, fake, settings, log });
  } finally {
    pool.close();
    poller.stop();
    await running;
    await Promise.all(fakes.map((each) => each.close()));
  }
}

/** A question for a name, of type A by default. */
export function question(name: string, type = 1): ForwardQuestion {
  const wire = nameFromText(name)!;
  return {
    name: wire,
    nameLength: wire.length,
    type,
    class: 1,
    dnssecOk: false,
    checkingDisabled: false,
  };
}

/** The first address of a response, or "". */
export function addressIn(response: Uint8Array): string {
  const [address] = readAnswerAddresses(response, 1).addresses;
  return address === undefined ? "" : addressToText(address);
}

/** The front thread: TLS, HTTP and encrypted DNS for clients. Entry module. */
/// <reference lib="deno.worker" />
import { BlockMemory } from "../../resolver/memory/block_memory.ts";
import { parseAddress } from "../../policy/model/address.ts";
import { collectAfterStart } from "../system/garbage.ts";
import { ClientFaults } from "../http/client_faults.ts";
import type { ListenAddress } from "../settings/listen.ts";
import { Certificates } from "./certificates/certificates.ts";
import { Connection } from "./http/connection.ts";
import { Connections } from "./connections.ts";
import { DnsOverHttps } from "./queries/dns_over_https.ts";
import { Batch } from "./http/flow.ts";
import { Handover } from "./http/handover.ts";
import { AnswerHeads } from "./http2/answers.ts";
import { Http2Choice } from "./http2/choice.ts";
import { Http2Queries } from "./http2/queries.ts";
import { type InnerHandler, InnerHop } from "./http/inner_hop.ts";
import { Leaves } from "./certificates/leaves.ts";
import type { FrontLimits } from "./limits.ts";
import { type FrontListener, Listening } from "./listening.ts";
import type {
  BoundSocket,
  EncryptedPem,
  FromFront,
  FrontListen,
  FrontProtocol,
  ListenFailure,
  Pem,
  RequestPart,
  ToFront,
} from "./protocol.ts";
import { QueryConnection } from "./queries/query_connection.ts";
import { Quic } from "./quic/quic.ts";
import { ResolverLink } from "./queries/resolver_link.ts";
import { TlsListener } from "./tls/listener.ts";
import { type OnClient, TlsEnd } from "./tls/server.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const now = () => performance.now();
const post = (message: FromFront) => scope.postMessage(message);
const logError = (problem: unknown) => post({ kind: "log", level: "error", text: textOf(problem) });
/**
 * Milliseconds for pending responses when the front is closed, and between two messages about
 * client errors.
 */
const GRACE = 1000;
const FAULTS_EVERY = 1000;

type Start = Extract<ToFront, { kind: "start" }>;

/** Everything that runs once the thread has received its configuration. */
class Front {
  readonly #limits: FrontLimits;
  readonly #connections: Connections;
  readonly #queryConnections: Connections;
  readonly #quicConnections: Connections;
  readonly #quic: Quic;
  /** Callbacks that wait until a socket has its filter, in order. */
  readonly #binding: (() => void)[] = [];
  readonly #certificates: Certificates<TlsEnd>;
  readonly #leaves: Leaves<TlsEnd>;
  readonly #hop: InnerHop;
  readonly #handover: Handover;
  readonly #queries: DnsOverHttps;
  readonly #heads = new AnswerHeads(Date.now);
  readonly #requests = new Batch<RequestPart>(
    (parts) => post({ kind: "requests", parts }),
    setImmediate,
  );
  readonly #resolving = new ResolverLink(now);
  readonly #faults = new ClientFaults();
  readonly #listening = new Listening((protocol, address) => this.#open(protocol, address));
  #listen: FrontListen;

  constructor({ given, blocked, limits }: Start) {
    this.#limits = limits;
    this.#listen = given.listen;
    const takes = { https: this.#takeRequests(), tls: this.#takeQueries() };
    const faults = this.#faults;
    const serve = (pem: Pem) => new TlsEnd(pem, limits.handshake, takes, faults);
    this.#certificates = new Certificates(serve);
    this.#leaves = new Leaves({ serve, isBlocked: isBlockedBy(blocked), now: Date.now });
    this.#certificates.leaf = (name) => this.#leaves.for(name);
    guarded(() => this.#leaves.authority(given.authority));
    this.#certificates.own = new Set(given.own);
    guarded(() => this.#certificates.interface(given.certificate));
    this.#connections = new Connections(limits, now);
    this.#queryConnections = new Connections({ ...limits, ...limits.queries }, now);
    this.#quicConnections = new Connections({ ...limits, ...limits.queries, ...limits.quic }, now);
    this.#quic = this.#makeQuic();
    this.#restrict(given.ranges);
    guarded(() => this.#encrypt(given.encrypted));
    const isOwn = (name: string) => this.#certificates.isOwn(name);
    this.#queries = new DnsOverHttps({ resolving: this.#resolving, isOwn, limits, faults });
    this.#hop = new InnerHop(logError);
    this.#handover = new Handover(
      (part) => this.#requests.push(part),
      limits,
      `localhost:${this.#hop.port}`,
    );
    setInterval(() => this.#listening.check(), limits.silent);
    setInterval(() => this.#handover.sweep(now()), Math.min(1000, limits.stalled / 4));
    setInterval(() => this.#postFaults(), FAULTS_EVERY);
    void this.#change(0);
  }

  #postFaults(): void {
    const counts = this.#faults.take();
    if (counts !== undefined) post({ kind: "faults", counts });
  }

  #takeRequests(): OnClient {
    const handle = (connection: Connection): InnerHandler => (request, { completed }) =>
      this.#queries.answer(request, connection, completed) ??
        this.#handover.answer(request, connection, completed);
    const others: OnClient = (socket, raw, peer) => {
      const connection = new Connection(socket, peer, {
        hop: this.#hop,
        handle,
        now,
        limits: this.#limits,
        faults: this.#faults,
      });
      if (!this.#connections.opened(raw, connection)) connection.close();
    };
    return (socket, raw, peer) => {
      if (peer.protocol !== "h2" || !this.#queries.isOn) return others(socket, raw, peer);
      const choice = new Http2Choice(socket, {
        patience: this.#limits.firstRequest,
        isQuery: (path, host) => this.#queries.isFor(path, host),
        queries: () => this.#takeHttp2Queries(socket, raw, peer),
        others: () => others(socket, raw, peer),
      });
      if (!this.#connections.opened(raw, choice)) socket.destroy();
    };
  }

  readonly #takeHttp2Queries: OnClient = (socket, raw, peer) => {
    const connection = new Http2Queries(socket, {
      queries: this.#queries,
      resolving: this.#resolving,
      heads: this.#heads,
      now,
      limits: this.#limits,
      faults: this.#faults,
      address: parseAddress(peer.address)!,
    });
    if (!this.#connections.opened(raw, connection)) connection.close();
  };

  #takeQueries(): OnClient {
    const deps = { resolving: this.#resolving, now, limits: this.#limits };
    return (socket, raw, peer) => {
      const connection = new QueryConnection(socket, peer, deps);
      if (!this.#queryConnections.opened(raw, connection)) connection.close();
    };
  }

  #makeQuic(): Quic {
    const filtered = (socket: BoundSocket) => {
      post({ kind: "bound", socket });
      return new Promise<void>((done) => void this.#binding.push(done));
    };
    const connections = this.#quicConnections;
    const resolving = this.#resolving;
    return new Quic({
      connections,
      resolving,
      filtered,
      now,
      limits: this.#limits,
      tell: logError,
    });
  }

  #restrict(ranges: readonly string[]): void {
    this.#connections.ranges =
      this.#queryConnections.ranges =
      this.#quicConnections.ranges =
        ranges;
  }

  #encrypt(encrypted: EncryptedPem | undefined): void {
    this.#certificates.encrypted(encrypted);
    this.#quic.certificate(encrypted);
  }

  #open(protocol: FrontProtocol, address: ListenAddress): Promise<FrontListener> {
    if (protocol === "quic") return this.#quic.open(address);
    const certificates = this.#certificates;
    if (certificates.any) {
      const connections = protocol === "https" ? this.#connections : this.#queryConnections;
      const { waiting } = this.#limits;
      return TlsListener.open(address, {
        protocol,
        certificates,
        connections,
        waiting,
        faults: this.#faults,
        tell: logError,
      });
    }
    const shown = `${address.address || "[::]"}:${address.port}`;
    const message = "there is no certificate for it";
    return Promise.reject(
      { protocol, shown, port: address.port, code: "", message } satisfies ListenFailure,
    );
  }

  /** Opens and closes the listeners that changed, and reports those that are open. */
  async #change(id: number): Promise<void> {
    this.#queries.isOn = this.#listen.dnsOverHttps;
    const failures = await this.#listening.change(this.#listen);
    post({ kind: "open", id, listeners: this.#listening.shown, failures });
  }

  /** Handles a later message of the main thread. */
  take(message: Exclude<ToFront, Start | { kind: "ping" }>): void {
    switch (message.kind) {
      case "answers":
        return this.#handover.take(message.parts);
      case "listen":
        this.#listen = message.listen;
        return void this.#change(message.id);
      case "certificate":
        return this.#changed(() => this.#certificates.interface(message.certificate));
      case "encrypted":
        return this.#changed(() => this.#encrypt(message.encrypted));
      case "authority":
        return guarded(() => this.#leaves.authority(message.authority));
      case "own":
        this.#certificates.own = new Set(message.names);
        return;
      case "resolvers":
        return this.#resolving.take(message.ports);
      case "ranges":
        return this.#restrict(message.ranges);
      case "filtered":
        return this.#binding.shift()?.();
      case "close":
        return void this.#close();
    }
  }

  /** Applies a certificate; listeners that could not be opened without one are opened. */
  #changed(take: () => void): void {
    guarded(take);
    void this.#change(0);
  }

  async #close(): Promise<void> {
    this.#listening.close();
    for (let waited = 0; waited < GRACE && this.#handover.size > 0; waited += 20) {
      await new Promise((later) => setTimeout(later, 20));
    }
    this.#resolving.close();
    this.#connections.close();
    this.#queryConnections.close();
    this.#quicConnections.close();
    this.#quic.close();
    this.#hop.close();
    this.#requests.flush();
    post({ kind: "closed" });
    scope.close();
  }
}

/** Whether a name was recently blocked; without memory none is remembered. */
function isBlockedBy(memory: SharedArrayBuffer | undefined): (name: string) => boolean {
  if (memory === undefined) return () => false;
  const names = new BlockMemory(memory, Date.now);
  return (name) => names.has(name);
}

function guarded(run: () => void): void {
  try {
    run();
  } catch (error) {
    logError(`A certificate cannot be used: ${textOf(error)}`);
  }
}

function textOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

let front: Front | undefined;

/** Starts; an error that prevents the start is reported for every listener. */
function start(message: Start): void {
  try {
    front = new Front(message);
  } catch (error) {
    const { https, tls, quic } = message.given.listen;
    const reason = textOf(error);
    const shown = [...https, ...tls, ...quic].map(({ address, port }) =>
      `${address || "[::]"}:${port}`
    ).join(", ");
    post({
      kind: "open",
      id: 0,
      listeners: [],
      failures: [{ protocol: "https", shown, port: 0, code: "", message: reason }],
    });
  }
}

scope.onmessage = ({ data }: MessageEvent<ToFront>) => {
  if (data.kind === "start") start(data);
  else if (data.kind === "ping") post({ kind: "alive" });
  else if (front !== undefined) front.take(data);
  else if (data.kind === "close") post({ kind: "closed" });
};
// A fault in one connection ends only that connection.
scope.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  logError(
    `An error occurred in the front, which continues: ${
      (event.reason as Error)?.stack ?? event.reason
    }`,
  );
});
scope.addEventListener("error", (event) => {
  event.preventDefault();
  logError(
    `An error occurred in the front, which continues: ${event.error?.stack ?? event.message}`,
  );
});
collectAfterStart();

/** Opens the transport that an upstream line specifies. */
import type { Address } from "../../policy/model/address.ts";
import type { UpstreamTarget } from "../../policy/model/upstream_line.ts";
import type { HostResolver } from "./bootstrap.ts";
import { connectAny, connectTls } from "./dial.ts";
import { type HttpsConnector, HttpsSession } from "./https.ts";
import { LazyTransport } from "./lazy_transport.ts";
import { NamedUdpTransport } from "./named_udp.ts";
import { DOQ_ALPN, DoqSession } from "./quic/doq.ts";
import { type Session, SessionTransport } from "./sessions.ts";
import { type Stream, StreamTransport } from "./stream.ts";
import type { Transport, TransportDeps } from "./transport.ts";
import { UdpTransport } from "./udp.ts";

/**
 * Milliseconds that idle connections are kept (RFC 7766 6.2.3, RFC 7858 3.4); a TLS connection is
 * kept longer, because its handshake is expensive.
 */
const TCP_IDLE = 10_000;
const TLS_IDLE = 30_000;
const HTTPS_IDLE = 90_000;

/** Makes the transport of a target; nothing is sent before the first query. */
export function openTransport(
  target: UpstreamTarget,
  bootstrap: HostResolver,
  deps: TransportDeps,
): Transport {
  const way = new Way(target, bootstrap, deps);
  switch (target.transport) {
    case "udp":
      return way.udp();
    case "tcp":
      return way.tcp();
    case "tls":
      return new StreamTransport(() => way.tls("dot"), { idle: TLS_IDLE, padded: true }, deps);
    case "https":
      return target.pins === undefined
        ? new SessionTransport(() => way.https(), deps, HTTPS_IDLE)
        : new SessionTransport(() => way.h2(), deps);
    case "h3":
      return new SessionTransport(() => way.h3(), deps);
    case "quic":
      return new SessionTransport(() => way.doq(), deps);
    case "dnscrypt":
      return new LazyTransport(() => way.dnscrypt());
  }
}

/** How one target is reached. Code that few boxes need is loaded on demand. */
class Way {
  readonly #target: UpstreamTarget;
  readonly #bootstrap: HostResolver;
  readonly #deps: TransportDeps;
  readonly #zone: string;

  constructor(target: UpstreamTarget, bootstrap: HostResolver, deps: TransportDeps) {
    this.#target = target;
    this.#bootstrap = bootstrap;
    this.#deps = deps;
    this.#zone = target.zone ?? "";
  }

  /** The host as in a URL, with its port unless that is the default. */
  get #authority(): string {
    const { host, port } = this.#target;
    const shownHost = host.includes(":") ? `[${host}]` : host;
    return port === 443 ? shownHost : `${shownHost}:${port}`;
  }

  udp(): Transport {
    const { address, port } = this.#target;
    const open = (to: Address) =>
      new UdpTransport(to, port, this.tcp(() => Promise.resolve([to])), this.#deps, this.#zone);
    return address === undefined
      ? new NamedUdpTransport(() => this.#addresses(), open, () => this.#unreachable())
      : open(address);
  }

  tcp(addresses?: () => Promise<readonly Address[]>): Transport {
    return new StreamTransport(
      () => this.#connect(addresses),
      { idle: TCP_IDLE, padded: false },
      this.#deps,
    );
  }

  async #connect(addresses = () => this.#addresses()): Promise<Deno.TcpConn> {
    return await this.#reached(connectAny(await addresses(), this.#target.port, this.#zone));
  }

  async tls(alpn: string): Promise<Stream> {
    const { port, host: name, pins } = this.#target;
    const { caCerts } = this.#deps;
    const addresses = await this.#addresses();
    if (pins === undefined) {
      return await this.#reached(connectTls(addresses, port, name, caCerts, this.#zone));
    }
    const { connectPinned } = await import("./tls/pinned.ts");
    return await this.#reached(connectPinned(addresses, { port, name, alpn, pins, caCerts }));
  }

  https(): Promise<Session> {
    const reach: HttpsConnector = {
      dial: () => this.#connect(),
      onUnreachable: () => this.#unreachable(),
    };
    return Promise.resolve(
      new HttpsSession(`https://${this.#authority}${this.#target.path}`, reach, this.#deps),
    );
  }

  async h2(): Promise<Session> {
    const { H2_ALPN, H2Session } = await import("./http/h2.ts");
    return new H2Session(await this.tls(H2_ALPN), this.#authority, this.#target.path);
  }

  async h3(): Promise<Session> {
    const { H3_ALPN, H3Session, SERVER_STREAMS } = await import("./http/h3.ts");
    return new H3Session(
      await this.#quic(H3_ALPN, SERVER_STREAMS),
      this.#authority,
      this.#target.path,
    );
  }

  async doq(): Promise<Session> {
    return new DoqSession(await this.#quic(DOQ_ALPN, 0));
  }

  async #quic(alpn: string, serverStreams: number): Promise<Deno.QuicConn> {
    const { port, host: name } = this.#target;
    const purpose = { name, port, zone: this.#zone, alpn, serverStreams };
    return await this.#reached(this.#deps.quic.connect(await this.#addresses(), purpose));
  }

  /** The certificate is fetched over plain DNS from the same server. */
  async dnscrypt(): Promise<Transport> {
    const [{ Agreements }, { DnscryptTransport }] = await Promise.all([
      import("./dnscrypt/agreements.ts"),
      import("./dnscrypt/transport.ts"),
    ]);
    const { address, port, provider } = this.#target;
    if (address === undefined || provider === undefined) {
      throw new Error("DNSCrypt without its address and provider");
    }
    const agreements = new Agreements(provider, this.udp(), this.tcp(), this.#deps.clock);
    return new DnscryptTransport(address, port, this.#zone, agreements, this.#deps);
  }

  #addresses(): Promise<readonly Address[]> {
    const { address, host } = this.#target;
    return address === undefined ? this.#bootstrap.resolve(host) : Promise.resolve([address]);
  }

  async #reached<Reached>(connect: Promise<Reached>): Promise<Reached> {
    try {
      return await connect;
    } catch (error) {
      this.#unreachable();
      throw error;
    }
  }

  #unreachable(): void {
    if (this.#target.address === undefined) this.#bootstrap.reportUnreachable(this.#target.host);
  }
}

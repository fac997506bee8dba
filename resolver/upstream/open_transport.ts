/** The transport that an upstream line asks for. */
import type { Address } from "../../policy/model/address.ts";
import type { UpstreamTarget } from "../../policy/model/upstream_line.ts";
import type { HostAddresses } from "./bootstrap.ts";
import { connectAny, connectTls } from "./dial.ts";
import { Agreements } from "./dnscrypt/agreements.ts";
import { DnscryptTransport } from "./dnscrypt/transport.ts";
import { H2_ALPN, H2Session } from "./http/h2.ts";
import { H3_ALPN, H3Session, SERVER_STREAMS } from "./http/h3.ts";
import { HttpsTransport } from "./https.ts";
import { NamedUdpTransport } from "./named_udp.ts";
import { DOQ_ALPN, DoqSession } from "./quic/doq.ts";
import { SessionTransport } from "./sessions.ts";
import { type Stream, StreamTransport } from "./stream.ts";
import { connectPinned } from "./tls/pinned.ts";
import type { Transport, TransportDeps } from "./transport.ts";
import { UdpTransport } from "./udp.ts";

/** Milliseconds that idle connections are kept (RFC 7766 6.2.3, RFC 7858 3.4): a TLS handshake is worth a longer wait. */
const TCP_IDLE = 10_000, TLS_IDLE = 30_000;

/** Makes the transport of a target; nothing is sent before the first question. */
export function openTransport(target: UpstreamTarget, bootstrap: HostAddresses, deps: TransportDeps): Transport {
  const way = new Way(target, bootstrap, deps), { path } = target;
  switch (target.transport) {
    case "udp":
      return way.udp();
    case "tcp":
      return way.tcp();
    case "tls":
      return new StreamTransport(() => way.tls("dot"), { idle: TLS_IDLE, padded: true }, deps);
    case "https":
      if (target.pins === undefined) return way.https();
      return new SessionTransport(async () => new H2Session(await way.tls(H2_ALPN), way.authority, path), deps);
    case "h3": {
      const dial = async () => new H3Session(await way.quic(H3_ALPN, SERVER_STREAMS), way.authority, path);
      return new SessionTransport(dial, deps);
    }
    case "quic":
      return new SessionTransport(async () => new DoqSession(await way.quic(DOQ_ALPN, 0)), deps);
    case "dnscrypt":
      return way.dnscrypt();
  }
}

/** How one target is reached. */
class Way {
  readonly #target: UpstreamTarget;
  readonly #bootstrap: HostAddresses;
  readonly #deps: TransportDeps;
  readonly #zone: string;

  constructor(target: UpstreamTarget, bootstrap: HostAddresses, deps: TransportDeps) {
    this.#target = target;
    this.#bootstrap = bootstrap;
    this.#deps = deps;
    this.#zone = target.zone ?? "";
  }

  /** The host as a URL has it, with its port unless that is the usual one. */
  get authority(): string {
    const { host, port } = this.#target;
    return `${host.includes(":") ? `[${host}]` : host}${port === 443 ? "" : `:${port}`}`;
  }

  udp(): Transport {
    const { address, host, port } = this.#target;
    const open = (to: Address) =>
      new UdpTransport(to, port, this.tcp(() => Promise.resolve([to])), this.#deps, this.#zone);
    return address === undefined
      ? new NamedUdpTransport(() => this.#addresses(), open, () => this.#bootstrap.unreachable(host))
      : open(address);
  }

  tcp(addresses = () => this.#addresses()): Transport {
    const dial = async () => await this.#reached(connectAny(await addresses(), this.#target.port, this.#zone));
    return new StreamTransport(dial, { idle: TCP_IDLE, padded: false }, this.#deps);
  }

  async tls(alpn: string): Promise<Stream> {
    const { port, host: name, pins } = this.#target, { caCerts } = this.#deps, addresses = await this.#addresses();
    return await this.#reached<Stream>(
      pins === undefined
        ? connectTls(addresses, port, name, caCerts, this.#zone)
        : connectPinned(addresses, { port, name, alpn, pins, caCerts }),
    );
  }

  https(): Transport {
    return new HttpsTransport(`https://${this.authority}${this.#target.path}`, () => this.#addresses(), this.#deps);
  }

  async quic(alpn: string, serverStreams: number): Promise<Deno.QuicConn> {
    const { port, host: name } = this.#target, purpose = { name, port, zone: this.#zone, alpn, serverStreams };
    return await this.#reached(this.#deps.quic.connect(await this.#addresses(), purpose));
  }

  /** The certificate comes over plain DNS from the same place. */
  dnscrypt(): Transport {
    const { address, port, provider } = this.#target;
    if (address === undefined || provider === undefined) throw new Error("DNSCrypt without its address and provider");
    const agreements = new Agreements(provider, this.udp(), this.tcp(), this.#deps.clock);
    return new DnscryptTransport(address, port, this.#zone, agreements, this.#deps);
  }

  #addresses(): Promise<readonly Address[]> {
    const { address, host } = this.#target;
    return address === undefined ? this.#bootstrap.addresses(host) : Promise.resolve([address]);
  }

  async #reached<Reached>(connect: Promise<Reached>): Promise<Reached> {
    try {
      return await connect;
    } catch (error) {
      if (this.#target.address === undefined) this.#bootstrap.unreachable(this.#target.host);
      throw error;
    }
  }
}

/** The transport that an upstream line asks for. */
import type { Address } from "../../policy/model/address.ts";
import type { UpstreamTarget } from "../../policy/model/upstream_line.ts";
import type { HostAddresses } from "./bootstrap.ts";
import { connectAny, connectTls } from "./dial.ts";
import { Agreements } from "./dnscrypt/agreements.ts";
import { DnscryptTransport } from "./dnscrypt/transport.ts";
import { HttpsTransport } from "./https.ts";
import { NamedUdpTransport } from "./named_udp.ts";
import { H3_ALPN, H3Session, SERVER_STREAMS } from "./http/h3.ts";
import { DOQ_ALPN, DoqSession } from "./quic/doq.ts";
import { SessionTransport } from "./sessions.ts";
import { StreamTransport } from "./stream.ts";
import type { Transport, TransportDeps } from "./transport.ts";
import { UdpTransport } from "./udp.ts";

/** Milliseconds that idle connections are kept (RFC 7766 6.2.3, RFC 7858 3.4): a TLS handshake is worth a longer wait. */
const TCP_IDLE = 10_000, TLS_IDLE = 30_000;

/** Makes the transport of a target; nothing is sent before the first question. */
export function openTransport(
  target: UpstreamTarget,
  bootstrap: HostAddresses,
  deps: TransportDeps,
): Transport {
  const { address, host, port, zone } = target;
  const addresses = address === undefined ? () => bootstrap.addresses(host) : () => Promise.resolve([address]);
  const reached = async <T>(connect: Promise<T>): Promise<T> => {
    try {
      return await connect;
    } catch (error) {
      if (address === undefined) bootstrap.unreachable(host);
      throw error;
    }
  };
  const tcpTo = (to: () => Promise<readonly Address[]>) =>
    new StreamTransport(
      async () => await reached(connectAny(await to(), port, zone)),
      { idle: TCP_IDLE, padded: false },
      deps,
    );
  const quicTo = async (alpn: string, serverStreams: number) =>
    await reached(deps.quic.connect(await addresses(), { name: host, port, zone: zone ?? "", alpn, serverStreams }));
  switch (target.transport) {
    case "udp": {
      const open = (to: Address) => new UdpTransport(to, port, tcpTo(() => Promise.resolve([to])), deps, zone);
      return address === undefined
        ? new NamedUdpTransport(addresses, open, () => bootstrap.unreachable(host))
        : open(address);
    }
    case "tcp":
      return tcpTo(addresses);
    case "tls": {
      const dial = async () => await reached(connectTls(await addresses(), port, host, deps.caCerts, zone));
      return new StreamTransport(dial, { idle: TLS_IDLE, padded: true }, deps);
    }
    case "dnscrypt":
      return dnscryptTo(target, deps);
    case "h3": {
      const authority = `${hostOf(target)}${port === 443 ? "" : `:${port}`}`;
      const dial = async () => new H3Session(await quicTo(H3_ALPN, SERVER_STREAMS), authority, target.path);
      return new SessionTransport(dial, deps);
    }
    case "quic":
      return new SessionTransport(async () => new DoqSession(await quicTo(DOQ_ALPN, 0)), deps);
    case "https":
      return new HttpsTransport(urlOf(target), addresses, deps);
  }
}

function urlOf(target: UpstreamTarget): string {
  return `https://${hostOf(target)}:${target.port}${target.path}`;
}

function hostOf({ host }: UpstreamTarget): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** The certificate comes over plain DNS from the same place. */
function dnscryptTo({ address, port, zone = "", provider }: UpstreamTarget, deps: TransportDeps): Transport {
  if (address === undefined || provider === undefined) throw new Error("DNSCrypt without its address and provider");
  const tcp = () =>
    new StreamTransport(() => connectAny([address], port, zone), { idle: TCP_IDLE, padded: false }, deps);
  const agreements = new Agreements(provider, new UdpTransport(address, port, tcp(), deps, zone), tcp(), deps.clock);
  return new DnscryptTransport(address, port, zone, agreements, deps);
}

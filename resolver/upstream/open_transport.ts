/** The transport that an upstream line asks for. */
import type { Address } from "../../policy/model/address.ts";
import type { UpstreamTarget } from "../../policy/model/upstream_line.ts";
import type { HostAddresses } from "./bootstrap.ts";
import type { ConnectHop } from "./connect_hop.ts";
import { connectAny, connectTls } from "./dial.ts";
import { HttpsTransport } from "./https.ts";
import { NamedUdpTransport } from "./named_udp.ts";
import { StreamTransport } from "./stream.ts";
import type { Transport, TransportDeps } from "./transport.ts";
import { UdpTransport } from "./udp.ts";

/** Milliseconds that idle connections are kept (RFC 7766 6.2.3, RFC 7858 3.4): a TLS handshake is worth a longer wait. */
const TCP_IDLE = 10_000, TLS_IDLE = 30_000;

/** Makes the transport of a target; nothing is sent before the first question. */
export function openTransport(
  target: UpstreamTarget,
  bootstrap: HostAddresses,
  hop: ConnectHop,
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
    case "https":
      return new HttpsTransport(urlOf(target), hop, deps);
  }
}

function urlOf(target: UpstreamTarget): string {
  const host = target.address?.length === 16 ? `[${target.host}]` : target.host;
  return `https://${host}:${target.port}${target.path}`;
}

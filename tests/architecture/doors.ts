/**
 * The modules that may open connections, each with the destinations it reaches
 * (docs/decisions/0061). All other code uses them; the lint rule `box/outbound` checks this.
 */
import type { DestinationId } from "../../policy/catalogue/destinations.ts";

/** A module that opens connections. */
export interface Door {
  readonly path: string;
  /**
   * The destinations it reaches. "given" = its callers name them; "machine" = it never leaves the
   * machine.
   */
  readonly to: readonly DestinationId[] | "given" | "machine";
  /** Why it opens connections itself. */
  readonly why: string;
}

const UPSTREAM: readonly DestinationId[] = ["upstreams", "bootstrap", "home_names"];

/** The modules that may open connections. */
export const DOORS: readonly Door[] = [
  { path: "api/system/outgoing_request.ts", to: "given", why: "every HTTP request of the box" },
  { path: "api/system/outgoing_socket.ts", to: "given", why: "TCP and UDP to named destinations" },
  { path: "api/system/outgoing_mail.ts", to: "given", why: "the library of mail connects itself" },
  { path: "api/system/outgoing_sftp.ts", to: "given", why: "the library of SSH connects itself" },

  { path: "resolver/net/sockets.ts", to: UPSTREAM, why: "connected sockets for DNS over UDP" },
  { path: "resolver/upstream/dial.ts", to: UPSTREAM, why: "streams for DNS over TCP and TLS" },
  { path: "resolver/upstream/tls/pinned.ts", to: UPSTREAM, why: "TLS with pinned certificates" },
  { path: "resolver/upstream/https.ts", to: UPSTREAM, why: "DNS over HTTPS, through its own hop" },
  { path: "resolver/upstream/loopback_proxy.ts", to: UPSTREAM, why: "the client of that hop" },
  { path: "resolver/upstream/quic/endpoints.ts", to: UPSTREAM, why: "DNS over QUIC and HTTP/3" },
  { path: "resolver/upstream/dnscrypt/transport.ts", to: UPSTREAM, why: "DNSCrypt over UDP" },
  {
    path: "resolver/upstream/certificate.ts",
    to: UPSTREAM,
    why: "the test of an upstream shows its certificate",
  },

  {
    path: "resolver/net/neighbor_probe.ts",
    to: ["neighbours"],
    why: "an empty datagram makes the kernel look for a hardware address",
  },
  {
    path: "api/features/network/scan/sockets.ts",
    to: ["neighbours"],
    why: "multicast DNS, NetBIOS and SSDP",
  },
  {
    path: "api/features/network/scan/description.ts",
    to: ["neighbours"],
    why: "the description of a machine, at the address that it announced in the network",
  },
  { path: "api/features/network/scan/ping.ts", to: ["neighbours"], why: "ICMP echo" },

  {
    path: "api/companion/json_fetch.ts",
    to: "given",
    why:
      "the online service asks RDAP servers and the provider of breaches, as its operator configured",
  },
  {
    path: "api/system/service_manager.ts",
    to: "machine",
    why: "tells the service manager that the box answers",
  },
  { path: "api/http/listeners.ts", to: "machine", why: "checks that the local socket is free" },
  { path: "api/front/http/connection.ts", to: "machine", why: "the front hands requests to main" },
  {
    path: "api/front/tls/listener_probe.ts",
    to: "machine",
    why: "checks that own listeners accept",
  },
  { path: "api/features/box/power/dbus.ts", to: "machine", why: "the Unix socket of the system" },
  { path: "resolver/net/netlink.ts", to: "machine", why: "a socket to the kernel" },
  { path: "cli/socket.ts", to: "machine", why: "commands call the local socket" },
  {
    path: "api/system/health_probe.ts",
    to: "machine",
    why: "asks the box on its own machine, or what the user of a command names",
  },
  {
    path: "api/updates/health.ts",
    to: "machine",
    why: "the root unit asks the box over its local socket whether it runs",
  },
];

/** Folders that are not part of the box; their connections are declared elsewhere. */
export const NOT_THE_BOX: readonly { readonly path: string; readonly why: string }[] = [
  { path: "api/companion/", why: "the online service is a program of its own, run by its owner" },
  { path: "ui/islands/", why: "runs in the browser, whose content policy allows the box only" },
];

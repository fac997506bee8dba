/**
 * Builds the link of an invitation: an address of the box that a browser reaches, with HTTPS where
 * it is served.
 */

/** The known addresses of the box. */
export interface BoxAddresses {
  /** `https://NAME` when browsers trust the certificate there; empty = not yet. */
  readonly trusted: string;
  /** The Host of the request; empty = none, on the local socket. */
  readonly host: string;
  /** `https 0.0.0.0:8443`, `http [::]:80`. */
  readonly listeners: readonly string[];
  /** Addresses of the machine, the most likely first. */
  readonly addresses: readonly string[];
}

/** The address of the page; empty = no known address. */
export function invitationUrl(secret: string, reached: BoxAddresses): string {
  const origin = originOf(reached);
  return origin === "" ? "" : `${origin}/invitation?code=${secret}`;
}

function originOf({ trusted, host, listeners, addresses }: BoxAddresses): string {
  if (trusted !== "") return trusted;
  const [first = ""] = addresses;
  const address = first.includes(":") ? `[${first}]` : first;
  const authority = host === "" ? address : host;
  if (authority === "") return "";
  const port = /:(\d+)$/.exec(authority)?.[1] ?? "";
  const name = port === "" ? authority : authority.slice(0, -port.length - 1);
  const secure = portOf(listeners, "https");
  if (secure === undefined) return host === "" ? "" : `http://${authority}`;
  // The port of HTTPS is unknown when the Host has the port of plain HTTP, or over the local
  // socket.
  const isPlain = host === "" || (port !== "" && port === portOf(listeners, "http"));
  if (!isPlain) return `https://${authority}`;
  return `https://${name}${secure === "443" ? "" : `:${secure}`}`;
}

function portOf(listeners: readonly string[], kind: string): string | undefined {
  const listener = listeners.find((one) => one.startsWith(`${kind} `));
  return listener === undefined ? undefined : /:(\d+)$/.exec(listener)?.[1];
}

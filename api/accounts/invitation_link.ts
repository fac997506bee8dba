/** Where a person accepts an invitation: the box as a browser finds it, over HTTPS wherever that is served. */

/** What is known of where the box is reached. */
export interface BoxAddresses {
  /** `https://NAME` once every browser finds the box there; empty = not yet. */
  readonly trusted: string;
  /** The Host that was asked; empty = none, on the local socket. */
  readonly host: string;
  /** `https 0.0.0.0:8443`, `http [::]:80`. */
  readonly listeners: readonly string[];
  /** Addresses of the machine, the likeliest first. */
  readonly addresses: readonly string[];
}

/** The address of the page; empty = the box cannot be reached. */
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
  // A Host with the port of plain HTTP, or none over the socket, says nothing of that of HTTPS.
  const isPlain = host === "" || (port !== "" && port === portOf(listeners, "http"));
  if (!isPlain) return `https://${authority}`;
  return `https://${name}${secure === "443" ? "" : `:${secure}`}`;
}

function portOf(listeners: readonly string[], kind: string): string | undefined {
  const listener = listeners.find((one) => one.startsWith(`${kind} `));
  return listener === undefined ? undefined : /:(\d+)$/.exec(listener)?.[1];
}

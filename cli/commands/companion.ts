/** `box companion`: the online service, for self-hosting. */
import type { CompanionTexts } from "../../api/companion/options.ts";
import { COMPANION_ACTIONS, runCompanionAction } from "../companion_actions.ts";
import type { Command, CommandOption } from "../command.ts";
import { usageError } from "../command_error.ts";

/** An option with its default value. */
interface CompanionOption extends CommandOption {
  readonly usual?: string;
}

/** Each option is also a variable: `--dns-domain` is BOX_COMPANION_DNS_DOMAIN. */
const OPTIONS: Readonly<Record<keyof CompanionTexts, CompanionOption>> = {
  listen: {
    value: "ADDRESSES",
    summary: "Plain HTTP, behind a proxy that ends TLS (127.0.0.1:8780)",
  },
  "https-listen": { value: "ADDRESSES", summary: "HTTPS, with --certificate and --key" },
  certificate: { value: "FILE", summary: "Certificate chain in PEM" },
  key: { value: "FILE", summary: "Its key in PEM" },
  hosts: {
    value: "HOSTS",
    summary: "Host names that boxes call: that of their setting cloud_url, with its port if any",
  },
  proxies: {
    value: "RANGES",
    usual: "127.0.0.1,::1",
    summary: "Proxies whose X-Forwarded-For is trusted",
  },
  "dns-domain": {
    value: "DOMAIN",
    summary: "Domain delegated to this service, under which boxes get their names",
  },
  "dns-listen": { value: "ADDRESSES", usual: ":53", summary: "DNS over UDP and TCP" },
  "name-servers": {
    value: "NAMES",
    summary:
      "Name servers of the domain, each with its addresses where they differ: ns1.a.example=192.0.2.1+2001:db8::1",
  },
  "dns-address": {
    value: "ADDRESSES",
    summary: "Addresses of the name servers that lie in the domain (glue)",
  },
  "data-dir": {
    value: "FOLDER",
    usual: "/var/lib/box-companion",
    summary: "Folder of the database file",
  },
  database: {
    value: "URL",
    summary: "libSQL server that several services share, or file:PATH; else a file in --data-dir",
  },
  "database-token": {
    value: "TOKEN",
    summary: "Its token; better given as BOX_COMPANION_DATABASE_TOKEN",
  },
  "metrics-listen": {
    value: "ADDRESSES",
    summary: "Metrics for Prometheus and health, such as 127.0.0.1:9100 [none]",
  },
  socket: {
    value: "FILE",
    summary: "Local socket of status, names, boxes and release (companion.sock in --data-dir)",
  },
  log: {
    value: "FORMAT",
    usual: "text",
    words: ["text", "json"],
    summary: "Log as text, or as lines of JSON with each call",
  },
  "calls-per-network": {
    value: "NUMBER",
    usual: "60",
    summary: "Calls a minute from one network, a /24 of IPv4 or a /56 of IPv6",
  },
  "calls-per-box": {
    value: "NUMBER",
    usual: "10",
    summary: "Signed calls a minute of one box; twice as many may come at once",
  },
  "calls-in-all": { value: "NUMBER", usual: "6000", summary: "Calls a minute in all" },
  "names-per-network": {
    value: "NUMBER",
    usual: "10",
    summary: "New names an hour for one network",
  },
  "signals-per-network": {
    value: "NUMBER",
    usual: "100",
    summary: "Signals of the statistics an hour from one network",
  },
  "ages-per-box": {
    value: "NUMBER",
    usual: "30",
    summary: "Domains an hour whose age one box may ask for",
  },
  "rdap-bootstrap": {
    value: "URL",
    summary:
      "List of RDAP servers of IANA, https://data.iana.org/rdap/dns.json; without it no age is known",
  },
  "prefixes-per-box": {
    value: "NUMBER",
    usual: "20",
    summary: "Ranges of breached hashes a day for one box",
  },
  "prefixes-per-home": {
    value: "NUMBER",
    usual: "100",
    summary: "The same for an address of IPv4 or a /56 of IPv6",
  },
  "breach-range": {
    value: "URL",
    summary: "Where the provider of breaches answers ranges; a prefix is added to it",
  },
  "breach-key": {
    value: "KEY",
    summary: "The key for it; better given as BOX_COMPANION_BREACH_KEY",
  },
  "names-in-all": { value: "NUMBER", usual: "1000000", summary: "Names assigned in all" },
};

/** Options of the commands to a running service. */
const OPERATOR_OPTIONS: Readonly<Record<string, CommandOption>> = {
  limit: { value: "NUMBER", summary: "Rows of one page of names or boxes, 1 to 1000 [100]" },
  after: { value: "LAST", summary: "Shows the page after this name or box" },
  all: { summary: "Shows every page of names or boxes" },
  yes: { short: "y", summary: "Releases a name without asking" },
};

/** Runs the online service; main loads it (api/companion/main.ts). */
export const companionCommand: Command = {
  name: "companion",
  summary:
    "Runs the online service for boxes; each option may be a variable, such as BOX_COMPANION_HOSTS",
  usage: [
    "--dns-domain DOMAIN --hosts HOST --dns-address ADDRESS [OPTIONS]",
    "status|metrics",
    "names [BEGINNING] [--limit NUMBER] [--after NAME] [--all]",
    "boxes [--limit NUMBER] [--after BOX] [--all]",
    "release NAME [--yes]",
  ],
  actions: COMPANION_ACTIONS,
  arguments: {
    BEGINNING: "First letters of the names to show",
    NAME: "Name of a box, ten letters",
  },
  options: {
    ...Object.fromEntries(Object.entries(OPTIONS).map(([name, option]) => [name, shown(option)])),
    ...OPERATOR_OPTIONS,
  },
  examples: [
    "box companion --dns-domain names.example --hosts cloud.example --dns-address 192.0.2.1",
    "box companion --dns-domain names.example --hosts cloud.example --dns-address 192.0.2.1 --https-listen :443 --certificate chain.pem --key key.pem",
    "box companion status",
    "box companion names bcd --json",
    "box companion release bcdfghjkmn --yes",
  ],
  most: 2,
  async run(call) {
    if (call.positionals.length > 0) return await runCompanionAction(call);

    const { values, terminal } = call;
    const only = Object.keys(OPERATOR_OPTIONS).find((name) =>
      values[name] !== undefined || call.switches.has(name)
    );
    if (only !== undefined) {
      throw usageError(`The option belongs to names, boxes or release: --${only}`);
    }
    const texts = Object.fromEntries(
      Object.entries(OPTIONS).map(([name, { usual = "" }]) => {
        const variable = `BOX_COMPANION_${name.toUpperCase().replaceAll("-", "_")}`;
        return [name, values[name] ?? terminal.env[variable] ?? usual];
      }),
    ) as unknown as CompanionTexts;
    const listen = texts.listen === "" && texts["https-listen"] === ""
      ? "127.0.0.1:8780"
      : texts.listen;
    return await terminal.companion({ ...texts, listen });
  },
};

/** The option as help shows it. */
function shown({ usual, summary, ...option }: CompanionOption): CommandOption {
  if (usual === undefined) return { ...option, summary };
  // Help shows the words in brackets behind the summary.
  const isWord = option.words !== undefined;
  return { ...option, summary: isWord ? `${summary} [${usual}]` : `${summary} (${usual})` };
}

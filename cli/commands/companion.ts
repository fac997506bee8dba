/** `box companion`: the online service, for self-hosting. */
import type { CompanionTexts } from "../../api/companion/options.ts";
import type { Command, CommandOption } from "../command.ts";

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
    summary: "Proxies whose X-Forwarded-For is believed",
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
};

/** Runs the online service; main loads it (api/companion/main.ts). */
export const companionCommand: Command = {
  name: "companion",
  summary:
    "Runs the online service for boxes; each option may be a variable, such as BOX_COMPANION_HOSTS",
  usage: ["--dns-domain DOMAIN --hosts HOST --dns-address ADDRESS [OPTIONS]"],
  options: Object.fromEntries(
    Object.entries(OPTIONS).map(([name, { value, summary, usual }]) => [
      name,
      { value: value!, summary: usual === undefined ? summary : `${summary} (${usual})` },
    ]),
  ),
  examples: [
    "box companion --dns-domain names.example --hosts cloud.example --dns-address 192.0.2.1",
    "box companion --dns-domain names.example --hosts cloud.example --dns-address 192.0.2.1 --https-listen :443 --certificate chain.pem --key key.pem",
  ],
  most: 0,
  run({ values, terminal }) {
    const texts = Object.fromEntries(
      Object.entries(OPTIONS).map(([name, { usual = "" }]) => {
        const variable = `BOX_COMPANION_${name.toUpperCase().replaceAll("-", "_")}`;
        return [name, values[name] ?? terminal.env[variable] ?? usual];
      }),
    ) as unknown as CompanionTexts;
    const listen = texts.listen === "" && texts["https-listen"] === ""
      ? "127.0.0.1:8780"
      : texts.listen;
    return terminal.companion({ ...texts, listen });
  },
};

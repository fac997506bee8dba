/**
 * Services that carry data inside DNS on purpose: reputation lookups, and registries in TXT
 * records. The tunnel detector exempts their domains. The tests of the detector show that most of them would
 * not be detected anyway.
 */

/** A service, its registrable domains, and its documentation of them. */
export interface DnsCarrier {
  readonly name: string;
  readonly domains: readonly string[];
  /** What it carries, and the document that states it. */
  readonly source: string;
}

/** The services. */
export const DNS_CARRIERS: readonly DnsCarrier[] = [
  {
    name: "Sophos Extensible List",
    domains: ["sophosxl.net", "sophosxl.com"],
    source: "File and web reputation in names of up to 253 bytes; SANS ISC diary 24844",
  },
  {
    name: "Trellix and McAfee Global Threat Intelligence",
    domains: ["mcafee.com", "trellix.com"],
    source: "File reputation below avqs and avts; Trellix KB53735, KB53782",
  },
  {
    name: "ESET LiveGrid and web control",
    domains: ["e5.sk", "eset.com"],
    source: "Reputation and antispam look-ups; ESET Knowledgebase KB332, ports and addresses",
  },
  {
    name: "Trend Micro Smart Protection",
    domains: ["trendmicro.com"],
    source: "Web and file reputation; Trend Micro, URLs and ports used by products",
  },
  {
    name: "Spamhaus",
    domains: ["spamhaus.org", "spamhaus.net"],
    source: "Addresses, domains and hashes of content; Spamhaus Technology, HBL user documentation",
  },
  {
    name: "SURBL and URIBL",
    domains: ["surbl.org", "uribl.com"],
    source: "Domains found in mail; surbl.org/guidelines, uribl.com/usage.shtml",
  },
  {
    name: "Abusix Mail Intelligence",
    domains: ["abusix.zone"],
    source: "Addresses, domains and hashes of content; docs.abusix.com, available zones",
  },
  {
    name: "Barracuda Reputation Block List",
    domains: ["barracudacentral.org"],
    source: "Addresses of senders; barracudacentral.org/rbl/how-to-use",
  },
  {
    name: "DNSWL",
    domains: ["dnswl.org"],
    source: "Addresses of good senders; dnswl.org/?page_id=15",
  },
  {
    name: "Cisco Talos Sender Domain and Base Reputation",
    domains: ["senderbase.org", "ironport.com"],
    source: "Reputation of senders; Cisco Secure Email, firewall information",
  },
  {
    name: "Team Cymru",
    domains: ["cymru.com"],
    source:
      "Routes of addresses, hashes of malware; team-cymru.com, IP to ASN mapping and Malware Hash Registry",
  },
  {
    name: "Ethereum node lists",
    domains: ["ethdisco.net"],
    source: "Trees of node records in TXT; EIP-1459",
  },
];

const DOMAINS: ReadonlySet<string> = new Set(DNS_CARRIERS.flatMap(({ domains }) => domains));

/**
 * Whether a registrable domain (lower case) belongs to a service that carries data inside DNS on
 * purpose.
 */
export function isDnsCarrier(domain: string): boolean {
  return DOMAINS.has(domain);
}

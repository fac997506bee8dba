/**
 * Every destination that the box connects to: who it is, why, what leaves, and what stops it (A
 * 7.12.2, docs/decisions/0061). No connection is opened without a row here. A host is never written
 * here: it comes from a setting or a choice, and an empty one means "not configured".
 */

/** The sentences of the terms of use about what is sent, in their order (A 7.12.2). */
export const TERMS_SENTENCES = [
  "names",
  "lists",
  "versions",
  "countries",
  "holidays",
  "leaks",
  "chosen",
  "statistics",
] as const;
/** One of `TERMS_SENTENCES`. */
export type TermsSentence = (typeof TERMS_SENTENCES)[number];

/** Choices of the household that are no settings: each is made on a page of its own. */
export const DESTINATION_CHOICES = {
  lists: "/lists",
  holidays: "/hours/holidays",
  certificate: "/dns-services",
  exports: "/exports",
  backups: "/backups",
  breaches: "/breaches",
  terms: "/terms",
} as const;
/** One of `DESTINATION_CHOICES`. */
export type DestinationChoice = keyof typeof DESTINATION_CHOICES;

/** A destination. Settings are keys of api/settings/list.ts; a test checks that they exist. */
export interface Destination {
  /** Settings whose value names the host. */
  readonly hostSettings: readonly string[];
  /** The choice that names the host; absent = settings alone do. */
  readonly hostChoice?: DestinationChoice;
  /** Settings that stop it when they are off or empty. */
  readonly stopSettings: readonly string[];
  /** The choice that stops it when it is undone; absent = settings alone do. */
  readonly stopChoice?: DestinationChoice;
  /** Whether it lies in the network of the box: nothing leaves the home. */
  readonly isInside: boolean;
  /** The sentence of the terms that covers it; absent = it lies inside the network. */
  readonly terms?: TermsSentence;
  /** Why the box connects. */
  readonly why: string;
  /** All that is sent. */
  readonly leaves: string;
}

/** The destinations, in the order in which people see them. */
export const DESTINATIONS = {
  upstreams: {
    hostSettings: ["upstreams", "fallback_upstreams"],
    stopSettings: ["upstreams", "fallback_upstreams"],
    isInside: false,
    terms: "names",
    why: "To answer names that the box does not know itself",
    leaves: "Names that devices ask for, without telling which device asked",
  },
  bootstrap: {
    hostSettings: ["bootstrap"],
    stopSettings: ["bootstrap"],
    isInside: false,
    terms: "names",
    why: "To find the addresses of upstream servers that are given by name",
    leaves: "Names of upstream servers",
  },
  lists: {
    hostSettings: [],
    hostChoice: "lists",
    stopSettings: [],
    stopChoice: "lists",
    isInside: false,
    terms: "lists",
    why: "To download lists and to see whether they changed",
    leaves: "A request for the list, with the version of the box",
  },
  spyware_list: {
    hostSettings: ["spyware_url"],
    stopSettings: ["spyware_url"],
    isInside: false,
    terms: "lists",
    why: "To download the list of spyware servers every six hours",
    leaves: "A request for the list, with the version of the box",
  },
  updates: {
    hostSettings: ["update_url"],
    stopSettings: ["update_url", "automatic_updates"],
    stopChoice: "terms",
    isInside: false,
    terms: "versions",
    why: "To look for new versions every day, and to download them",
    leaves: "A request for the version, with the version of the box",
  },
  holidays: {
    hostSettings: ["holiday_service_url"],
    stopSettings: ["holiday_service_url"],
    stopChoice: "holidays",
    isInside: false,
    terms: "holidays",
    why: "To import school holidays every week",
    leaves: "Country, region, language and year",
  },
  countries: {
    hostSettings: ["country_database_url"],
    stopSettings: ["country_database_url"],
    stopChoice: "terms",
    isInside: false,
    terms: "countries",
    why: "To know in which country the servers are that devices contact",
    leaves: "A request for the database once a month, with the version of the box",
  },
  online_service: {
    hostSettings: ["cloud_url"],
    stopSettings: ["cloud_url"],
    stopChoice: "certificate",
    isInside: false,
    terms: "chosen",
    why: "To get a name for the box and a certificate for it, and to see whether a copy of it runs",
    leaves:
      "The public key of the box, its name, the proof for its certificate, and a random number for each start",
  },
  domain_ages: {
    hostSettings: ["cloud_url"],
    stopSettings: ["lookalike_ask", "cloud_url"],
    isInside: false,
    terms: "chosen",
    why:
      "To learn how old a domain is that imitates another, or that a device contacts at regular intervals",
    leaves: "The domain, at most twenty an hour, signed with the key of the box",
  },
  breach_ranges: {
    hostSettings: ["cloud_url"],
    stopSettings: ["cloud_url"],
    stopChoice: "breaches",
    isInside: false,
    terms: "chosen",
    why: "To look for the e-mail addresses that you watch in known data breaches",
    leaves: "Six characters of the hash of each address, signed with the key of the box",
  },
  password_ranges: {
    hostSettings: ["password_range_url"],
    stopSettings: ["password_breach_check", "password_range_url"],
    isInside: false,
    terms: "leaks",
    why: "To compare a password with known leaks, when somebody tests one",
    leaves: "Five characters of the hash of the password",
  },
  certificate_authority: {
    hostSettings: ["acme_directory"],
    stopSettings: ["acme_directory"],
    stopChoice: "certificate",
    isInside: false,
    terms: "chosen",
    why: "To get and renew a public certificate",
    leaves: "The name of the certificate, its public key, and your e-mail address if you gave one",
  },
  dns_provider: {
    hostSettings: [],
    hostChoice: "certificate",
    stopSettings: [],
    stopChoice: "certificate",
    isInside: false,
    terms: "chosen",
    why: "To prove to the certificate authority that the domain is yours",
    leaves: "Your credentials for the provider, and a record of the domain",
  },
  domain_servers: {
    hostSettings: [],
    hostChoice: "certificate",
    stopSettings: [],
    stopChoice: "certificate",
    isInside: false,
    terms: "chosen",
    why: "To see whether the proof for the certificate authority can be read",
    leaves: "The name of the certificate",
  },
  statistics: {
    hostSettings: ["cloud_url"],
    stopSettings: ["telemetry", "cloud_url"],
    stopChoice: "terms",
    isInside: false,
    terms: "statistics",
    why: "To know how many boxes run which version",
    leaves: "A random number, version, kind of installation, country and kind of processor",
  },
  mail: {
    hostSettings: [],
    hostChoice: "exports",
    stopSettings: [],
    stopChoice: "exports",
    isInside: false,
    terms: "chosen",
    why: "To send the notifications that you chose by e-mail",
    leaves:
      "Alerts and entries of the administration log that you chose, with names in them; to people with an address in their account, that a notice waits for them",
  },
  webhook: {
    hostSettings: [],
    hostChoice: "exports",
    stopSettings: [],
    stopChoice: "exports",
    isInside: false,
    terms: "chosen",
    why: "To send the notifications that you chose to a program",
    leaves: "Alerts and entries of the administration log that you chose, with names in them",
  },
  syslog: {
    hostSettings: [],
    hostChoice: "exports",
    stopSettings: [],
    stopChoice: "exports",
    isInside: false,
    terms: "chosen",
    why: "To send the notifications that you chose to a log server",
    leaves: "Alerts and entries of the administration log that you chose, with names in them",
  },
  backup_webdav: {
    hostSettings: [],
    hostChoice: "backups",
    stopSettings: ["backup_schedule"],
    stopChoice: "backups",
    isInside: false,
    terms: "chosen",
    why: "To keep the backups that you chose at a WebDAV server",
    leaves:
      "The encrypted backup, which only your recovery key opens, and the account for the server",
  },
  backup_s3: {
    hostSettings: [],
    hostChoice: "backups",
    stopSettings: ["backup_schedule"],
    stopChoice: "backups",
    isInside: false,
    terms: "chosen",
    why: "To keep the backups that you chose at a store of files",
    leaves:
      "The encrypted backup, which only your recovery key opens, and the account for the server",
  },
  backup_sftp: {
    hostSettings: [],
    hostChoice: "backups",
    stopSettings: ["backup_schedule"],
    stopChoice: "backups",
    isInside: false,
    terms: "chosen",
    why: "To keep the backups that you chose at a server that is reached by SSH",
    leaves:
      "The encrypted backup, which only your recovery key opens, and the account for the server",
  },
  home_names: {
    hostSettings: ["router_address", "private_upstreams"],
    stopSettings: ["router_address", "private_upstreams"],
    isInside: true,
    why: "To ask the router for the names of machines in the network",
    leaves: "Names of the home, and private addresses",
  },
  neighbours: {
    hostSettings: [],
    stopSettings: ["network_scan"],
    isInside: true,
    why: "To see which machines are in the network, and what they call themselves",
    leaves: "Questions for their names, to machines in the network only",
  },
} as const satisfies Readonly<Record<string, Destination>>;

/** The identifier of a destination; code that opens a connection gives one. */
export type DestinationId = keyof typeof DESTINATIONS;

/** All identifiers, in the order of the list. */
export const DESTINATION_IDS = Object.keys(DESTINATIONS) as readonly DestinationId[];

/** The row of a destination. Throws an Error for one that is not declared. */
export function destination(id: DestinationId): Destination {
  if (!Object.hasOwn(DESTINATIONS, id)) {
    throw new Error(`No connection is opened to a destination that is not declared: ${id}`);
  }
  return DESTINATIONS[id];
}

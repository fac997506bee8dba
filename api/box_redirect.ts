/** The redirection of HTTP, made of the running box (A 7.8). */
import type { ResolverHandle } from "../resolver/protocol.ts";
import type { AccountService } from "./accounts/service.ts";
import type { BoxSettings } from "./box_settings.ts";
import { SystemTrust } from "./certificate/system_trust.ts";
import type { EncryptedDns } from "./features/network/dns_services/service.ts";
import type { DnsClients } from "./features/network/https_redirect/dns_clients.ts";
import { HttpsRedirect } from "./features/network/https_redirect/service.ts";
import type { InterfaceAddress } from "./interfaces.ts";
import type { Log } from "./log.ts";
import { lookup } from "./lookup.ts";
import { onlyOwnNames } from "./own_names.ts";

/** What it is made of. */
export interface BoxRedirectDeps {
  readonly settings: BoxSettings;
  readonly resolver: Pick<ResolverHandle, "ask">;
  readonly accounts: Pick<AccountService, "isFinished">;
  readonly dnsClients: DnsClients;
  readonly encrypted: Pick<EncryptedDns, "current" | "authority" | "state" | "onChange">;
  readonly interfaces: () => readonly InterfaceAddress[];
  /** What is listened on: `https [::]:443`. */
  readonly listeners: () => readonly string[];
  /** The version of the policy in force. */
  readonly policyVersion: () => number;
  /** The file of authorities that the environment names, "" = that of the system. */
  readonly authorities: string;
  readonly hostname: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly log: Log;
}

/** Milliseconds for which an answer of the same policy about the same addresses is taken for the same. */
const ANSWER_HOLDS = 600_000;

/** Makes it; it looks at nothing before it is begun. */
export function boxRedirect(deps: BoxRedirectDeps): HttpsRedirect {
  const {
    settings,
    accounts,
    dnsClients,
    encrypted,
    interfaces,
    listeners,
    hostname,
    now,
    after,
    log,
  } = deps;
  const trust = new SystemTrust(deps.authorities), names = () => encrypted.current()?.names ?? [];
  const ownAddresses = () => [
    ...settings.values.advertise_addr,
    ...interfaces().map(({ address }) => address.replace(/%.*$/, "")),
  ];
  const redirect = new HttpsRedirect({
    enabled: () => settings.values.https_redirect,
    port: () => portOf(listeners()),
    isFinished: () => accounts.isFinished(),
    name: async () => names()[0] ?? (await encrypted.state()).name,
    certificate() {
      const held = encrypted.current();
      return held === undefined
        ? undefined
        : { madeHere: encrypted.authority() !== undefined, cert: held.cert };
    },
    trust: (chain) => trust.validityOf(chain),
    // A box alone holds its address; of a pair, one does.
    holdsSharedAddress: () => true,
    resolve: keptAnswers(deps, ownAddresses),
    ownAddresses,
    onlyOurs: () => onlyOwnNames(settings, names(), hostname()),
    asksUs: (address) => dnsClients.knows(address, now()),
    now,
    after,
    log,
  });
  encrypted.onChange(() => void redirect.begin());
  return redirect;
}

/** The port of the first listener of HTTPS, 0 = none is open. */
function portOf(listeners: readonly string[]): number {
  const text = listeners.find((each) => each.startsWith("https "));
  return text === undefined ? 0 : Number(text.slice(text.lastIndexOf(":") + 1));
}

/**
 * Asks the box for the addresses of its name. What it answers follows from the policy in force and its addresses: while those are
 * the same it is asked now and then alone, because every question is written into the journal.
 */
function keptAnswers(
  { resolver, policyVersion, now }: BoxRedirectDeps,
  ownAddresses: () => readonly string[],
): (name: string) => Promise<readonly string[]> {
  let kept:
    | { readonly key: string; readonly at: number; readonly addresses: readonly string[] }
    | undefined;
  return async (name) => {
    const key = [name, policyVersion(), ...ownAddresses()].join(" ");
    if (kept?.key !== key || Math.abs(now() - kept.at) >= ANSWER_HOLDS) {
      kept = undefined;
      const addresses = await lookup(resolver, name);
      kept = { key, at: now(), addresses };
    }
    return kept.addresses;
  };
}

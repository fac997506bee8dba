/** The redirection of HTTP, composed from the running box (A 7.8). */
import type { AccountService } from "../accounts/service.ts";
import type { Core } from "./core.ts";
import { SystemTrust } from "../certificate/system_trust.ts";
import type { EncryptedDns } from "../features/network/dns_services/service.ts";
import type { DnsClients } from "../features/network/https_redirect/dns_clients.ts";
import { HttpsRedirect } from "../features/network/https_redirect/service.ts";
import { lookup } from "../system/lookup.ts";
import { exclusiveBoxNames } from "./own_names.ts";

/** Its dependencies. */
export interface BoxRedirectDeps {
  readonly accounts: Pick<AccountService, "isFinished">;
  readonly dnsClients: DnsClients;
  readonly encrypted: Pick<EncryptedDns, "current" | "authority" | "state" | "onChange">;
  /** The open listeners: `https [::]:443`. */
  readonly listeners: () => readonly string[];
  /** The version of the current policy. */
  readonly policyVersion: () => number;
  /** The file of certificate authorities from the environment, "" = the file of the system. */
  readonly authorities: string;
  readonly hostname: () => string;
}

/** Milliseconds for which an answer is cached under the same policy and addresses. */
const ANSWER_HOLDS = 600_000;

/** Creates the redirection; it checks nothing before it is started. */
export function createHttpsRedirect(core: Core, deps: BoxRedirectDeps): HttpsRedirect {
  const { runtime, settings } = core;
  const { accounts, dnsClients, encrypted, listeners, hostname } = deps;
  const trust = new SystemTrust(deps.authorities);
  const names = () => encrypted.current()?.names ?? [];
  const ownAddresses = () => [
    ...settings.values.advertise_addr,
    ...runtime.interfaces().map(({ address }) => address.replace(/%.*$/, "")),
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
    // A single box always has its address; in a pair, one box has it.
    holdsSharedAddress: () => true,
    resolve: keptAnswers(core, deps.policyVersion, ownAddresses),
    ownAddresses,
    onlyOurs: () => exclusiveBoxNames(settings, names(), hostname()),
    asksUs: (address) => dnsClients.knows(address, runtime.now()),
    runtime,
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
 * Resolves the name of the box with the box itself. The answer depends on the current policy and
 * its addresses. While those are unchanged it queries only now and then, because every query is
 * written to the journal.
 */
function keptAnswers(
  { resolver, runtime }: Core,
  policyVersion: () => number,
  ownAddresses: () => readonly string[],
): (name: string) => Promise<readonly string[]> {
  let kept:
    | { readonly key: string; readonly at: number; readonly addresses: readonly string[] }
    | undefined;
  return async (name) => {
    const key = [name, policyVersion(), ...ownAddresses()].join(" ");
    if (kept?.key !== key || Math.abs(runtime.now() - kept.at) >= ANSWER_HOLDS) {
      kept = undefined;
      const addresses = await lookup(resolver, name);
      kept = { key, at: runtime.now(), addresses };
    }
    return kept.addresses;
  };
}

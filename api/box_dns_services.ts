/** Encrypted DNS of the box, put together over its settings, its tls directory and its database (A 7.9). */
import type { BoxSettings } from "./box_settings.ts";
import { DNS_PROVIDERS } from "./certificate/dns_providers/list.ts";
import { makeInThread } from "./certificate/maker.ts";
import { TlsDirectory } from "./certificate/tls_directory.ts";
import { deriveKey } from "./data_directory.ts";
import type { Raise } from "./events/alert_kinds.ts";
import { ownHostName } from "./features/network/dns_services/host_name.ts";
import { EncryptedDns, type EncryptedDnsOptions } from "./features/network/dns_services/service.ts";
import type { Log } from "./log.ts";
import { Seal } from "./seal.ts";
import type { StoredDatabase } from "./store/open.ts";
import type { TimeKnown } from "./time_known.ts";

/** What it is made of. */
export interface BoxDnsServicesDeps {
  readonly dataDir: string;
  /** That of the data directory. */
  readonly secret: Uint8Array;
  readonly settings: BoxSettings;
  readonly box: StoredDatabase;
  /** The module of api/certificate/thread.ts. */
  readonly certificateUrl: URL;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Whether the time of day is known, and word of each change of it. */
  readonly time: Pick<TimeKnown, "known" | "whenChanged">;
  /** Octets that nobody can guess. */
  readonly randomOctets: (length: number) => Uint8Array;
  /** Has the resolver told of another name and other ports; done when it is. */
  readonly policyChanged: () => Promise<void>;
  readonly raise: Raise;
  readonly log: Log;
}

/** Opens it: what is installed is known when this resolves, and the settings of the resolver tell it from here on. Never rejects. */
export async function openDnsServices(deps: BoxDnsServicesDeps): Promise<EncryptedDns> {
  const { dataDir, secret, settings, box: db, certificateUrl, now, time, randomOctets, raise, log } = deps;
  const { box_name, local_domain } = settings.started;
  const options: EncryptedDnsOptions = {
    ...{ db, settings, now, raise, log, providers: DNS_PROVIDERS, sources: {} },
    timeKnown: () => time.known(),
    tls: new TlsDirectory(`${dataDir}/tls`, log),
    seal: new Seal(secret, randomOctets),
    make: (name, notBefore, notAfter) => makeInThread({ kind: "limited", name, notBefore, notAfter }, certificateUrl),
    ownName: () => ownHostName(box_name, local_domain, deriveKey(secret, "name of encrypted DNS", 6)),
    changed: deps.policyChanged,
  };
  const service = await EncryptedDns.open(options);
  settings.encryptedBy(() => service.encrypted());
  const look = () =>
    void service.check().catch(({ message }: Error) => log("warn", `The certificate of encrypted DNS: ${message}`));
  // What an older version made is made anew at once, and what a wrong clock made once the time is known.
  time.whenChanged(look);
  look();
  return service;
}

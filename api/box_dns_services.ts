/** Encrypted DNS of the box, put together over its settings, its tls directory and its database (A 7.9). */
import { boxAcme, type BoxAcmeDeps } from "./box_acme.ts";
import { boxCloud } from "./box_cloud.ts";
import { givenName } from "./certificate/acme/given_name.ts";
import { DNS_PROVIDERS } from "./certificate/dns_providers/list.ts";
import { makeInThread } from "./certificate/maker.ts";
import { TlsDirectory } from "./certificate/tls_directory.ts";
import { deriveKey } from "./data_directory.ts";
import type { Raise } from "./events/alert_kinds.ts";
import { ownHostName } from "./features/network/dns_services/host_name.ts";
import { EncryptedDns, type EncryptedDnsOptions } from "./features/network/dns_services/service.ts";
import { Seal } from "./seal.ts";
import type { StoredDatabase } from "./store/open.ts";
import type { TimeKnown } from "./time_known.ts";

/** What it is made of. */
export interface BoxDnsServicesDeps extends BoxAcmeDeps {
  /** That of the data directory. */
  readonly secret: Uint8Array;
  readonly box: StoredDatabase;
  /** The module of api/certificate/thread.ts. */
  readonly certificateUrl: URL;
  /** Whether the time of day is known, and word of each change of it. */
  readonly time: Pick<TimeKnown, "known" | "whenChanged">;
  /** Has the resolver told of another name and other ports; done when it is. */
  readonly policyChanged: () => Promise<void>;
  readonly raise: Raise;
}

/** Opens it: what is installed is known when this resolves, and the settings of the resolver tell it from here on. Never rejects. */
export async function openDnsServices(deps: BoxDnsServicesDeps): Promise<EncryptedDns> {
  const {
    dataDir,
    secret,
    settings,
    box: db,
    certificateUrl,
    now,
    time,
    randomOctets,
    raise,
    log,
  } = deps;
  const { box_name, local_domain } = settings.started, acme = boxAcme(deps), cloud = boxCloud(deps);
  const domain = acme.domain(), box = acme.source(givenName(cloud));
  const options: EncryptedDnsOptions = {
    ...{ db, settings, now, raise, log, providers: DNS_PROVIDERS },
    get sources() {
      return settings.values.acme_directory === ""
        ? {}
        : cloud.isSet
        ? { domain, box }
        : { domain };
    },
    timeKnown: () => time.known(),
    tls: new TlsDirectory(`${dataDir}/tls`, log),
    seal: new Seal(secret, randomOctets),
    make: (name, notBefore, notAfter) =>
      makeInThread({ kind: "limited", name, notBefore, notAfter }, certificateUrl),
    ownName: () =>
      ownHostName(box_name, local_domain, deriveKey(secret, "name of encrypted DNS", 6)),
    changed: deps.policyChanged,
  };
  const service = await EncryptedDns.open(options);
  settings.encryptedBy(() => service.encrypted());
  const look = () =>
    void service.check().catch(({ message }: Error) =>
      log("warn", `The certificate of encrypted DNS: ${message}`)
    );
  // What an older version made is made anew at once, and what a wrong clock made once the time is known.
  time.whenChanged(look);
  look();
  return service;
}

/**
 * Encrypted DNS of the box, composed from its settings, its tls directory and its database (A 7.9).
 */
import { boxAcme, type BoxAcmeDeps } from "./acme.ts";
import { boxCloud } from "./cloud.ts";
import { givenName } from "../certificate/acme/given_name.ts";
import { DNS_PROVIDERS } from "../certificate/dns_providers/list.ts";
import { makeInThread } from "../certificate/maker.ts";
import { TlsDirectory } from "../certificate/tls_directory.ts";
import { deriveKey } from "../system/data_directory.ts";
import type { Raise } from "../events/alert_kinds.ts";
import { ownHostName } from "../features/network/dns_services/host_name.ts";
import {
  EncryptedDns,
  type EncryptedDnsOptions,
} from "../features/network/dns_services/service.ts";
import { Seal } from "../system/seal.ts";
import type { StoredDatabase } from "../store/open.ts";
import type { TimeKnown } from "../system/time_known.ts";

/** Its dependencies. */
export interface BoxDnsServicesDeps extends BoxAcmeDeps {
  /** The secret of the data directory. */
  readonly secret: Uint8Array;
  readonly box: StoredDatabase;
  /** The module of api/certificate/thread.ts. */
  readonly certificateUrl: URL;
  /** Whether the time of day is known, with a callback at each change. */
  readonly time: Pick<TimeKnown, "known" | "whenChanged">;
  /** Notifies the resolver of another name and other ports; resolves when that is done. */
  readonly policyChanged: () => Promise<void>;
  readonly raise: Raise;
}

/**
 * Opens it. When this resolves, the installed certificate is known, and the settings of the
 * resolver include it from then on. Never rejects.
 */
export async function openDnsServices(deps: BoxDnsServicesDeps): Promise<EncryptedDns> {
  const {
    dataDir,
    secret,
    settings,
    box: db,
    certificateUrl,
    now,
    time,
    randomBytes,
    raise,
    log,
  } = deps;
  const { box_name, local_domain } = settings.started;
  const acme = boxAcme(deps);
  const cloud = boxCloud(deps);
  const domain = acme.domain();
  const box = acme.source(givenName(cloud));
  const options: EncryptedDnsOptions = {
    db,
    settings,
    now,
    raise,
    log,
    providers: DNS_PROVIDERS,
    get sources() {
      if (settings.values.acme_directory === "") return {};
      return cloud.isSet ? { domain, box } : { domain };
    },
    timeKnown: () => time.known(),
    tls: new TlsDirectory(`${dataDir}/tls`, log),
    seal: new Seal(secret, randomBytes),
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
  // A certificate of an older version is renewed at once, and one made under a wrong clock once the
  // time is known.
  time.whenChanged(look);
  look();
  return service;
}

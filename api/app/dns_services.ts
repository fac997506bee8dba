/**
 * Encrypted DNS of the box, created from its settings, its tls directory and its database (A 7.9).
 */
import { createAcme } from "./acme.ts";
import type { Core } from "./core.ts";
import { givenName } from "../certificate/acme/given_name.ts";
import { DNS_PROVIDERS } from "../certificate/dns_providers/list.ts";
import { makeInThread } from "../certificate/maker.ts";
import { TlsDirectory } from "../certificate/tls_directory.ts";
import { deriveKey } from "../system/data_directory.ts";
import { ownHostName } from "../features/network/dns_services/host_name.ts";
import {
  EncryptedDns,
  type EncryptedDnsOptions,
} from "../features/network/dns_services/service.ts";
import { Seal } from "../system/seal.ts";
import type { TimeKnown } from "../system/time_known.ts";

/**
 * Opens encrypted DNS. When this resolves, the installed certificate is loaded, and the settings of
 * the resolver include it from then on. Never rejects.
 */
export async function openDnsServices(
  core: Core,
  time: Pick<TimeKnown, "whenChanged">,
): Promise<EncryptedDns> {
  const { dataDir, secret, runtime, settings, databases, events, cloud } = core;
  const certificateUrl = runtime.moduleUrl("api/certificate/thread");
  const { box_name, local_domain } = settings.started;
  const acme = createAcme(core);
  const domain = acme.domain();
  const box = acme.source(givenName(cloud));
  const options: EncryptedDnsOptions = {
    db: databases.box,
    settings,
    runtime,
    raise: events.raise,
    providers: DNS_PROVIDERS,
    get sources() {
      if (settings.values.acme_directory === "") return {};
      return cloud.isSet ? { domain, box } : { domain };
    },
    timeKnown: core.timeKnown,
    tls: new TlsDirectory(`${dataDir}/tls`, runtime.log),
    seal: new Seal(secret, runtime.randomBytes),
    make: (name, notBefore, notAfter) =>
      makeInThread({ kind: "limited", name, notBefore, notAfter }, certificateUrl),
    ownName: () =>
      ownHostName(box_name, local_domain, deriveKey(secret, "name of encrypted DNS", 6)),
    changed: async () => await events.policyChanged("rules"),
  };
  const service = await EncryptedDns.open(options);
  settings.encryptedBy(() => service.encrypted());
  const look = () =>
    void service.check().catch(({ message }: Error) =>
      runtime.log("warn", `Could not check the certificate of encrypted DNS: ${message}`)
    );
  // A certificate of an older version is renewed at once, and one made under a wrong clock once the
  // time is known.
  time.whenChanged(look);
  look();
  return service;
}

/**
 * Encrypted DNS and the block page of the demonstration: a certificate made by the box, and blocked
 * sites that explain themselves.
 */
import { makeLimitedCertificate } from "../../api/certificate/make_limited.ts";
import { TlsDirectory } from "../../api/certificate/tls_directory.ts";
import { EncryptedDns } from "../../api/features/network/dns_services/service.ts";
import { Seal } from "../../api/system/seal.ts";
import { ACCOUNT, actor, changed, type DemoEvent, type EventScene } from "./events.ts";
import { LOCAL_DOMAIN } from "./household.ts";
import { testRuntime } from "../support/test_runtime.ts";

const DAY = 24;
const NAME = `dns.${LOCAL_DOMAIN}`;

/** Chooses the certificate as on the page of encrypted DNS; the box loads it when it starts. */
async function chooseCertificate(scene: EventScene): Promise<void> {
  const { control, settings, now, dataDir } = scene;
  const log = () => {};
  const service = await EncryptedDns.open({
    db: control.core.databases.box,
    settings,
    runtime: testRuntime({ now, log }),
    timeKnown: () => true,
    tls: new TlsDirectory(`${dataDir}/tls`, log),
    seal: new Seal(new Uint8Array(32), (length) => crypto.getRandomValues(new Uint8Array(length))),
    make: (name, notBefore, notAfter) =>
      makeLimitedCertificate({ kind: "limited", name, notBefore, notAfter }),
    ownName: () => NAME,
    sources: {},
    providers: [],
    raise: () => {},
    changed: () => {},
  });
  await service.choose({ mode: "self" }, ACCOUNT);
  await control.audit.record(actor(scene), "dns.certificate", { mode: "self", name: NAME });
  await service.close();
}

/** Both, as events. */
export const ENCRYPTED_EVENTS: readonly DemoEvent[] = [
  { ago: 10 * DAY, run: chooseCertificate },
  changed(9 * DAY, { blocked_response: "page" }),
];

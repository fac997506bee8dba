/**
 * Encrypted DNS over its own database and folder: a clock, and an authority that the test controls.
 */
import assert from "node:assert/strict";
import type { AlertToRaise } from "../../api/events/alert_kinds.ts";
import { makeLimitedCertificate } from "../../api/certificate/make_limited.ts";
import { TlsDirectory } from "../../api/certificate/tls_directory.ts";
import { BoxSettings } from "../../api/settings/box_settings.ts";
import { EncryptedDns } from "../../api/features/network/dns_services/service.ts";
import type { CertificateOrder, ObtainedCertificate } from "../../api/certificate/source.ts";
import { Seal } from "../../api/system/seal.ts";
import { openDatabase, type StoredDatabase } from "../../api/store/open.ts";
import { testRuntime } from "./test_runtime.ts";
import { programSentence } from "../../policy/model/sentence.ts";

/** A choice of mode domain. */
export const DOMAIN = {
  mode: "domain",
  name: "dns.example.com",
  provider: "desec",
  credentials: { token: "secret" },
} as const;
/** The name that the box of these tests chooses for itself. */
export const OWN_NAME = "box-k7m2qx.home.arpa";

/** How an authority handles an order. */
export type Authority = (
  order: CertificateOrder,
  tell: (step: string) => void,
  signal: AbortSignal,
) => Promise<ObtainedCertificate>;

/** What a test gets. */
export interface DnsScene {
  /** Unix milliseconds. */
  now: number;
  timeKnown: boolean;
  authority: Authority;
  /** Unix milliseconds at which the authority asks for renewal; undefined = it gives no time. */
  wanted: number | undefined;
  /** How often the service reported a change. */
  changed: number;
  readonly orders: CertificateOrder[];
  readonly raised: AlertToRaise[];
  readonly logged: string[];
  readonly folder: string;
  readonly db: StoredDatabase;
  readonly settings: BoxSettings;
  service: EncryptedDns;
  /** Restarts the box; the previous one ends only when the test ends it. */
  restart(): Promise<EncryptedDns>;
  /** A certificate for names, valid for the given number of days. */
  certificate(names: readonly string[], days: number): Promise<ObtainedCertificate>;
}

const DAY = 86_400_000;

/** Waits until no order is running, and returns the result. */
export async function settled({ service }: DnsScene, state: string): Promise<void> {
  await service.idle();
  assert.equal((await service.state()).state, state);
}

/** Runs a test, at a time that the machine shows too. */
export async function withDnsServices(test: (scene: DnsScene) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const workerUrl = new URL("../../api/store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  const settings = await BoxSettings.open(folder, { flags: {} });
  await settings.attach(db);
  await Deno.mkdir(`${folder}/tls`);
  const scene: DnsScene = {
    now: Date.now(),
    timeKnown: true,
    wanted: undefined,
    changed: 0,
    orders: [],
    raised: [],
    logged: [],
    folder,
    db,
    settings,
    authority: ({ name }) => scene.certificate([name || "abcdefghij.box.example"], 90),
    certificate: async ([name], days) => {
      const from = scene.now - DAY;
      const made = await makeLimitedCertificate({
        kind: "limited",
        name,
        notBefore: from,
        notAfter: scene.now + days * DAY,
      });
      return { ...made, names: [name] };
    },
    service: undefined as unknown as EncryptedDns,
    restart: async () => scene.service = await opened(scene),
  };
  try {
    await scene.restart();
    await test(scene);
  } finally {
    await scene.service.close();
    await db.close();
    await Deno.remove(folder, { recursive: true });
  }
}

function opened(scene: DnsScene): Promise<EncryptedDns> {
  const { db, settings, folder } = scene;
  const log = (_: string, text: string) => void scene.logged.push(text);
  const source = {
    obtain: (order: CertificateOrder, tell: (step: string) => void, signal: AbortSignal) => {
      scene.orders.push(order);
      return scene.authority(order, tell, signal);
    },
    renewAt: () => Promise.resolve(scene.wanted),
  };
  return EncryptedDns.open({
    db,
    settings,
    runtime: testRuntime({ log, now: () => scene.now }),
    timeKnown: () => scene.timeKnown,
    tls: new TlsDirectory(`${folder}/tls`, log),
    seal: new Seal(new Uint8Array(32), (length) => crypto.getRandomValues(new Uint8Array(length))),
    make: (name, notBefore, notAfter) =>
      makeLimitedCertificate({ kind: "limited", name, notBefore, notAfter }),
    ownName: () => OWN_NAME,
    sources: { domain: source, box: source },
    providers: [{
      id: "desec",
      name: "deSEC",
      fault: ({ token }) => token ? "" : programSentence`deSEC needs this field too: token`,
      fields: [{ name: "token", secret: true, optional: false }],
    }],
    raise: (alert) => void scene.raised.push(alert),
    changed: () => void scene.changed++,
  });
}

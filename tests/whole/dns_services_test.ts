/**
 * Encrypted DNS with one box: its own certificate, an uploaded one, protocols, and kills during
 * changes.
 */
import assert from "node:assert/strict";
import { parse } from "plist";
import type {
  ChosenCertificate,
  DnsServicesResponse,
} from "../../api/features/network/dns_services/routes.ts";
import { freePort } from "../support/box_process.ts";
import { needsTool } from "../support/tool.ts";
import { runText, Scene, WAIT, within } from "../support/whole_box.ts";

const PATH = "/api/v1/dns-services";
const LONG = Deno.env.get("BOX_LONG") === "1";
type Protocol = "tls" | "https" | "quic";
const PROTOCOLS: readonly Protocol[] = ["tls", "https", "quic"];

/** What a test uses of the box, with its ports. */
class Asking {
  readonly scene: Scene;
  readonly ports: Readonly<Record<Protocol, number>>;

  constructor(scene: Scene, tls: number, quic: number) {
    this.scene = scene;
    this.ports = { tls, https: scene.https, quic };
  }

  /**
   * Queries a name over a protocol, trusting an authority for a name of the box; whether the answer
   * arrived within seconds.
   */
  async kdig(protocol: Protocol, authority: string, name: string, wait = 5): Promise<boolean> {
    const { text } = await runText([
      "kdig",
      "@127.0.0.1",
      "-p",
      String(this.ports[protocol]),
      `+time=${wait}`,
      "+retry=0",
      "+short",
      "www.example",
      "A",
      `+tls-ca=${authority}`,
      `+tls-hostname=${name}`,
      ...(protocol === "tls" ? [] : [protocol === "https" ? `+https=${name}/dns-query` : "+quic"]),
    ]);
    return text.trim() === "192.0.2.9";
  }

  async all(authority: string, name: string, wait = 5): Promise<Record<Protocol, boolean>> {
    const answered = await Promise.all(
      PROTOCOLS.map((protocol) => this.kdig(protocol, authority, name, wait)),
    );
    return Object.fromEntries(PROTOCOLS.map((protocol, at) => [protocol, answered[at]])) as Record<
      Protocol,
      boolean
    >;
  }

  state(): Promise<DnsServicesResponse> {
    return this.scene.service.call<DnsServicesResponse>("GET", PATH);
  }

  choose(body: unknown): Promise<ChosenCertificate> {
    return this.scene.service.call<ChosenCertificate>("PUT", `${PATH}/certificate`, { body });
  }
}

/** The authority in the profile for Apple devices, as a file. */
async function authorityOfProfile({ scene }: Asking, file: string): Promise<string> {
  await Deno.remove(file).catch(() => {});
  const { code, text } = await scene.command("dns-services", "profile", file);
  assert.equal(code, 0, text);
  const { PayloadContent: [root] } = parse(await Deno.readTextFile(file)) as unknown as {
    readonly PayloadContent: readonly {
      readonly PayloadType: string;
      readonly PayloadContent: Uint8Array;
    }[];
  };
  assert.equal(root.PayloadType, "com.apple.security.root");
  const pem = `${file}.pem`;
  const lines = root.PayloadContent.toBase64().match(/.{1,64}/g)!.join("\n");
  await Deno.writeTextFile(
    pem,
    `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  );
  return pem;
}

async function bySelf(asking: Asking): Promise<void> {
  const { scene } = asking;
  const none = await asking.state();
  assert.equal(none.certificate.state, "none");
  await assert.rejects(
    scene.service.call("PUT", `${PATH}/protocols`, { body: { tls: true } }),
    /There is no certificate yet/,
  );
  const { code, text } = await scene.command("dns-services", "certificate", "self");
  assert.match(
    text,
    /^The certificate is ready: box-[a-z2-9]{6}\.home\.arpa, until \d{4}-\d\d-\d\d\.$/m,
  );
  assert.equal(code, 0);
  const { certificate, protocols } = await asking.state();
  const authority = await authorityOfProfile(asking, `${scene.folder}/a`);
  assert.equal(protocols.https.url, `https://${certificate.serving}:${scene.https}/dns-query`);
  for (const protocol of PROTOCOLS) assert.equal(protocols[protocol].listening.length, 1, protocol);
  assert.deepEqual(await asking.all(authority, certificate.serving), {
    tls: true,
    https: true,
    quic: true,
  });
  assert.equal(await asking.kdig("tls", authority, `tablet.${certificate.serving}`), true);
  assert.equal(await asking.kdig("tls", authority, "bank.example"), false);
  // The disk contains no key but that of the certificate.
  const keys = await runText(["grep", "-rl", "PRIVATE KEY", `${scene.data}/tls`]);
  assert.deepEqual(keys.text.trim().split("\n").map((path) => path.split("/").at(-1)).sort(), [
    "encrypted.key",
    "interface.key",
  ]);
}

async function protocolsLive(asking: Asking): Promise<void> {
  const { scene } = asking;
  const { certificate: { serving } } = await asking.state();
  const authority = `${scene.folder}/a.pem`;
  const turn = (on: boolean) =>
    scene.service.call("PUT", `${PATH}/protocols`, { body: { quic: on, https: on } });
  await turn(false);
  assert.deepEqual(await asking.all(authority, serving, 2), {
    tls: true,
    https: false,
    quic: false,
  });
  await turn(true);
  assert.deepEqual(await asking.all(authority, serving), { tls: true, https: true, quic: true });
}

async function openssl(folder: string, ...args: string[]): Promise<void> {
  const { code, stderr } = await new Deno.Command("openssl", { args, cwd: folder }).output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
}

async function byImport(asking: Asking): Promise<void> {
  const { scene } = asking;
  const { folder } = scene;
  const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  await openssl(
    folder,
    "req",
    "-x509",
    ...ec,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-subj",
    "/CN=ca",
    "-days",
    "9",
  );
  await openssl(folder, "req", ...ec, "-keyout", "own.key", "-out", "own.csr", "-subj", "/CN=own");
  await Deno.writeTextFile(`${folder}/own.ext`, "subjectAltName=DNS:*.dns.example,DNS:dns.example");
  const signing = [
    "-CA",
    "ca.pem",
    "-CAkey",
    "ca.key",
    "-CAcreateserial",
    "-extfile",
    "own.ext",
    "-days",
    "9",
  ];
  await openssl(folder, "x509", "-req", "-in", "own.csr", ...signing, "-out", "own.pem");
  const [certificate, key] = [
    await Deno.readTextFile(`${folder}/own.pem`),
    await Deno.readTextFile(`${folder}/ca.key`),
  ];
  await assert.rejects(
    asking.choose({ mode: "import", certificate, key }),
    /The key does not belong to the certificate/,
  );
  const { code, text } = await scene.command(
    "dns-services",
    "certificate",
    "import",
    `${folder}/own.pem`,
    `${folder}/own.key`,
  );
  assert.match(text, /The certificate is ready: dns\.example/);
  assert.equal(code, 0);
  assert.deepEqual(await asking.all(`${folder}/ca.pem`, "dns.example"), {
    tls: true,
    https: true,
    quic: true,
  });
  await assert.rejects(Deno.stat(`${scene.data}/tls/self-authority.pem`));
}

/**
 * Kills the box while a certificate is created and installed. It starts with a complete one, and
 * the choice becomes active.
 */
async function killedInTheMiddle(asking: Asking): Promise<void> {
  const { scene } = asking;
  for (const name of LONG ? ["one.example", "two.example"] : ["two.example"]) {
    const choosing = asking.choose({ mode: "self", name }).catch(() => {});
    const begun = `${scene.data}/tls/pending.new`;
    const pending = `${scene.data}/tls/pending`;
    await within(WAIT, async () => {
      for (let tries = 0; tries < 2000; tries++) {
        if (await isThere(name === "one.example" ? begun : pending)) return true;
      }
      return false;
    });
    await scene.box.end("SIGKILL").catch(() => {});
    await choosing;
    await scene.start();
    assert.ok(
      await within(WAIT, async () => (await asking.state()).certificate.serving === name),
      name,
    );
    const { certificate } = await asking.state();
    assert.equal(certificate.state, "ready");
    const authority = await authorityOfProfile(asking, `${scene.folder}/b`);
    const answered = () =>
      asking.all(authority, name).then((all) => Object.values(all).every(Boolean));
    assert.ok(await within(WAIT, answered), name);
    for (const left of [begun, pending]) assert.equal(await isThere(left), false);
  }
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

Deno.test({
  name: "Encrypted DNS works with a made and an uploaded certificate, through changes and a kill",
  ignore: needsTool("kdig", "openssl"),
  async fn() {
    const tls = freePort();
    const quic = freePort();
    const flags = [`--dot-listen=127.0.0.1:${tls}`, `--doq-listen=127.0.0.1:${quic}`];
    await Scene.run({ https: true, flags }, async (scene) => {
      const asking = new Asking(scene, tls, quic);
      await bySelf(asking);
      await protocolsLive(asking);
      await byImport(asking);
      await killedInTheMiddle(asking);
      await asking.choose({ mode: "none" });
      assert.deepEqual(await asking.all(`${scene.folder}/b.pem`, "two.example", 1), {
        tls: false,
        https: false,
        quic: false,
      });
    });
  },
});

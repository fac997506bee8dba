/**
 * Recently blocked names at the front: the certificate that a client receives, checked by TLS
 * itself.
 */
import assert from "node:assert/strict";
import { connect } from "node:tls";
import { nameFromText } from "../../../policy/model/name.ts";
import { BlockMemory } from "../../../resolver/memory/block_memory.ts";
import { ENDING_THREAD, ThreadClock, withFront } from "../../../tests/support/front_scene.ts";
import { makeAuthority } from "../../certificate/make_authority.ts";

const DAY = 86_400_000;
const authorityOf = (subject: string) =>
  makeAuthority({
    kind: "authority",
    subject,
    notBefore: Date.now() - DAY,
    notAfter: Date.now() + 3652 * DAY,
  });
const ONE = await authorityOf("Block page one");
const OTHER = await authorityOf("Block page other");
const CLIENT = { device: 0, address: new Uint8Array([127, 0, 0, 1]) };
const WHAT = { reason: "rule", list: -1, origin: "" } as const;

interface Shown {
  /** Issuer of the received certificate. */
  readonly issuer: string;
  /** Whether a client that trusts the authority accepts it. */
  readonly trusted: boolean;
  readonly alpn: string;
}

function shown(port: number, servername: string, ca: string): Promise<Shown> {
  const { promise, resolve, reject } = Promise.withResolvers<Shown>();
  const given = { port, host: "127.0.0.1", servername, ca, ALPNProtocols: ["h2", "http/1.1"] };
  const attempt = (rejectUnauthorized: boolean) => {
    const socket = connect({ ...given, rejectUnauthorized }, () => {
      const issuer = socket.getPeerCertificate().issuer?.CN ?? "";
      resolve({
        issuer: String(issuer),
        trusted: rejectUnauthorized,
        alpn: String(socket.alpnProtocol),
      });
      socket.destroy();
    });
    socket.on("error", (error) => rejectUnauthorized ? attempt(false) : reject(error));
  };
  attempt(true);
  return promise;
}

Deno.test("a recently blocked name gets a certificate of the current authority, other names the usual one", async () => {
  const blocked = BlockMemory.createMemory();
  const memory = new BlockMemory(blocked, Date.now);
  for (const name of ["ads.example", "localhost", "_x.xn--bcher-kva.example"]) {
    memory.add(nameFromText(name)!, CLIENT, WHAT);
  }
  const more = { blocked, authority: { cert: ONE.cert, key: ONE.key } };
  await withFront(
    () => new Response(""),
    async ({ front, port, logLines }) => {
      for (const name of ["ads.example", "ADS.example", "_x.xn--bcher-kva.example"]) {
        assert.deepEqual(
          await shown(port, name, ONE.cert),
          { issuer: "Block page one", trusted: true, alpn: "h2" },
          name,
        );
      }
      for (const name of ["other.example", "www.ads.example", "localhost", "example"]) {
        assert.equal((await shown(port, name, ONE.cert)).issuer, "localhost", name);
      }
      front.authority({ cert: OTHER.cert, key: OTHER.key });
      await shown(port, "other.example", OTHER.cert);
      assert.deepEqual(await shown(port, "ads.example", OTHER.cert), {
        issuer: "Block page other",
        trusted: true,
        alpn: "h2",
      });
      assert.equal((await shown(port, "ads.example", ONE.cert)).trusted, false);
      front.authority({ cert: OTHER.cert, key: ONE.key });
      await shown(port, "other.example", OTHER.cert);
      assert.equal((await shown(port, "ads.example", OTHER.cert)).issuer, "localhost");
      assert.match(logLines.join(), /its key is another one's/);
      front.authority(undefined);
    },
    {},
    more,
  );
});

Deno.test("a new name of the box gets the usual certificate, and a restarted thread knows both kinds", async () => {
  const blocked = BlockMemory.createMemory();
  const memory = new BlockMemory(blocked, Date.now);
  for (const name of ["ads.example", "nas.example"]) {
    memory.add(nameFromText(name)!, CLIENT, WHAT);
  }
  const issuers = async (port: number) => {
    const [ads, nas] = [
      await shown(port, "ads.example", ONE.cert),
      await shown(port, "nas.example", ONE.cert),
    ];
    return [ads.issuer, nas.issuer];
  };
  const clock = new ThreadClock();
  const more = {
    blocked,
    authority: { cert: ONE.cert, key: ONE.key },
    workerUrl: ENDING_THREAD,
  };
  await withFront(
    () => new Response(""),
    async ({ front, port, logLines }) => {
      assert.deepEqual(await issuers(port), ["Block page one", "Block page one"]);
      front.own(["localhost", "nas.example"]);
      assert.deepEqual(await issuers(port), ["Block page one", "localhost"]);
      await clock.again({ front, logLines }, { cert: OTHER.cert, key: OTHER.key });
      assert.deepEqual(await issuers(port), ["Block page other", "localhost"]);
    },
    {},
    more,
    { after: clock.after },
  );
});

import assert from "node:assert/strict";
import { createHash, generateKeyPairSync } from "node:crypto";
import {
  newHostKey,
  s3Server,
  sftpServer,
  webdavServer,
} from "../../../../../tests/support/backup_servers.ts";
import { testRuntime } from "../../../../../tests/support/test_runtime.ts";
import { type BackupConfig, backupConfig, backupDestination } from "./config.ts";
import { isLostWith } from "./folder.ts";
import { openStore } from "./open.ts";
import { listedObjects } from "./s3.ts";
import {
  backupName,
  type BackupStore,
  parseBackupName,
  type TransferContext,
  unreachable,
} from "./store.ts";
import { listedFiles } from "./webdav.ts";

const MARK = "0011aabbccddeeff";
const NAMES = [1, 2, 3].map((day) => backupName("box", MARK, Date.UTC(2026, 10, day, 3)));
const BYTES = new Uint8Array(200_000).map((_, at) => at * 7);
const SHA256 = createHash("sha256").update(BYTES).digest("hex");

function contextOf(lookup: TransferContext["lookup"] = () => Promise.resolve([])): TransferContext {
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  };
  const runtime = { ...testRuntime(), now: () => Date.now(), after };
  return { runtime, lookup, signal: new AbortController().signal };
}

function storeOf(config: unknown, secret: string, dataDir = "/nowhere", onFingerprint = () => {}) {
  return openStore(backupConfig.parse(config), secret, dataDir, {
    onFingerprint: async () => void await onFingerprint(),
  });
}

/** Keeps, lists, reads and removes backups, as every place must. */
async function keepsBackups(store: BackupStore, folder: string): Promise<void> {
  const context = contextOf();
  const path = `${folder}/made.part`;
  await Deno.writeFile(path, BYTES);
  const sent: number[] = [];
  assert.deepEqual(await store.list(context), []);
  for (const name of NAMES.toReversed()) {
    const file = { path, bytes: BYTES.length, sha256: SHA256 };
    await store.put(name, file, { ...context, onBytes: (bytes) => sent.push(bytes) });
  }
  assert.deepEqual(
    await store.list(context),
    NAMES.map((name) => ({ name, bytes: BYTES.length })),
    "oldest first",
  );
  const digest = createHash("sha256");
  await store.get(NAMES[1], (part) => Promise.resolve(void digest.update(part)), context);
  assert.equal(digest.digest("hex"), SHA256);
  await store.remove(NAMES[0], context);
  await store.remove(NAMES[0], context);
  assert.deepEqual((await store.list(context)).map(({ name }) => name), NAMES.slice(1));
  await assert.rejects(store.get(NAMES[0], () => Promise.resolve(), context), {
    code: "backup_failed",
  });
}

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-backups-" });
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a folder keeps backups, and nothing else in it is touched", () =>
  inFolder(async (folder) => {
    const kept = `${folder}/kept`;
    await Deno.mkdir(kept);
    await Deno.writeTextFile(`${kept}/photo.jpg`, "mine");
    await keepsBackups(storeOf({ kind: "folder", path: kept }, ""), folder);
    assert.equal(await Deno.readTextFile(`${kept}/photo.jpg`), "mine");
    const left = [...Deno.readDirSync(kept)].map(({ name }) => name);
    assert.ok(!left.some((name) => name.endsWith(".part")));
    const context = contextOf();
    const gone = storeOf({ kind: "folder", path: `${folder}/none` }, "");
    await assert.rejects(gone.list(context), /does not exist/);
    const unmounted = storeOf({ kind: "folder", path: kept, mounted: true }, "", folder);
    await assert.rejects(unmounted.list(context), /Nothing is mounted/);
  }));

Deno.test("a folder inside the data folder is found through links, before it is made", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    await Deno.mkdir(`${data}/backups`, { recursive: true });
    await Deno.mkdir(`${folder}/data-nas`);
    await Deno.symlink(`${data}/backups`, `${folder}/nas`);
    await Deno.symlink(data, `${folder}/linked`);
    for (
      const path of [data, `${data}/`, `${data}/new/one`, `${folder}/nas`, `${folder}/nas/new`]
    ) {
      assert.equal(await isLostWith(path, data), true, path);
      assert.equal(await isLostWith(path, `${folder}/linked`), true, `${path}, through a link`);
    }
    for (const path of [folder, `${folder}/data-nas`, `${folder}/database`, "/none/at/all"]) {
      assert.equal(await isLostWith(path, data), false, path);
    }
    // A share that is mounted inside the data folder is another disk.
    assert.equal(await isLostWith("/dev/shm", "/dev"), false);
    const store = storeOf({ kind: "folder", path: `${folder}/nas` }, "", data);
    await assert.rejects(store.list(contextOf()), /inside the data folder of the box/);
  }));

Deno.test("a WebDAV server keeps backups; a wrong account, a redirect and a full disk have sentences", () =>
  inFolder(async (folder) => {
    const server = webdavServer("box", "secret");
    const config = { kind: "webdav", url: `${server.url}/box`, user: "box" };
    try {
      await keepsBackups(storeOf(config, "secret"), folder);
      assert.ok(![...server.files.keys()].some((name) => name.endsWith(".part")));
      const wrong = storeOf(config, "guess").list(contextOf());
      await assert.rejects(wrong, /refuses the account/);
      server.fault = () =>
        new Response(null, { status: 302, headers: { location: "http://192.0.2.1/" } });
      await assert.rejects(storeOf(config, "secret").list(contextOf()), /not followed/);
      server.fault = () => new Response(null, { status: 507 });
      await assert.rejects(storeOf(config, "secret").list(contextOf()), /no space/);
      server.fault = () => new Response("<multistatus>", { status: 207 });
      await assert.rejects(storeOf(config, "secret").list(contextOf()), /unexpected/);
    } finally {
      await server.close();
    }
    await assert.rejects(storeOf(config, "secret").list(contextOf()), {
      message: `${new URL(server.url).host} refuses the connection: ` +
        "check the port, and whether the service runs there",
      cause: /refused/i,
    });
    // A password is sent in clear inside the network only: nothing connects to these.
    const lookup = () => Promise.resolve(["9.9.9.9"]);
    for (
      const url of ["http://nas.example/box", "http://9.9.9.9/box", "http://[2620:fe::fe]/box"]
    ) {
      const outside = storeOf({ ...config, url }, "secret");
      await assert.rejects(outside.list(contextOf(lookup)), /over https only/, url);
    }
  }));

Deno.test("an S3 server keeps backups with signed requests, page by page", () =>
  inFolder(async (folder) => {
    const server = s3Server("home-backups", "AKIDEXAMPLE", "wJalrXUtnFEMI");
    const config = {
      kind: "s3",
      url: server.url,
      bucket: "home-backups",
      folder: "box/daily",
      access_key: "AKIDEXAMPLE",
      region: "eu-west-3",
    };
    try {
      await keepsBackups(storeOf(config, "wJalrXUtnFEMI"), folder);
      assert.ok([...server.files.keys()].every((key) => key.startsWith("box/daily/box-")));
      await assert.rejects(storeOf(config, "guess").list(contextOf()), /refuses the account/);
    } finally {
      await server.close();
    }
  }));

Deno.test("a listing of unclosed elements is read without delay, and gives nothing", () => {
  const began = performance.now();
  for (const tag of ["<D:response>", "<D:response ", "<D:response><D:href ", "</D:response>"]) {
    assert.deepEqual(listedFiles(tag.repeat(80_000), "nas.example"), [], tag);
  }
  for (const tag of ["<Contents>", "<Contents><Key>", "<NextContinuationToken>"]) {
    const found = listedObjects(tag.repeat(80_000), "");
    assert.deepEqual(found, { files: [], next: undefined }, tag);
  }
  assert.ok(performance.now() - began < 3000, "linear");
});

Deno.test("a folder with too many files is refused with the host that keeps it", async () => {
  const server = webdavServer("box", "secret");
  const entry = "<response><href>/box/photo.jpg</href><prop><getcontentlength>1" +
    "</getcontentlength></prop></response>";
  server.fault = ({ method }) =>
    method === "PROPFIND" ? new Response(entry.repeat(10_001), { status: 207 }) : undefined;
  const config = { kind: "webdav", url: `${server.url}/box`, user: "box" };
  try {
    await assert.rejects(storeOf(config, "secret").list(contextOf()), {
      message: `There are too many files at ${new URL(server.url).host}`,
    });
  } finally {
    await server.close();
  }
});

Deno.test("a listing of an S3 store that does not end is refused", async () => {
  let page = 0;
  const token = () => isRepeated ? "same" : String(++page);
  let isRepeated = true;
  const server = s3Server("home-backups", "AKIDEXAMPLE", "wJalrXUtnFEMI");
  server.fault = () =>
    new Response(
      "<ListBucketResult><IsTruncated>true</IsTruncated>" +
        `<NextContinuationToken>${token()}</NextContinuationToken></ListBucketResult>`,
    );
  const config = { kind: "s3", url: server.url, bucket: "home-backups", access_key: "AKIDEXAMPLE" };
  try {
    const store = storeOf(config, "wJalrXUtnFEMI");
    await assert.rejects(store.list(contextOf()), /too many files/);
    assert.equal(server.requests.length, 2, "the same page is not read again");
    isRepeated = false;
    await assert.rejects(store.list(contextOf()), /too many files/);
    assert.equal(page, 100);
  } finally {
    await server.close();
  }
});

/** An SFTP server with a host key of its own, and its target. */
async function withSftp(
  test: (store: BackupStore, server: Awaited<ReturnType<typeof sftpServer>>) => Promise<void>,
): Promise<void> {
  const server = await sftpServer(newHostKey(), "box", "secret");
  const { port } = server;
  try {
    const config = { kind: "sftp", host: "127.0.0.1", port, user: "box", path: "/backups" };
    await test(storeOf(config, "secret"), server);
  } finally {
    await server.close();
  }
}

Deno.test("an SFTP server that does not answer is given up", () =>
  withSftp(async (store, server) => {
    for (const at of ["session", "folder"] as const) {
      const context = contextOf();
      const waiting = new Set<() => void>();
      const after = (_: number, run: () => void) => {
        waiting.add(run);
        return () => void waiting.delete(run);
      };
      server.silent = { at, run: () => waiting.forEach((late) => late()) };
      await assert.rejects(
        store.list({ ...context, runtime: { ...context.runtime, after } }),
        /Nothing arrived from 127\.0\.0\.1 for a minute/,
        at,
      );
      assert.equal(waiting.size, 0);
    }
    delete server.silent;
    assert.deepEqual(await store.list(contextOf()), []);
  }));

Deno.test("a folder of an SFTP server that does not end is refused", () =>
  withSftp(async (store, server) => {
    let pages = 0;
    server.page = () => {
      pages++;
      return Array.from({ length: 500 }, (_, at) => `${pages}-${at}.jpg`);
    };
    await assert.rejects(store.list(contextOf()), /too many files/);
    assert.equal(pages, 21);
    delete server.page;
    assert.deepEqual(await store.list(contextOf()), []);
  }));

Deno.test("an SFTP server keeps backups, and another host key is refused", () =>
  inFolder(async (folder) => {
    const hostKey = () =>
      generateKeyPairSync("rsa", {
        modulusLength: 2048,
        publicKeyEncoding: { type: "pkcs1", format: "pem" },
        privateKeyEncoding: { type: "pkcs1", format: "pem" },
      }).privateKey;
    const server = await sftpServer(hostKey(), "box", "secret");
    const other = await sftpServer(hostKey(), "box", "secret");
    const config = { kind: "sftp", host: "127.0.0.1", user: "box", path: "/backups" };
    try {
      let fingerprint = "";
      const store = openStore(
        backupConfig.parse({ ...config, port: server.port }),
        "secret",
        folder,
        { onFingerprint: (seen) => Promise.resolve(void (fingerprint = seen)) },
      );
      await keepsBackups(store, folder);
      assert.match(fingerprint, /^SHA256:/);
      const wrong = storeOf({ ...config, port: server.port }, "guess").list(contextOf());
      await assert.rejects(wrong, /refuses the account/);
      const moved = storeOf({ ...config, port: other.port, fingerprint }, "secret");
      await assert.rejects(moved.list(contextOf()), /another host key/);
    } finally {
      await Promise.all([server.close(), other.close()]);
    }
  }));

Deno.test("a connection that fails has the reason of its error, whatever the host is called", () => {
  const said = (code: string, message = "") =>
    unreachable("certs.refused.example", Object.assign(new Error(message), { code })).message;
  assert.match(said("ETIMEDOUT", "connect ETIMEDOUT certs.example:443"), /cannot be reached$/);
  assert.match(said("CERT_HAS_EXPIRED"), /^The certificate of certs\.refused\.example is not/);
  assert.match(said("", "invalid peer certificate: UnknownIssuer"), /is not trusted/);
  assert.match(said("ECONNREFUSED"), /refuses the connection/);
  assert.match(said("ENOTFOUND"), /^The name certs\.refused\.example has no address$/);
});

Deno.test("names of backups are recognised, and nothing else is", () => {
  assert.equal(NAMES[0], "box-box-0011aabb-2026-11-01-030000.age");
  assert.deepEqual(parseBackupName(NAMES[0]), {
    mark: "0011aabb",
    time: Date.UTC(2026, 10, 1, 3),
  });
  assert.equal(backupName("Das Büro!", MARK, 0), "box-das-b-ro--0011aabb-1970-01-01-000000.age");
  for (const name of ["../box-a-0011aabb-2026-11-01-030000.age", "box.age", `${NAMES[0]}.part`]) {
    assert.equal(parseBackupName(name), undefined, name);
  }
});

Deno.test("what a secret belongs to changes with host, port, account and trust, not with the folder", () => {
  const webdav = { kind: "webdav", url: "https://nas.example/a", user: "box", ca: "" } as const;
  const at = (change: object) => backupDestination({ ...webdav, ...change } as BackupConfig);
  assert.equal(at({ url: "https://nas.example/b" }), at({}));
  for (
    const change of [
      { url: "http://nas.example/a" },
      { url: "https://nas.example:444/a" },
      { url: "https://other.example/a" },
      { user: "other" },
      { ca: "other" },
    ]
  ) {
    assert.notEqual(at(change), at({}), JSON.stringify(change));
  }
});

Deno.test("configurations that lead elsewhere are refused", () => {
  const bad: readonly unknown[] = [
    { kind: "folder", path: "backups" },
    { kind: "folder", path: "/mnt/../etc" },
    { kind: "folder", path: "/" },
    { kind: "folder", path: "/mnt/a\u202eb" },
    { kind: "webdav", url: "https://user:password@nas.example/" },
    { kind: "webdav", url: "ftp://nas.example/" },
    { kind: "webdav", url: "https://nas.example/?token=1" },
    { kind: "s3", url: "https://s3.example", bucket: "../a", access_key: "a" },
    { kind: "s3", url: "https://s3.example", bucket: "abc", folder: "a/../b", access_key: "a" },
    { kind: "sftp", host: "nas.example", user: "box", path: "../../etc" },
    { kind: "sftp", host: "nas example", user: "box", path: "/a" },
    { kind: "tape" },
  ];
  for (const config of bad) {
    assert.equal(backupConfig.safeParse(config).success, false, JSON.stringify(config));
  }
});

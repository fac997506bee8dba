import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { DomainError } from "../../../schema/errors.ts";
import type { ReleaseFile } from "../../../updates/manifest.ts";
import { UpdateError } from "../../../updates/refusal.ts";
import { httpTransport } from "../../protection/lists/transport.ts";
import { WAIT, within } from "../../../../tests/support/whole_box.ts";
import { type DownloadDeps, downloadFile, downloadManifest, updateUrl } from "./download.ts";

const BYTES = Uint8Array.from({ length: 300_000 }, (_, at) => at * 7919 % 251);
const FILE: ReleaseFile = {
  kind: "archive",
  arch: "amd64",
  name: "box.tar.gz",
  bytes: BYTES.length,
  sha256: createHash("sha256").update(BYTES).digest("hex"),
};

/** How a server answers the request for the file; raw bytes, after which it closes. */
type Answer = (request: string) => readonly (string | Uint8Array)[];

const head = (status: string, length: number, more = "") =>
  `HTTP/1.1 ${status}\r\ncontent-length: ${length}\r\n${more}connection: close\r\n\r\n`;
/** The file, or the rest of it as a range. */
const good: Answer = (request) => {
  const from = Number(/range: bytes=(\d+)-/i.exec(request)?.[1] ?? 0);
  if (from === 0) return [head("200 OK", BYTES.length), BYTES];
  const range = `content-range: bytes ${from}-${BYTES.length - 1}/${BYTES.length}\r\n`;
  return [head("206 Partial Content", BYTES.length - from, range), BYTES.subarray(from)];
};

interface Server {
  readonly url: URL;
  readonly requests: string[];
  answer: Answer;
  /** Resolves when the server may close a connection. */
  closing: () => Promise<void>;
}

/** Runs a test with a server on the loopback and a folder. */
async function withServer(
  test: (server: Server, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "box-download-" });
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const server: Server = {
    url: new URL(`http://127.0.0.1:${listener.addr.port}/box.tar.gz`),
    requests: [],
    answer: good,
    closing: () => Promise.resolve(),
  };
  const serving = (async () => {
    for await (const connection of listener) {
      const buffer = new Uint8Array(10_000);
      const read = await connection.read(buffer) ?? 0;
      const request = new TextDecoder().decode(buffer.subarray(0, read));
      server.requests.push(request);
      try {
        for (const part of server.answer(request)) {
          const bytes = typeof part === "string" ? new TextEncoder().encode(part) : part;
          for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
        }
      } catch {
        // The box closed the connection.
      }
      await server.closing();
      connection.close();
    }
  })();
  try {
    await test(server, folder);
  } finally {
    listener.close();
    await serving;
    await Deno.remove(folder, { recursive: true });
  }
}

const DEPS: DownloadDeps = {
  transport: httpTransport("updates"),
  lookup: () => Promise.resolve([]),
  allowPrivate: () => true,
};

async function download(
  { url }: Server,
  folder: string,
  more: {
    readonly deps?: DownloadDeps;
    readonly file?: ReleaseFile;
    readonly signal?: AbortSignal;
  } = {},
): Promise<number[]> {
  const seen: number[] = [];
  await downloadFile({
    url,
    file: more.file ?? FILE,
    folder,
    name: "download",
    received: (bytes) => seen.push(bytes),
    signal: more.signal ?? new AbortController().signal,
  }, more.deps ?? DEPS);
  return seen;
}

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("A file is downloaded with progress, and asks with the version of the box only", () =>
  withServer(async (server, folder) => {
    const seen = await download(server, folder);
    assert.deepEqual(await Deno.readFile(`${folder}/download`), BYTES);
    assert.deepEqual([seen[0], seen.at(-1)], [0, BYTES.length]);
    assert.deepEqual(names(folder), ["download"]);
    const headers = server.requests[0].toLowerCase().split("\r\n").slice(1).filter((line) =>
      line !== ""
    );
    assert.deepEqual(headers.map((line) => line.split(":")[0]).sort(), [
      "connection",
      "host",
      "user-agent",
    ]);
    assert.match(server.requests[0], /user-agent: box\/\d/i);
  }));

Deno.test("A download that was cut goes on where it stopped, or begins anew if the server cannot", () =>
  withServer(async (server, folder) => {
    server.answer = () => [head("200 OK", BYTES.length), BYTES.subarray(0, 100_000)];
    // What a client has not read is lost when the connection ends.
    server.closing = async () => {
      const sizeOf = (name: string) => Deno.statSync(`${folder}/${name}`).size;
      await within(WAIT, () => names(folder).some((name) => sizeOf(name) > 0));
    };
    await assert.rejects(download(server, folder), DomainError);
    const [part] = names(folder);
    const begun = (await Deno.stat(`${folder}/${part}`)).size;
    assert.ok(begun > 0 && begun <= 100_000, String(begun));
    server.answer = good;
    const seen = await download(server, folder);
    assert.equal(seen[0], begun);
    assert.match(server.requests.at(-1)!, new RegExp(`range: bytes=${begun}-`, "i"));
    assert.deepEqual(await Deno.readFile(`${folder}/download`), BYTES);

    await Deno.writeFile(`${folder}/${part}`, BYTES.subarray(0, 5000));
    server.answer = () => [head("200 OK", BYTES.length), BYTES];
    await download(server, folder);
    assert.deepEqual(await Deno.readFile(`${folder}/download`), BYTES);
    // What was received of another file is removed.
    await Deno.writeTextFile(`${folder}/0000000000000000.part`, "old");
    await download(server, folder);
    assert.deepEqual(names(folder), ["download"]);
  }));

Deno.test("Another length, more bytes than said and another content are refused", () =>
  withServer(async (server, folder) => {
    const refused = async (fault: string, answer: Answer) => {
      server.answer = answer;
      await assert.rejects(download(server, folder), (error: unknown) => {
        assert.ok(error instanceof UpdateError, String(error));
        assert.equal(error.fault, fault);
        return true;
      });
      assert.ok(!names(folder).includes("download"));
    };
    await refused("length", () => [head("200 OK", BYTES.length + 1), BYTES, "x"]);
    await refused("length", () => [head("200 OK", BYTES.length - 1), BYTES.subarray(1)]);
    const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n";
    await refused(
      "length",
      () => [chunked, `${BYTES.length.toString(16)}\r\n`, BYTES, "\r\n0\r\n\r\n"],
    );
    const other = BYTES.slice();
    other[7] ^= 1;
    await refused("hash", () => [head("200 OK", BYTES.length), other]);
    // It begins anew afterwards.
    server.answer = good;
    await download(server, folder);
  }));

Deno.test("Redirects, errors and other ranges are not followed", () =>
  withServer(async (server, folder) => {
    const refused = async (text: RegExp, answer: Answer) => {
      server.answer = answer;
      await assert.rejects(download(server, folder), text);
    };
    await refused(/sends on to another address \(302\)/, () => [
      head("302 Found", 0, "location: http://127.0.0.1:1/\r\n"),
    ]);
    await refused(/answered with status 404/, () => [head("404 Not Found", 0)]);
    await refused(/sent another part/, () => [
      head("206 Partial Content", 10, "content-range: bytes 5-14/15\r\n"),
      "0123456789",
    ]);
  }));

Deno.test("Private addresses are refused unless they are allowed, and a full disk before the download", () =>
  withServer(async (server, folder) => {
    const isPublicOnly = { ...DEPS, allowPrivate: () => false };
    await assert.rejects(download(server, folder, { deps: isPublicOnly }), /inside this network/);
    assert.equal(server.requests.length, 0);
    const url = updateUrl("http://127.0.0.1:1/", "stable.json");
    const signal = new AbortController().signal;
    await assert.rejects(downloadManifest(url, isPublicOnly, signal), /inside this network/);

    const huge = { ...FILE, bytes: Number.MAX_SAFE_INTEGER };
    await assert.rejects(
      download(server, folder, { file: huge }),
      (error: unknown) => error instanceof UpdateError && error.fault === "disk",
    );
    assert.equal(server.requests.length, 0);
  }));

Deno.test("A manifest is a bounded text; its address is in the folder of the setting", () =>
  withServer(async (server) => {
    const signal = new AbortController().signal;
    server.answer = () => [head("200 OK", 2), "{}"];
    assert.equal(await downloadManifest(server.url, DEPS, signal), "{}");
    server.answer = () => [head("200 OK", 600_000), "x".repeat(600_000)];
    await assert.rejects(downloadManifest(server.url, DEPS, signal), /too long/);
    server.answer = () => [head("301 Moved", 0, "location: https://other.example/\r\n")];
    await assert.rejects(downloadManifest(server.url, DEPS, signal), /another address/);
    assert.equal(
      updateUrl("https://u.example/box/", "beta.json").href,
      "https://u.example/box/beta.json",
    );
    assert.equal(updateUrl("https://u.example", "beta.json").href, "https://u.example/beta.json");
  }));

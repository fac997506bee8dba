/** Servers that keep backups in memory, each as strict as a real one: WebDAV, S3 and SFTP. */
import { Buffer } from "node:buffer";
import { createHash, createHmac, generateKeyPairSync } from "node:crypto";

/** Kept files by path, the requests that came, and faults that a test sets. */
export interface KeptFiles {
  readonly files: Map<string, Uint8Array>;
  readonly requests: string[];
  /** An answer that replaces the real one. */
  fault?: (request: Request) => Response | undefined | Promise<Response | undefined>;
}

/** A running server. */
export interface BackupServer extends KeptFiles {
  readonly url: string;
  close(): Promise<void>;
}

type Answer = (request: Request, kept: KeptFiles) => Promise<Response>;

function serving(port: number, answer: Answer): BackupServer {
  const kept: KeptFiles = { files: new Map(), requests: [] };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port, onListen: () => {} },
    async (request) => {
      kept.requests.push(`${request.method} ${new URL(request.url).pathname}`);
      return await kept.fault?.(request) ?? await answer(request, kept);
    },
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  return Object.assign(kept, { url, close: () => server.shutdown() });
}

/** A WebDAV server with one account. */
export function webdavServer(user: string, password: string, port = 0): BackupServer {
  const folders = new Set<string>(["/"]);
  const authorization = `Basic ${btoa(`${user}:${password}`)}`;
  return serving(port, async (request, { files }) => {
    if (request.headers.get("authorization") !== authorization) {
      await request.body?.cancel();
      return new Response(null, { status: 401 });
    }
    const path = decodeURIComponent(new URL(request.url).pathname);
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    switch (request.method) {
      case "MKCOL":
        if (folders.has(path)) return new Response(null, { status: 405 });
        folders.add(path);
        return new Response(null, { status: 201 });
      case "PUT": {
        const bytes = new Uint8Array(await request.arrayBuffer());
        if (!folders.has(folder)) return new Response(null, { status: 409 });
        files.set(path, bytes);
        return new Response(null, { status: 201 });
      }
      case "MOVE": {
        const to = new URL(request.headers.get("destination") ?? "").pathname;
        const bytes = files.get(path);
        if (bytes === undefined) return new Response(null, { status: 404 });
        files.delete(path);
        files.set(to, bytes);
        return new Response(null, { status: 201 });
      }
      case "GET": {
        const bytes = files.get(path);
        return bytes === undefined
          ? new Response(null, { status: 404 })
          : new Response(bytes as Uint8Array<ArrayBuffer>);
      }
      case "DELETE":
        return new Response(null, { status: files.delete(path) ? 204 : 404 });
      case "PROPFIND": {
        await request.body?.cancel();
        const rows = [...files].filter(([name]) => name.startsWith(path)).map(([name, bytes]) =>
          `<D:response><D:href>${encodeURI(name)}</D:href><D:propstat><D:prop>` +
          `<D:getcontentlength>${bytes.length}</D:getcontentlength></D:prop></D:propstat></D:response>`
        );
        const folderRow = `<D:response><D:href>${path}</D:href></D:response>`;
        return new Response(
          `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">${folderRow}${
            rows.join("")
          }</D:multistatus>`,
          { status: 207 },
        );
      }
      default:
        return new Response(null, { status: 501 });
    }
  });
}

/** An S3 server that computes each signature itself (Signature Version 4). */
export function s3Server(bucket: string, accessKey: string, secretKey: string): BackupServer {
  return serving(0, async (request, { files }) => {
    const body = new Uint8Array(await request.arrayBuffer());
    if (!isSigned(request, body, accessKey, secretKey)) {
      return new Response("<Error><Code>SignatureDoesNotMatch</Code></Error>", { status: 403 });
    }
    const url = new URL(request.url);
    const path = decodeURIComponent(url.pathname);
    if (!path.startsWith(`/${bucket}`)) return new Response(null, { status: 404 });
    const key = path.slice(bucket.length + 2);
    if (key === "" && request.method === "GET") return listing(url, files);
    switch (request.method) {
      case "PUT":
        files.set(key, body);
        return new Response(null);
      case "GET": {
        const bytes = files.get(key);
        return bytes === undefined
          ? new Response(null, { status: 404 })
          : new Response(bytes as Uint8Array<ArrayBuffer>);
      }
      case "DELETE":
        files.delete(key);
        return new Response(null, { status: 204 });
      default:
        return new Response(null, { status: 501 });
    }
  });
}

/** Objects of a listing page. */
const PAGE = 2;

function listing(url: URL, files: ReadonlyMap<string, Uint8Array>): Response {
  const prefix = url.searchParams.get("prefix") ?? "";
  const from = Number(url.searchParams.get("continuation-token") ?? 0);
  const all = [...files].filter(([key]) => key.startsWith(prefix));
  const page = all.slice(from, from + PAGE);
  const isCut = from + PAGE < all.length;
  const rows = page.map(([key, bytes]) =>
    `<Contents><Key>${key}</Key><Size>${bytes.length}</Size></Contents>`
  );
  return new Response(
    `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${rows.join("")}${
      isCut ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ""
    }</ListBucketResult>`,
  );
}

function isSigned(
  request: Request,
  body: Uint8Array,
  accessKey: string,
  secretKey: string,
): boolean {
  const [, key, day, region, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
      .exec(request.headers.get("authorization") ?? "") ?? [];
  if (key !== accessKey) return false;
  const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");
  if (request.headers.get("x-amz-content-sha256") !== sha256(body)) return false;
  const url = new URL(request.url);
  const query = [...url.searchParams].map(([name, value]) =>
    `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  ).sort().join("&");
  const headers = signed.split(";").map((name) => `${name}:${request.headers.get(name)?.trim()}\n`)
    .join("");
  const canonical = [request.method, url.pathname, query, headers, signed, sha256(body)].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", request.headers.get("x-amz-date"), scope, sha256(canonical)]
    .join("\n");
  const hmac = (secret: string | Uint8Array, data: string) =>
    createHmac("sha256", secret).update(data).digest();
  const secret = [day, region, "s3", "aws4_request"].reduce<string | Uint8Array>(
    hmac,
    `AWS4${secretKey}`,
  );
  return createHmac("sha256", secret).update(text).digest("hex") === signature;
}

/** An SFTP server in memory, with one account. */
export interface SftpServer {
  readonly port: number;
  readonly files: Map<string, Uint8Array>;
  /** Called in the place of the answer to a request for a session or a folder, when it is set. */
  silent?: { readonly at: "session" | "folder"; readonly run: () => void };
  /** Gives the names of the next page of a folder, without end, when it is set. */
  page?: () => readonly string[];
  close(): Promise<void>;
}

/** Statuses and flags of the protocol that the server uses. */
const STATUS = { OK: 0, EOF: 1, NO_SUCH_FILE: 2, FAILURE: 4 } as const;
const WRITES = 2;

/** A new host key in PEM. */
export function newHostKey(): string {
  return generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "sec1", format: "pem" },
  }).privateKey;
}

/** Starts a server with a host key in PEM. */
export async function sftpServer(
  hostKey: string,
  user: string,
  password: string,
): Promise<SftpServer> {
  (globalThis as { __dirname?: string }).__dirname ??= "/";
  const { default: ssh2 } = await import("ssh2");
  const files = new Map<string, Uint8Array>();
  const folders = new Set<string>();
  // deno-lint-ignore no-explicit-any -- the library has no types
  const onSession = (sftp: any) => {
    const open = new Map<number, { path: string; bytes: Uint8Array }>();
    let next = 0;
    const handleOf = (number: number) => Buffer.from([number]);
    const listed = new Set<number>();
    // deno-lint-ignore no-explicit-any
    const attrs = (bytes: number): any => ({
      mode: 0o100600,
      uid: 0,
      gid: 0,
      size: bytes,
      atime: 0,
      mtime: 0,
    });
    sftp.on("OPEN", (id: number, path: string, flags: number) => {
      const isWrite = (flags & WRITES) !== 0;
      if (!isWrite && !files.has(path)) return sftp.status(id, STATUS.NO_SUCH_FILE);
      open.set(++next, { path, bytes: isWrite ? new Uint8Array(0) : files.get(path)! });
      if (isWrite) files.set(path, new Uint8Array(0));
      sftp.handle(id, handleOf(next));
    });
    sftp.on("WRITE", (id: number, handle: Buffer, offset: number, data: Buffer) => {
      const { path } = open.get(handle[0])!;
      const before = files.get(path)!;
      const after = new Uint8Array(Math.max(before.length, offset + data.length));
      after.set(before);
      after.set(data, offset);
      files.set(path, after);
      sftp.status(id, STATUS.OK);
    });
    sftp.on("READ", (id: number, handle: Buffer, offset: number, length: number) => {
      const part = open.get(handle[0])!.bytes.subarray(offset, offset + length);
      if (part.length === 0) return sftp.status(id, STATUS.EOF);
      sftp.data(id, Buffer.from(part));
    });
    sftp.on("CLOSE", (id: number) => sftp.status(id, STATUS.OK));
    sftp.on("MKDIR", (id: number, path: string) => {
      sftp.status(id, folders.has(path) ? STATUS.FAILURE : STATUS.OK);
      folders.add(path);
    });
    sftp.on("OPENDIR", (id: number, path: string) => {
      if (server.silent?.at === "folder") return server.silent.run();
      if (!folders.has(path)) return sftp.status(id, STATUS.NO_SUCH_FILE);
      open.set(++next, { path, bytes: new Uint8Array(0) });
      sftp.handle(id, handleOf(next));
    });
    sftp.on("READDIR", (id: number, handle: Buffer) => {
      const { path } = open.get(handle[0])!;
      if (server.page !== undefined) {
        const page = server.page().map((filename) => ({
          filename,
          longname: filename,
          attrs: attrs(1),
        }));
        return sftp.name(id, page);
      }
      if (listed.has(handle[0])) return sftp.status(id, STATUS.EOF);
      listed.add(handle[0]);
      const names = [...files].filter(([name]) => name.startsWith(`${path}/`)).map((
        [name, bytes],
      ) => {
        const filename = name.slice(path.length + 1);
        return { filename, longname: filename, attrs: attrs(bytes.length) };
      });
      if (names.length === 0) return sftp.status(id, STATUS.EOF);
      sftp.name(id, names);
    });
    sftp.on(
      "REMOVE",
      (id: number, path: string) =>
        sftp.status(id, files.delete(path) ? STATUS.OK : STATUS.NO_SUCH_FILE),
    );
    sftp.on("RENAME", (id: number, from: string, to: string) => {
      const bytes = files.get(from);
      if (bytes === undefined || files.has(to)) return sftp.status(id, STATUS.FAILURE);
      files.delete(from);
      files.set(to, bytes);
      sftp.status(id, STATUS.OK);
    });
  };
  // deno-lint-ignore no-explicit-any
  const listener = new ssh2.Server({ hostKeys: [hostKey] }, (client: any) => {
    // deno-lint-ignore no-explicit-any
    client.on("authentication", (attempt: any) => {
      const isRight = attempt.method === "password" && attempt.username === user &&
        attempt.password === password;
      if (isRight) attempt.accept();
      else attempt.reject(["password"]);
    });
    client.on("ready", () =>
      client.on(
        "session",
        // deno-lint-ignore no-explicit-any
        (accept: any) => {
          if (server.silent?.at === "session") return server.silent.run();
          // deno-lint-ignore no-explicit-any
          accept().on("sftp", (begin: any) => onSession(begin()));
        },
      ));
    client.on("error", () => {});
  });
  const port = await new Promise<number>((resolve) =>
    listener.listen(0, "127.0.0.1", () => resolve(listener.address().port))
  );
  const server: SftpServer = {
    port,
    files,
    close: () => new Promise((done) => listener.close(() => done())),
  };
  return server;
}

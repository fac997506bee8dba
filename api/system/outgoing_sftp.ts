/** Opens connections to SFTP servers. The caller names the destination (docs/decisions/0061). */
import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";
import { destination, type DestinationId } from "../../policy/catalogue/destinations.ts";
import type { Runtime } from "./runtime.ts";

/** What is used of the library, which has no types of its own. */
interface Client {
  on(event: "error" | "close" | "ready", run: (error: Error) => void): void;
  connect(options: Readonly<Record<string, unknown>>): void;
  setNoDelay(on: boolean): void;
  sftp(done: (error: Error | undefined, sftp: SFTPWrapper) => void): void;
  end(): void;
  destroy(): void;
}

interface FolderEntry {
  readonly filename: string;
  readonly attrs: { readonly size: number; isFile(): boolean };
}

type Done<T> = (error: Error | null | undefined, result: T) => void;

interface SFTPWrapper {
  opendir(folder: string, done: Done<Buffer>): void;
  /** The next entries; an error at the end. */
  readdir(handle: Buffer, done: Done<readonly FolderEntry[]>): void;
  mkdir(folder: string, done: Done<void>): void;
  open(path: string, flags: string, mode: number, done: Done<Buffer>): void;
  write(
    handle: Buffer,
    from: Buffer,
    offset: number,
    length: number,
    at: number,
    done: Done<void>,
  ): void;
  read(
    handle: Buffer,
    into: Buffer,
    offset: number,
    length: number,
    at: number,
    done: Done<number>,
  ): void;
  close(handle: Buffer, done: Done<void>): void;
  ext_openssh_rename(from: string, to: string, done: Done<void>): void;
  rename(from: string, to: string, done: Done<void>): void;
  unlink(path: string, done: Done<void>): void;
}

/** Who to connect to, and as whom. */
export interface SftpServer {
  /** An IP address. */
  readonly address: string;
  readonly port: number;
  readonly user: string;
  /** A password, or a private key in the form of OpenSSH or PEM. */
  readonly secret: string;
  /** Whether the server with this host key (`SHA256:…`) is the right one. */
  readonly isKnown: (fingerprint: string) => boolean;
}

/** A file on the server. */
export interface SftpEntry {
  readonly name: string;
  readonly bytes: number;
  readonly isFile: boolean;
}

/** Why a connection or a request failed, where it is no error of the network or the server. */
export class SftpError extends Error {
  readonly reason: "account" | "silent" | "too_many_files";

  constructor(reason: SftpError["reason"], message: string) {
    super(message);
    this.name = "SftpError";
    this.reason = reason;
  }
}

/** Bytes of a file that are sent and read at once. */
const PART = 32 << 10;
/** Milliseconds for the handshake. */
const HANDSHAKE = 20_000;
/** Milliseconds without an answer to a request after which the connection is given up. */
const STALLED = 60_000;
/** Statuses of SFTP: the end of a file or folder, no such file, a general failure. */
const END = 1;
const MISSING = 2;
const FAILURE = 4;

/**
 * Connects to a server. Rejects with an Error without connecting for an undeclared destination and
 * when the signal aborts, with an SftpError when the server refuses the account or does not answer
 * for a minute.
 */
export async function connectSftp(
  to: DestinationId,
  server: SftpServer,
  after: Runtime["after"],
  signal: AbortSignal,
): Promise<SftpConnection> {
  destination(to);
  signal.throwIfAborted();
  // The library asks for the folder of its module, which a bundle does not have.
  (globalThis as { __dirname?: string }).__dirname ??= "/";
  // Loaded with the first connection: most boxes make none.
  const { default: ssh2 } = await import("ssh2");
  const client: Client = new ssh2.Client();
  const isKey = server.secret.includes("PRIVATE KEY-----");
  const connected = Promise.withResolvers<SFTPWrapper>();
  client.on("error", (error) => connected.reject(asAccountError(error)));
  client.on("close", () => connected.reject(new Error("the server closed the connection")));
  client.on("ready", () => {
    client.setNoDelay(true);
    client.sftp((error, sftp) => error ? connected.reject(error) : connected.resolve(sftp));
  });
  const abort = () => {
    connected.reject(signal.reason);
    client.destroy();
  };
  signal.addEventListener("abort", abort, { once: true });
  const cancelStalled = after(STALLED, () => connected.reject(stalled()));
  client.connect({
    host: server.address,
    port: server.port,
    username: server.user,
    ...(isKey ? { privateKey: server.secret } : { password: server.secret }),
    hostVerifier: (key: Buffer) => server.isKnown(fingerprintOf(key)),
    readyTimeout: HANDSHAKE,
    keepaliveInterval: 10_000,
    keepaliveCountMax: 3,
  });
  try {
    return new SftpConnection(client, await connected.promise, after, signal);
  } catch (error) {
    client.destroy();
    throw error;
  } finally {
    cancelStalled();
    connected.promise.catch(() => {});
  }
}

function stalled(): SftpError {
  return new SftpError("silent", "nothing arrived for a minute");
}

/** An error of the library; as an SftpError when the server refuses the account. */
function asAccountError(error: Error): Error {
  const { level } = error as { readonly level?: string };
  return level === "client-authentication" ? new SftpError("account", error.message) : error;
}

function isEnd(error: unknown): boolean {
  return (error as { code?: number }).code === END;
}

/** The fingerprint of a host key, as OpenSSH shows it. */
export function fingerprintOf(key: Uint8Array): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}

/** An open connection. Methods reject with an Error, also when the connection ends. */
export class SftpConnection {
  readonly #client: Client;
  readonly #sftp: SFTPWrapper;
  readonly #after: Runtime["after"];
  readonly #ended = Promise.withResolvers<never>();

  constructor(client: Client, sftp: SFTPWrapper, after: Runtime["after"], signal: AbortSignal) {
    this.#client = client;
    this.#sftp = sftp;
    this.#after = after;
    this.#ended.promise.catch(() => {});
    client.on(
      "close",
      () =>
        this.#ended.reject(
          signal.aborted ? signal.reason : new Error("the server closed the connection"),
        ),
    );
  }

  /** The files of a folder; an SftpError when it has more than `most`. */
  async list(folder: string, most: number): Promise<readonly SftpEntry[]> {
    const found: SftpEntry[] = [];
    const handle = await this.#ask<Buffer>((done) => this.#sftp.opendir(folder, done));
    try {
      for (let pages = 0; pages <= most && found.length <= most; pages++) {
        const page = await this.#ask<readonly FolderEntry[]>((done) =>
          this.#sftp.readdir(handle, done)
        );
        for (const { filename, attrs } of page) {
          found.push({ name: filename, bytes: attrs.size, isFile: attrs.isFile() });
        }
      }
    } catch (error) {
      if (isEnd(error)) return found;
      throw error;
    } finally {
      await this.#ask<void>((done) => this.#sftp.close(handle, done)).catch(() => {});
    }
    throw new SftpError("too_many_files", `the folder has more than ${most} files`);
  }

  /** Makes a folder; one that is there is kept. */
  async makeFolder(folder: string): Promise<void> {
    try {
      await this.#ask<void>((done) => this.#sftp.mkdir(folder, done));
    } catch (error) {
      if ((error as { code?: number }).code !== FAILURE) throw error;
    }
  }

  /** Writes a local file to the server. */
  async write(local: string, path: string, onBytes: (bytes: number) => void): Promise<void> {
    using file = await Deno.open(local, { read: true });
    const handle = await this.#ask<Buffer>((done) => this.#sftp.open(path, "w", 0o600, done));
    try {
      const buffer = Buffer.alloc(PART);
      let at = 0;
      for (let read = await file.read(buffer); read !== null; read = await file.read(buffer)) {
        const length = read;
        const from = at;
        await this.#ask<void>((done) => this.#sftp.write(handle, buffer, 0, length, from, done));
        at += length;
        onBytes(at);
      }
    } finally {
      await this.#ask<void>((done) => this.#sftp.close(handle, done));
    }
  }

  /** Reads a file of the server. */
  async read(path: string, take: (part: Uint8Array) => Promise<void>): Promise<void> {
    const handle = await this.#ask<Buffer>((done) => this.#sftp.open(path, "r", 0o600, done));
    try {
      const buffer = Buffer.alloc(PART);
      for (let at = 0;;) {
        const from = at;
        const read = await this.#ask<number>((done) =>
          this.#sftp.read(handle, buffer, 0, PART, from, done)
        ).catch((error) => {
          if (isEnd(error)) return 0;
          throw error;
        });
        if (read === 0) return;
        at += read;
        await take(new Uint8Array(buffer.subarray(0, read)));
      }
    } finally {
      await this.#ask<void>((done) => this.#sftp.close(handle, done)).catch(() => {});
    }
  }

  /** Renames a file over another one, at once where the server can. */
  async rename(from: string, to: string): Promise<void> {
    const atOnce = this.#ask<void>((done) => this.#sftp.ext_openssh_rename(from, to, done));
    await atOnce.catch(async () => {
      await this.remove(to);
      await this.#ask<void>((done) => this.#sftp.rename(from, to, done));
    });
  }

  /** Removes a file; one that is not there is no error. */
  async remove(path: string): Promise<void> {
    await this.#ask<void>((done) => this.#sftp.unlink(path, done)).catch((error) => {
      if ((error as { code?: number }).code !== MISSING) throw error;
    });
  }

  /** Ends the connection. */
  close(): void {
    this.#client.end();
  }

  async #ask<T>(call: (done: Done<T>) => void): Promise<T> {
    const answer = Promise.withResolvers<T>();
    const cancelStalled = this.#after(STALLED, () => {
      this.#ended.reject(stalled());
      this.#client.destroy();
    });
    try {
      call((error, result) => error ? answer.reject(error) : answer.resolve(result));
      return await Promise.race([answer.promise, this.#ended.promise]);
    } finally {
      cancelStalled();
      answer.promise.catch(() => {});
    }
  }
}

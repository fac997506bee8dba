/** Backups at a server that is reached by SSH. The host key of the first connection is kept. */
import { isIP } from "node:net";
import { isServerAddress } from "../../../../../policy/model/public_address.ts";
import {
  connectSftp,
  type SftpConnection,
  SftpError,
  type SftpServer,
} from "../../../../system/outgoing_sftp.ts";
import type { DomainError } from "../../../../schema/errors.ts";
import type { SftpConfig } from "./config.ts";
import {
  type BackupFile,
  backupsAmong,
  type BackupStore,
  isPlaceFault,
  type KeptBackup,
  MOST_ENTRIES,
  placeFault,
  type StoreEvents,
  type TransferContext,
  unreachable,
} from "./store.ts";

/** A folder at an SSH server. Each method has a connection of its own. */
export class SftpStore implements BackupStore {
  readonly #config: SftpConfig;
  readonly #secret: string;
  readonly #events: StoreEvents;
  #fingerprint: string;

  constructor(config: SftpConfig, secret: string, events: StoreEvents) {
    this.#config = config;
    this.#secret = secret;
    this.#events = events;
    this.#fingerprint = config.fingerprint;
  }

  async put(name: string, file: BackupFile, context: TransferContext): Promise<void> {
    const path = this.#path(name);
    await this.#connected(context, async (connection) => {
      await connection.makeFolder(this.#config.path).catch(() => {});
      try {
        await connection.write(file.path, `${path}.part`, context.onBytes ?? (() => {}));
      } catch (error) {
        if (!context.signal.aborted) await connection.remove(`${path}.part`).catch(() => {});
        throw error;
      }
      await connection.rename(`${path}.part`, path);
    });
  }

  async list(context: TransferContext): Promise<readonly KeptBackup[]> {
    return await this.#connected(context, async (connection) => {
      await connection.makeFolder(this.#config.path).catch(() => {});
      const entries = await connection.list(this.#config.path, MOST_ENTRIES);
      return backupsAmong(entries.filter(({ isFile }) => isFile));
    });
  }

  async get(
    name: string,
    take: (part: Uint8Array) => Promise<void>,
    context: TransferContext,
  ): Promise<void> {
    let received = 0;
    await this.#connected(
      context,
      (connection) =>
        connection.read(this.#path(name), async (part) => {
          received += part.length;
          context.onBytes?.(received);
          await take(part);
        }),
    );
  }

  async remove(name: string, context: TransferContext): Promise<void> {
    await this.#connected(context, (connection) => connection.remove(this.#path(name)));
  }

  #path(name: string): string {
    return `${this.#config.path.replace(/\/+$/, "")}/${name}`;
  }

  async #connected<T>(
    context: TransferContext,
    work: (connection: SftpConnection) => Promise<T>,
  ): Promise<T> {
    const { host, port, user } = this.#config;
    let seen = "";
    try {
      const server: SftpServer = {
        address: await addressOf(host, context),
        port,
        user,
        secret: this.#secret,
        isKnown: (fingerprint) => {
          seen = fingerprint;
          return this.#fingerprint === "" || this.#fingerprint === fingerprint;
        },
      };
      const { runtime: { after }, signal } = context;
      const connection = await connectSftp("backup_sftp", server, after, signal);
      try {
        if (this.#fingerprint === "") {
          this.#fingerprint = seen;
          await this.#events.onFingerprint(seen);
        }
        return await work(connection);
      } finally {
        connection.close();
      }
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      if (isPlaceFault(error)) throw error;
      if (seen !== "" && this.#fingerprint !== "" && seen !== this.#fingerprint) {
        throw placeFault("host_key", `${host} (${seen})`);
      }
      throw faultOf(host, error);
    }
  }
}

async function addressOf(host: string, { lookup }: TransferContext): Promise<string> {
  const found = isIP(host) !== 0 ? [host] : await lookup(host);
  const address = found.find(isServerAddress);
  if (address === undefined) throw placeFault("no_address", host);
  return address;
}

function faultOf(host: string, error: unknown): DomainError {
  if (error instanceof SftpError) return placeFault(error.reason, host, error.message);
  return unreachable(host, error);
}

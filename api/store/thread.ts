/**
 * Entry module of a thread of database files. It runs the requests of each file one at a time,
 * because libSQL is synchronous.
 */
/// <reference lib="deno.worker" />
import { collectAfterStart } from "../system/garbage.ts";
import { DatabaseUnavailableError } from "./database.ts";
import { DatabaseFile } from "./file.ts";
import { TransferError } from "./transfer/refused.ts";
import { MIGRATIONS } from "./migrations.ts";
import type {
  DatabaseName,
  StoreAnswer,
  StoreOptions,
  StoreReply,
  StoreRequest,
  StoreStart,
} from "./protocol.ts";

interface Opened {
  readonly file: DatabaseFile;
  last: Promise<void>;
}

const thread = self as unknown as DedicatedWorkerGlobalScope;
const files = new Map<DatabaseName, Opened>();

function post(reply: StoreReply): void {
  thread.postMessage(reply);
}

async function answer(request: StoreRequest, file: DatabaseFile): Promise<StoreAnswer> {
  const { id } = request;
  switch (request.kind) {
    case "all":
      return { kind: "rows", id, rows: await file.all(request.sql, request.args) };
    case "run":
      return { kind: "changed", id, ...await file.run(request.sql, request.args) };
    case "batch":
      await file.batch(request.statements);
      return { kind: "done", id };
    case "copy":
      await file.copy(request.to);
      return { kind: "done", id };
    case "transfer":
      return { kind: "transferred", id, reply: await file.transfer(request.request) };
    case "close":
      await file.shut();
      return { kind: "done", id };
  }
}

async function take(request: StoreRequest, file: DatabaseFile): Promise<void> {
  const { name, id } = request;
  try {
    post({ name, ...await answer(request, file) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const unavailable = error instanceof DatabaseUnavailableError;
    const refused = error instanceof TransferError ? error.culprit : undefined;
    post({ name, kind: "failed", id, message, unavailable, refused });
  }
}

function open(options: StoreOptions): void {
  const { name } = options;
  const file = new DatabaseFile(options, {
    migrations: MIGRATIONS,
    now: () => performance.now(),
    tell: (level, text, trouble) => post({ name, kind: "log", level, text, trouble }),
  });
  files.set(name, { file, last: file.open().then(() => {}, () => {}) });
}

thread.onmessage = ({ data }: MessageEvent<StoreStart | StoreRequest>) => {
  if (data.kind === "start") return open(data.options);
  const opened = files.get(data.name);
  if (opened !== undefined) opened.last = opened.last.then(() => take(data, opened.file));
};
collectAfterStart();

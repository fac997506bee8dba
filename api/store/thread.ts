/** The thread of one database file: takes requests one after the other, because libSQL is synchronous (PLATFORM 7). */
/// <reference lib="deno.worker" />
import { DatabaseUnavailable } from "./database.ts";
import { DatabaseFile } from "./file.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { StoreReply, StoreRequest, StoreStart } from "./protocol.ts";

const thread = self as unknown as DedicatedWorkerGlobalScope;
let file: DatabaseFile | undefined;
let last: Promise<void> = Promise.resolve();

function post(reply: StoreReply): void {
  thread.postMessage(reply);
}

async function answer(request: StoreRequest, file: DatabaseFile): Promise<StoreReply> {
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
    case "close":
      await file.shut();
      return { kind: "done", id };
  }
}

async function take(request: StoreRequest, file: DatabaseFile): Promise<void> {
  try {
    post(await answer(request, file));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    post({ kind: "failed", id: request.id, message, unavailable: error instanceof DatabaseUnavailable });
  }
}

thread.onmessage = ({ data }: MessageEvent<StoreStart | StoreRequest>) => {
  if (data.kind === "start") {
    const opened = file = new DatabaseFile(data.options, {
      migrations: MIGRATIONS,
      now: () => performance.now(),
      tell: (level, text, trouble) => post({ kind: "told", level, text, trouble }),
    });
    last = opened.open().then(() => {}, () => {});
  } else if (file !== undefined) {
    const opened = file;
    last = last.then(() => take(data, opened));
  }
};

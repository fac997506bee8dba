/** Runs the export and the import of one database file, at most one of each. */
import type { DatabaseName } from "../protocol.ts";
import type { Migration } from "../migrations.ts";
import { ExportSession } from "./export_session.ts";
import { ImportSession } from "./import_session.ts";
import type { TransferReply, TransferRequest } from "./messages.ts";
import { TransferError } from "./refused.ts";
import type { Runtime } from "../../system/runtime.ts";

/** Dependencies of TransferSessions. */
export interface TransferSessionsOptions {
  readonly name: DatabaseName;
  readonly path: string;
  /** Migrations of this database. */
  readonly migrations: readonly Migration[];
  /** Monotonic milliseconds. */
  readonly now: Runtime["now"];
}

/** Milliseconds after which another session may replace an idle one. */
const IDLE = 60_000;

/** Runs the steps of exports and imports, one at a time. */
export class TransferSessions {
  readonly #options: TransferSessionsOptions;
  #export: ExportSession | undefined;
  #import: ImportSession | undefined;
  #usedAt = { export: 0, import: 0 };

  constructor(options: TransferSessionsOptions) {
    this.#options = options;
  }

  /** Runs a step and returns its reply. Rejects with TransferError. */
  async answer(request: TransferRequest): Promise<TransferReply> {
    const { name, path, migrations } = this.#options;
    switch (request.step) {
      case "export":
        this.#begin("export");
        this.#export = await ExportSession.open(path, request.tables);
        return this.#export.content(name);
      case "page":
        return await this.#exporting().page();
      case "import": {
        this.#begin("import");
        const { schema, tables, known } = request;
        this.#import = await ImportSession.open({ name, path, migrations, schema, tables, known });
        return this.#import.columns();
      }
      case "rows":
        await this.#importing().rows(request.table, request.rows);
        return { step: "done" };
      case "check":
        await this.#importing().check();
        return { step: "done" };
      case "commit":
        await this.#importing().commit(request.purpose, request.restored);
        return { step: "done" };
      case "end":
        this.#end(request.of);
        return { step: "done" };
    }
  }

  /** Ends the sessions in progress. */
  close(): void {
    this.#end("export");
    this.#end("import");
  }

  #begin(which: "export" | "import"): void {
    const running = which === "export" ? this.#export : this.#import;
    if (running !== undefined && this.#options.now() - this.#usedAt[which] < IDLE) {
      throw new TransferError(
        `Another ${which} of this database runs now: try again later`,
        "busy",
      );
    }
    this.#end(which);
    this.#usedAt[which] = this.#options.now();
  }

  #end(which: "export" | "import"): void {
    if (which === "export") {
      this.#export?.close();
      this.#export = undefined;
      return;
    }
    this.#import?.close();
    this.#import = undefined;
  }

  #exporting(): ExportSession {
    this.#usedAt.export = this.#options.now();
    if (this.#export === undefined) throw new TransferError("The export was ended", "box");
    return this.#export;
  }

  #importing(): ImportSession {
    this.#usedAt.import = this.#options.now();
    if (this.#import === undefined) throw new TransferError("The import was ended", "box");
    return this.#import;
  }
}

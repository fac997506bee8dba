/** The list service with its own folder, database, server and clock. */
import { openDatabase, type StoredDatabase } from "../../api/store/open.ts";
import {
  ListService,
  type ListServiceOptions,
} from "../../api/features/protection/lists/service.ts";
import type { InspectRequest } from "../../api/publish/compiler.ts";
import { type Inspection, inspectList } from "../../policy/decide/inspection.ts";
import type { ListReport } from "../../policy/snapshot/report.ts";
import { ListServer } from "./list_server.ts";
import { testRuntime } from "./test_runtime.ts";

/** The counts of a compilation. */
export const COUNTS: ListReport = {
  lines: 3,
  used: 1,
  names: 1,
  rules: 0,
  duplicates: 0,
  ignored: { comment: 1 },
  refused: { "not-a-name": 1 },
  samples: [{ line: 3, why: "not-a-name", text: "root:x:0:0" }],
};

/** A service with a list server and its own clock. */
export interface ListBench {
  service: ListService;
  db: StoredDatabase;
  server: ListServer;
  folder: string;
  /** A folder outside the data directory. */
  outside: string;
  clock: { now: number };
  changed: () => number;
  log: string[];
}

/** Runs a test with a service, and cleans up after it. */
export async function withService(
  run: (bench: ListBench) => Promise<void>,
  change: Partial<ListServiceOptions> = {},
) {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const outside = await Deno.realPath(await Deno.makeTempDir());
  await Deno.mkdir(`${folder}/lists`);
  const workerUrl = new URL("../../api/store/thread.ts", import.meta.url);
  const db = await openDatabase({ name: "box", path: `${folder}/box.db`, workerUrl });
  const server = new ListServer();
  const clock = { now: 1_800_000_000_000 };
  const log: string[] = [];
  let changes = 0;
  const { changed = () => {} } = change;
  const service = new ListService({
    db,
    dataDir: folder,
    fetch: { lookup: () => Promise.resolve([]), allowPrivate: () => true, timeout: 2000 },
    runtime: testRuntime({
      now: () => clock.now,
      random: () => 0.5,
      log: (_level, text) => log.push(text),
    }),
    refreshHours: () => 24,
    offered: (id) =>
      id === "offer"
        ? {
          id,
          name: "Offered",
          url: server.url("/good"),
          format: "domains",
          kind: "block",
          category: "ads",
        }
        : undefined,
    examine: () => Promise.resolve(COUNTS),
    inspect: inspectFile,
    ...change,
    offset: () => 0,
    changed: () => {
      changes++;
      return changed();
    },
  });
  try {
    await run({ service, db, server, folder, outside, clock, changed: () => changes, log });
  } finally {
    await server.close();
    await db.close();
    await Deno.remove(folder, { recursive: true });
    await Deno.remove(outside, { recursive: true });
  }
}

/** Inspects a file as the box's thread does. */
export async function inspectFile({ list, names }: InspectRequest): Promise<Inspection> {
  const bytes = await Deno.readFile(list.path!);
  return inspectList([bytes], { format: list.format, kind: list.kind, names });
}

/** The files of lists, without the note of the highest number. */
export function listFilesIn(folder: string): string[] {
  return [...Deno.readDirSync(`${folder}/lists`)].map(({ name }) => name).filter((name) =>
    name !== "highest"
  );
}

/** What the service keeps about updates: the last manifest, the highest numbers, the last news. */
import { writeWhole } from "../../../system/atomic_file.ts";
import {
  type Manifest,
  NO_FLOOR,
  readManifest,
  type UpdateFloor,
} from "../../../updates/manifest.ts";

const FILE = "checked.json";

/** What is kept. Times are Unix seconds, 0 = never. */
export interface CheckedUpdates {
  readonly floor: UpdateFloor;
  /** The last manifest that was accepted; undefined = none. */
  readonly manifest: Manifest | undefined;
  /** Its signed text, which root checks again. */
  readonly text: string;
  readonly at: number;
  /** The id of the last reported result of the root unit. */
  readonly reported: string;
}

const NOTHING: CheckedUpdates = {
  floor: NO_FLOOR,
  manifest: undefined,
  text: "",
  at: 0,
  reported: "",
};

/** Reads what is kept in a folder; a missing or damaged file is nothing. */
export async function readChecked(folder: string): Promise<CheckedUpdates> {
  try {
    const kept = JSON.parse(await Deno.readTextFile(`${folder}/${FILE}`)) as Partial<
      Omit<CheckedUpdates, "manifest"> & { manifest: unknown }
    >;
    const manifest = kept.manifest === undefined
      ? undefined
      : readManifest(JSON.stringify({ format: 1, ...kept.manifest as object }));
    return {
      floor: {
        numbers: { ...kept.floor?.numbers },
        serial: Number(kept.floor?.serial ?? 0),
      },
      manifest,
      text: String(kept.text ?? ""),
      at: Number(kept.at ?? 0),
      reported: String(kept.reported ?? ""),
    };
  } catch {
    return NOTHING;
  }
}

/** Writes what is kept. */
export async function writeChecked(folder: string, kept: CheckedUpdates): Promise<void> {
  await writeWhole(`${folder}/${FILE}`, new TextEncoder().encode(JSON.stringify(kept)));
}

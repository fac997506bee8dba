/** The space that a disk has left. */
import { statfs } from "node:fs/promises";

/** Bytes that the box may still write to the disk that holds a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

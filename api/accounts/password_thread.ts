/**
 * Entry module of the thread that hashes one password: argon2id takes long and much memory, which
 * is freed with the thread.
 */
import { hashPassword, verifyPassword } from "./password_hash.ts";
import type { FromPasswordThread, PasswordJob } from "./passwords.ts";

/** The part of the worker's global scope that is used. */
interface WorkerScope {
  postMessage(message: FromPasswordThread): void;
  onmessage: ((event: MessageEvent<PasswordJob>) => void) | null;
}

const scope = self as unknown as WorkerScope;

async function run(job: PasswordJob): Promise<FromPasswordThread> {
  try {
    if (job.kind === "hash") return { kind: "hashed", hash: await hashPassword(job.password) };
    return { kind: "verified", ...await verifyPassword(job.hash, job.password) };
  } catch (fault) {
    return { kind: "failed", why: fault instanceof Error ? fault.message : String(fault) };
  }
}

scope.onmessage = async ({ data }) => {
  scope.postMessage({ kind: "begins" });
  scope.postMessage(await run(data));
};

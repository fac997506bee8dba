/** Creates certificates in a short-lived thread: otherwise the library would stay in memory. */
import { NO_PERMISSIONS } from "../system/thread_permissions.ts";
import type { CertificatePair } from "./make.ts";
import type { FromMaker, MakerRequest } from "./maker_protocol.ts";

/**
 * Creates a certificate in a thread (the module of api/certificate/thread.ts). Rejects with the
 * thread's error message.
 */
export async function makeInThread(
  request: MakerRequest,
  workerUrl: URL,
): Promise<CertificatePair> {
  const worker = new Worker(workerUrl, {
    type: "module",
    name: "certificate",
    deno: { permissions: NO_PERMISSIONS },
  });
  const { promise, resolve, reject } = Promise.withResolvers<CertificatePair>();
  const failed = (why: string) => reject(new Error(`The certificate cannot be made: ${why}`));
  worker.onmessage = ({ data }: MessageEvent<FromMaker>) =>
    data.kind === "made" ? resolve(data) : failed(data.why);
  worker.onerror = (event) => {
    event.preventDefault();
    failed(event.message);
  };
  worker.postMessage(request);
  try {
    const { cert, key } = await promise;
    return { cert, key };
  } finally {
    worker.terminate();
  }
}

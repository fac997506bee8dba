/** The thread of one certificate: makes it and ends, and the library goes with it. Entry module. */
/// <reference lib="deno.worker" />
import { type CertificateRequest, makeCertificate } from "./make.ts";
import type { FromMaker } from "./certificate.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;

scope.onmessage = async ({ data }: MessageEvent<CertificateRequest>) => {
  const made: FromMaker = await makeCertificate(data).then(
    (made) => ({ kind: "made", ...made }),
    (error) => ({ kind: "failed", why: error instanceof Error ? error.message : String(error) }),
  );
  scope.postMessage(made);
  scope.close();
};

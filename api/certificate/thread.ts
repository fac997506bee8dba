/** The thread of one certificate: makes it and ends, and the library goes with it. Entry module. */
/// <reference lib="deno.worker" />
import type { CertificatePair } from "./make.ts";
import type { FromMaker, MakerRequest } from "./maker_protocol.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;

scope.onmessage = async ({ data }: MessageEvent<MakerRequest>) => {
  const made: FromMaker = await make(data).then(
    (made) => ({ kind: "made", ...made }),
    (error) => ({ kind: "failed", why: error instanceof Error ? error.message : String(error) }),
  );
  scope.postMessage(made);
  scope.close();
};

/**
 * The library wants `Reflect` to know of metadata before its code runs; a bundle keeps to that
 * order between loads alone.
 */
async function make(request: MakerRequest): Promise<CertificatePair> {
  await import("reflect-metadata");
  switch (request.kind) {
    case "server":
      return await (await import("./make.ts")).makeCertificate(request);
    case "authority":
      return await (await import("./make_authority.ts")).makeAuthority(request);
    case "limited":
      return await (await import("./make_limited.ts")).makeLimitedCertificate(request);
  }
}

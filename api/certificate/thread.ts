/**
 * Entry module of the thread that creates one certificate and ends, which frees the library's
 * memory.
 */
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
 * The library needs the metadata API of `Reflect` before its code runs. In a bundle, only separate
 * imports keep that order.
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

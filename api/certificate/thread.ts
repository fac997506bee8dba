/** The thread of one certificate: makes it and ends, and the library goes with it. Entry module. */
/// <reference lib="deno.worker" />
import { type CertificateRequest, type MadeCertificate, makeCertificate } from "./make.ts";
import { type AuthorityRequest, makeAuthority } from "./make_authority.ts";
import { type LimitedRequest, makeLimited } from "./make_limited.ts";
import type { FromMaker } from "./maker.ts";

/** What it can be asked to make. */
export type MakerRequest = CertificateRequest | AuthorityRequest | LimitedRequest;

const scope = self as unknown as DedicatedWorkerGlobalScope;

scope.onmessage = async ({ data }: MessageEvent<MakerRequest>) => {
  const made: FromMaker = await make(data).then(
    (made) => ({ kind: "made", ...made }),
    (error) => ({ kind: "failed", why: error instanceof Error ? error.message : String(error) }),
  );
  scope.postMessage(made);
  scope.close();
};

function make(request: MakerRequest): Promise<MadeCertificate> {
  switch (request.kind) {
    case "server":
      return makeCertificate(request);
    case "authority":
      return makeAuthority(request);
    case "limited":
      return makeLimited(request);
  }
}

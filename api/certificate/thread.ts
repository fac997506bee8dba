/** The thread of one certificate: makes it and ends, and the library goes with it. Entry module. */
/// <reference lib="deno.worker" />
import { type CertificateRequest, makeCertificate } from "./make.ts";
import { type AuthorityRequest, makeAuthority } from "./make_authority.ts";
import type { FromMaker } from "./maker.ts";

/** What it can be asked to make. */
export type MakerRequest = CertificateRequest | AuthorityRequest;

const scope = self as unknown as DedicatedWorkerGlobalScope;

scope.onmessage = async ({ data }: MessageEvent<MakerRequest>) => {
  const made: FromMaker = await ("kind" in data ? makeAuthority(data) : makeCertificate(data)).then(
    (made) => ({ kind: "made", ...made }),
    (error) => ({ kind: "failed", why: error instanceof Error ? error.message : String(error) }),
  );
  scope.postMessage(made);
  scope.close();
};

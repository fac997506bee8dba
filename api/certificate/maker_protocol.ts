/** Messages between the main thread and the thread that creates one certificate. */
import type { CertificatePair, CertificateRequest } from "./make.ts";
import type { AuthorityRequest } from "./make_authority.ts";
import type { LimitedRequest } from "./make_limited.ts";

/** A request to the thread. */
export type MakerRequest = CertificateRequest | AuthorityRequest | LimitedRequest;

/** The response of the thread. */
export type FromMaker = ({ readonly kind: "made" } & CertificatePair) | {
  readonly kind: "failed";
  readonly why: string;
};

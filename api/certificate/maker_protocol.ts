/** The messages between the main thread and the thread that makes one certificate. */
import type { CertificatePair, CertificateRequest } from "./make.ts";
import type { AuthorityRequest } from "./make_authority.ts";
import type { LimitedRequest } from "./make_limited.ts";

/** What the thread makes. */
export type MakerRequest = CertificateRequest | AuthorityRequest | LimitedRequest;

/** What the thread answers. */
export type FromMaker = ({ readonly kind: "made" } & CertificatePair) | {
  readonly kind: "failed";
  readonly why: string;
};

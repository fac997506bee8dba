import type { LocalAuthority } from "../../../certificate/authority.ts";

/** The certificate authority of the block page, as used by its routes. */
export interface AuthorityRoutesSource extends Pick<LocalAuthority, "use" | "regenerate"> {
  /** Takes one request from the rate limit of an address, which is shared with block pages. */
  admits(address: string): boolean;
  /** Returns the address of its page: `http://box/certificate`. */
  url(): string;
}

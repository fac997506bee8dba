import type { LocalAuthority } from "../../../certificate/authority.ts";

/** The certificate authority of the block page, as its routes offer it. */
export interface AuthorityRoutesSource extends Pick<LocalAuthority, "use" | "regenerate"> {
  /** Takes one request from the allowance of an address, which block pages share. */
  admits(address: string): boolean;
  /** The address of its page: `http://box/certificate`. */
  url(): string;
}

/** The data of the page of encrypted DNS. */
import type { DnsServicesResponse } from "../../../api/features/network/dns_services/routes.ts";

/** The data of the page. */
export interface DnsServicesData {
  readonly services: DnsServicesResponse;
  /** Queries of a day by transport; undefined = not available now, or not permitted. */
  readonly asked: Readonly<Record<string, number>> | undefined;
  /** How blocked names are answered. */
  readonly blocked: string;
  /** Addresses at which devices reach the box, the most likely first. */
  readonly addresses: readonly string[];
  /** The host name or address that the browser used. */
  readonly host: string;
  /** The User-Agent of the browser. */
  readonly agent: string;
  /** The unfolded sections: a mode, and the provider of a domain. */
  readonly mode: string;
  readonly provider: string;
}

/** What the service of encrypted DNS refuses. */
import { Refused } from "../../../schema/refused.ts";

/** bad = what was given cannot be used; unavailable = this box cannot do that. */
export class DnsServiceRefused extends Refused<"bad" | "unavailable"> {}

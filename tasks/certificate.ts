/** The task that keeps the certificate of encrypted DNS in force (A 7.9.3). */
import type { EncryptedDns } from "../api/features/network/dns_services/service.ts";
import type { Task } from "./task.ts";

/** Looks every ten minutes whether it must be renewed, or tried again after a failure; authorities are asked in the background. */
export function certificateRenew(dnsServices: Pick<EncryptedDns, "check">): Task {
  return {
    name: "certificate.renew",
    doc:
      "Renews the certificate of encrypted DNS when its authority wants it, else 30 days before its end",
    when: { every: 600_000 },
    deadline: 60_000,
    jitter: 60_000,
    first: { from: 60_000, to: 180_000 },
    run: () => dnsServices.check(),
  };
}

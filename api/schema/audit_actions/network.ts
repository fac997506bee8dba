/**
 * Actions on encrypted DNS, the redirect, network checks, records and the DHCP server (A 4.6-4.8).
 */
import type { AuditActionRow } from "./action.ts";

/** The actions on the network. */
export const NETWORK_ACTIONS = {
  // HTTP redirect and encrypted DNS.
  "https.redirect.on": { doc: "HTTP is redirected to the name of the box", fields: {} },
  "https.redirect.off": { doc: "HTTP is no longer redirected to the name of the box", fields: {} },
  "dns.certificate": {
    doc: "The certificate of encrypted DNS was chosen",
    fields: { mode: "plain", name: "plain" },
  },
  "dns.certificate.retry": {
    doc: "A certificate that could not be obtained was tried again",
    fields: { mode: "plain", name: "plain" },
  },
  "dns.protocols": {
    doc: "The protocols of encrypted DNS were chosen",
    fields: { protocols: "plain" },
  },
  "dns.profile": { doc: "The profile of encrypted DNS was downloaded", fields: { name: "plain" } },
  // Network checks (A 4.8).
  "network.silent.ignore": {
    doc: "A silent machine is ignored",
    fields: { mac: "plain", label: "plain" },
  },
  "network.silent.count": {
    doc: "A silent machine is no longer ignored",
    fields: { mac: "plain" },
  },
  "network.silent.hide": {
    doc: "The notice of silent machines was hidden",
    fields: { macs: "plain" },
  },
  "network.scan": { doc: "The network was scanned by hand", fields: { networks: "plain" } },
  "network.scan.stop": { doc: "A scan of the network was stopped by hand", fields: {} },
  "network.tool": { doc: "A network tool was run", fields: { tool: "plain", target: "plain" } },
  "host.assign": {
    doc: "A machine of the network was assigned",
    fields: { mac: "plain", people: "plain", group: "plain" },
  },
  "host.wake": { doc: "A machine of the network was woken", fields: { mac: "plain" } },
  // Records, forwarding, proxy, DHCP.
  "record.add": { doc: "A local record was added", fields: { name: "plain", type: "plain" } },
  "record.change": { doc: "A local record was changed", fields: { name: "plain", type: "plain" } },
  "record.remove": { doc: "A local record was removed", fields: { name: "plain", type: "plain" } },
  "zone.change": { doc: "A local zone was changed", fields: { zone: "plain" } },
  "zone.remove": { doc: "A local zone was removed", fields: { zone: "plain" } },
  "upstream.test": { doc: "An upstream was tested", fields: { upstream: "plain", ok: "plain" } },
  "upstream.scope": {
    doc: "The upstreams of a group, an age, a person or a device were chosen",
    fields: { scope: "plain", upstreams: "plain" },
  },
  "upstream.scope.remove": {
    doc: "The upstreams of a group, an age, a person or a device were removed",
    fields: { scope: "plain" },
  },
  "wpad.change": { doc: "The proxy auto-configuration was changed", fields: { enabled: "plain" } },
  "dhcp.on": { doc: "The DHCP server was turned on", fields: { interface: "plain" } },
  "dhcp.off": { doc: "The DHCP server was turned off", fields: { interface: "plain" } },
  "dhcp.settings": { doc: "The DHCP server was changed", fields: { changed: "plain" } },
  "dhcp.lease.fix": {
    doc: "A machine was given a fixed address",
    fields: { mac: "plain", address: "plain" },
  },
  "dhcp.lease.release": {
    doc: "The address of a machine was released",
    fields: { mac: "plain", address: "plain" },
  },
} as const satisfies Record<string, AuditActionRow>;

/** The settings of the interface over HTTP and HTTPS, and of encrypted DNS (A 7.8, 7.9). */
import * as kind from "./kinds.ts";
import { OF_THIS_BOX, setting } from "./setting.ts";

/** Settings that need a certificate of this box: neither in backups nor sent to a secondary. */
const ENCRYPTED = { inBackups: false, toSecondary: false } as const;

/** The rows of these settings, a part of SETTINGS. */
export const WEB_SETTINGS = [
  setting(
    "network",
    "http_listen",
    kind.listen(true),
    ":80",
    "Addresses of plain HTTP; empty = none",
    OF_THIS_BOX,
  ),
  setting(
    "network",
    "https_listen",
    kind.listen(true),
    ":443",
    "Addresses of HTTPS; empty = none",
    OF_THIS_BOX,
  ),
  setting(
    "network",
    "dot_listen",
    kind.listen(true),
    ":853",
    "Addresses of DNS over TLS; empty = none",
    OF_THIS_BOX,
  ),
  setting(
    "network",
    "doq_listen",
    kind.listen(true),
    ":853",
    "Addresses of DNS over QUIC; empty = none",
    OF_THIS_BOX,
  ),
  setting("network", "dns_over_tls", kind.onOff, false, "Answer DNS over TLS", ENCRYPTED),
  setting("network", "dns_over_https", kind.onOff, false, "Answer DNS over HTTPS", ENCRYPTED),
  setting("network", "dns_over_quic", kind.onOff, false, "Answer DNS over QUIC", ENCRYPTED),
  setting(
    "network",
    "https_redirect",
    kind.onOff,
    true,
    "Send the interface from HTTP to HTTPS where it can be",
    {
      ...OF_THIS_BOX,
      needsRestart: false,
    },
  ),
  setting(
    "network",
    "acme_directory",
    kind.webAddress("https://acme.example/directory"),
    "https://acme-v02.api.letsencrypt.org/directory",
    "The authority that certifies a name of the owner; empty = none",
    OF_THIS_BOX,
  ),
] as const;

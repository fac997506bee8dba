/** The authority of the block page in memory: one certificate that was made beforehand, and another once it is made anew. */
import type { OfferedAuthority } from "../../api/features/protection/block_page/offered_authority.ts";
import type { HeldAuthority } from "../../api/certificate/authority.ts";
import { NOW } from "./facts.ts";

const CERT = `-----BEGIN CERTIFICATE-----
MIIB3jCCAYSgAwIBAgIQORATEJbvTjpXgHg1iyofPTAKBggqhkjOPQQDAjAiMSAw
HgYDVQQDExdCb3ggYmxvY2sgcGFnZSAxQTJCM0M0RDAeFw0yNjExMjAxNzE4MzRa
Fw0zNjExMTgxNzE4MzRaMCIxIDAeBgNVBAMTF0JveCBibG9jayBwYWdlIDFBMkIz
QzREMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEylUTGDoQ/z2dc42IcZhuscuu
iEjsleZfXtqlYoq7Ia+jyeXl1lnp+yYtQc3mOBC5nMjEthnQQuut825yEXzfsKOB
mzCBmDASBgNVHRMBAf8ECDAGAQH/AgEAMA4GA1UdDwEB/wQEAwICBDATBgNVHSUE
DDAKBggrBgEFBQcDATA+BgNVHR4BAf8ENDAyoTAwCocIAAAAAAAAAAAwIocgAAAA
AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwHQYDVR0OBBYEFMv59xxbwTK6
np+Wz59U2F/w+buJMAoGCCqGSM49BAMCA0gAMEUCIQCfjxahI4fru6r2esHTphv2
KmPsQK/z+28PQMuYX7WbWgIgdjKYsu0Dj5byxPg2JgwTkI3lyht18HyPGZk6/ULG
l3U=
-----END CERTIFICATE-----
`;

/** Nobody asks too often. */
export function authorityInMemory(): OfferedAuthority {
  const made = NOW / 1000;
  const authority = (mark: string): HeldAuthority => ({
    cert: CERT,
    key: "",
    name: `Block page of the box ${mark}`,
    fingerprint: `${"AB:".repeat(31)}01`,
    made,
    until: made + 3652 * 86_400,
  });
  let held = authority("0A1B2C3D");
  return {
    use: () => Promise.resolve(held),
    regenerate: () => Promise.resolve(held = authority("4E5F6A7B")),
    admits: () => true,
    url: () => "http://box/certificate",
  };
}

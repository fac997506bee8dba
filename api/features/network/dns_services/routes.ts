/**
 * Encrypted DNS: its certificate, its protocols, and what devices need to use it (A 2.7, 4.6, 7.9).
 */
import { z } from "@hono/zod-openapi";
import { PROFILE_TYPE } from "../../../certificate/apple_profile.ts";
import type { BoxState } from "../../../schema/box_state.ts";
import type { SettingsService } from "../../../settings/settings_service.ts";
import { changeSettings } from "../../box/settings/service.ts";
import { DomainError } from "../../../schema/errors.ts";
import { reply, routeFor, seconds } from "../../../http/route.ts";
import type { HttpsRedirect } from "../https_redirect/service.ts";
import { redirectState } from "../redirect_response.ts";
import { profileOf } from "./profile.ts";
import { type EncryptedProtocol, PROTOCOL_SETTINGS } from "./protocols.ts";
import { CERTIFICATE_MODES } from "../../../certificate/source.ts";
import type { EncryptedDns } from "./service.ts";
import { CERTIFICATE_STATES } from "./table.ts";
import { sentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly state: () => BoxState;
  readonly settings: SettingsService;
  readonly dnsServices: Pick<
    EncryptedDns,
    | "choose"
    | "retry"
    | "current"
    | "settled"
    | "encrypted"
    | "authority"
    | "state"
    | "providers"
    | "hasCloud"
  >;
  readonly httpsRedirect: Pick<HttpsRedirect, "state">;
}

const route = routeFor<Needs>();

const mode = z.enum(["", ...CERTIFICATE_MODES]).meta({ id: "CertificateMode" });
const certificate = z.object({
  mode: mode.describe(
    "The chosen source of the certificate; empty = none",
  ),
  name: z.string().describe("The chosen name; empty while unknown"),
  provider: z.string().describe("The DNS provider of the domain (mode domain)"),
  email: z.string().describe("Mail address for the authority; empty = none"),
  chosen: seconds,
  chosen_by: z.string(),
  state: z.enum(CERTIFICATE_STATES).describe(
    "Progress of the choice; the previous certificate stays in use while a new one is obtained, or if that fails",
  ),
  step: z.string().describe("The current step; empty = none"),
  error: z.string().describe("Error of the last attempt; empty = it succeeded"),
  next: seconds.describe("Unix seconds of the next attempt, 0 = none"),
  remade: seconds.describe(
    "When the box replaced it automatically, for 60 days: Apple devices need the profile again",
  ),
  serving: z.string().describe(
    "The name in use, for clients; empty = there is no certificate",
  ),
  serving_mode: mode.describe(
    "Source of the certificate in use; empty = none",
  ),
  names: z.array(z.string()).readonly().describe("Every name of the certificate in use"),
  from: seconds,
  until: seconds,
  fingerprint: z.string().describe("SHA-256 of the certificate in use, `AB:CD:…`"),
  issuer: z.string().describe("Issuer of the certificate in use"),
}).meta({ id: "DnsCertificate" });
const protocol = z.object({
  enabled: z.boolean().describe(
    "Whether it is turned on; it needs a certificate to be served",
  ),
  port: z.int().min(0).describe("Port for clients, 0 = not served"),
  listening: z.array(z.string()).describe("Listening sockets: `tls [::]:853`"),
}).meta({ id: "DnsProtocol" });
const dnsServices = z.object({
  certificate,
  protocols: z.object({
    tls: protocol,
    https: protocol.extend({
      url: z.string().describe("The address for clients; empty = not served"),
    }),
    quic: protocol,
  }),
  encrypted: z.object({
    name: z.string().describe("The name in use; empty = there is none"),
    http_redirect: redirectState,
    remade: seconds.describe("As in certificate"),
  }),
  providers: z.array(z.object({
    id: z.string(),
    name: z.string(),
    fields: z.array(z.object({
      name: z.string(),
      secret: z.boolean().describe("Whether it is secret, and never shown again"),
      optional: z.boolean(),
    })),
  })).describe("The DNS providers of mode domain"),
  cloud: z.boolean().describe(
    "Whether an online service that assigns names is configured (mode box)",
  ),
}).meta({ id: "DnsServices" });
const chosen = z.object({
  certificate,
  warnings: z.array(z.string()).readonly().describe(
    "What was corrected, and what some clients may not accept",
  ),
}).meta({ id: "ChosenCertificate" });

/** The response of GET /api/v1/dns-services, and of PUT …/protocols. */
export type DnsServicesResponse = z.infer<typeof dnsServices>;
/** The response of PUT /api/v1/dns-services/certificate. */
export type ChosenCertificate = z.infer<typeof chosen>;

const PEM_MOST = 100_000;
const choice = z.discriminatedUnion("mode", [
  z.strictObject({
    mode: z.literal("self").describe("A certificate that the box signs itself"),
    name: z.string().max(253).optional().describe("Absent = the box creates one"),
  }),
  z.strictObject({
    mode: z.literal("import").describe("A certificate that you have"),
    certificate: z.string().max(PEM_MOST).describe(
      "The certificate and its intermediates, as PEM",
    ),
    key: z.string().max(PEM_MOST).describe("Its private key as PEM, not encrypted"),
    confirm: z.boolean().optional().describe(
      "Accepts one that may sign others (CA:TRUE), or is for a foreign site",
    ),
  }),
  z.strictObject({
    mode: z.literal("domain").describe("A public certificate for a name in your domain"),
    name: z.string().min(1).max(253).describe("The name in your domain, such as dns.example.com"),
    provider: z.string().max(32).describe("Identifier of the DNS provider of the domain"),
    credentials: z.record(z.string().max(64), z.string().max(8192)).optional().describe(
      "Credentials of the provider, by field name; absent or empty = unchanged",
    ),
    email: z.string().max(254).optional().describe(
      "Mail address for the authority",
    ),
    external_account: z.strictObject({
      key_id: z.string().max(512).optional().describe("Identifier of the account"),
      hmac_key: z.string().max(1024).optional().describe("Its key in base64"),
    })
      .nullish().describe(
        "External account that some authorities require: its identifier and its key in base64; absent = unchanged, null = none",
      ),
  }),
  z.strictObject({
    mode: z.literal("box").describe("A public certificate for a name from the online service"),
  }),
  z.strictObject({ mode: z.literal("none").describe("No certificate, and no encrypted DNS") }),
]).meta({ id: "CertificateChoice" });
const PROTOCOLS = Object.keys(PROTOCOL_SETTINGS) as EncryptedProtocol[];
const NO_CERTIFICATE =
  sentence`There is no certificate yet: choose one first, then turn the protocols on`;

/** GET /api/v1/dns-services, PUT …/certificate, PUT …/protocols and GET …/profile. */
export const dnsServiceRoutes = [
  route({
    doc: "A 4.6",
    method: "get",
    path: "/api/v1/dns-services",
    operationId: "getDnsServices",
    summary: "Encrypted DNS: certificate, protocols, and addresses for clients",
    access: "system.read",
    database: "box",
    answers: { 200: dnsServices },
    handle: (_, services) => shown(services),
  }),
  route({
    doc: "A 4.6",
    method: "put",
    path: "/api/v1/dns-services/certificate",
    summary:
      "Chooses the certificate of encrypted DNS: in use after a response of 200, obtained in the background after 202",
    access: "system.write",
    database: "box",
    audit: ["dns.certificate"],
    body: choice,
    bodyLimit: 3 * PEM_MOST,
    answers: { 200: chosen, 202: chosen },
    refusals: ["bad_value", "conflict"],
    async handle({ body, principal, audit }, { dnsServices }) {
      const { state, warnings } = await dnsServices.choose(body, principal.name);
      audit("dns.certificate", { mode: state.mode || "none", name: state.name });
      return reply(state.state === "obtaining" ? 202 : 200, { certificate: state, warnings });
    },
  }),
  route({
    doc: "A 4.6",
    method: "post",
    path: "/api/v1/dns-services/certificate/retry",
    summary: "Retries immediately to obtain a certificate",
    access: "system.write",
    database: "box",
    audit: ["dns.certificate.retry"],
    answers: { 202: chosen },
    refusals: ["conflict"],
    async handle({ audit }, { dnsServices }) {
      const state = await dnsServices.retry();
      audit("dns.certificate.retry", { mode: state.mode, name: state.name });
      return reply(202, { certificate: state, warnings: [] });
    },
  }),
  route({
    doc: "A 4.6",
    method: "put",
    path: "/api/v1/dns-services/protocols",
    summary:
      "Turns protocols of encrypted DNS on or off; in force when this responds, without interrupting DNS",
    access: "system.write",
    database: "box",
    audit: ["dns.protocols"],
    body: z.strictObject({
      tls: z.boolean().optional().describe("Whether DNS over TLS is served"),
      https: z.boolean().optional().describe("Whether DNS over HTTPS is served"),
      quic: z.boolean().optional().describe("Whether DNS over QUIC is served"),
    }),
    answers: { 200: dnsServices },
    refusals: ["conflict", "setting_fixed"],
    async handle({ body, principal, audit }, services) {
      const wanted = PROTOCOLS.flatMap((each) =>
        body[each] === undefined ? [] : [[each, body[each]] as const]
      );
      const { dnsServices } = services;
      if (wanted.some(([, on]) => on) && dnsServices.current() === undefined) {
        throw new DomainError("conflict", NO_CERTIFICATE);
      }
      await changeSettings(
        Object.fromEntries(wanted.map(([each, on]) => [PROTOCOL_SETTINGS[each], on])),
        principal,
        services,
      );
      await dnsServices.settled();
      if (wanted.length > 0) {
        audit("dns.protocols", {
          protocols: wanted.map(([each, on]) => `${each} ${on ? "on" : "off"}`).join(", "),
        });
      }
      return await shown(services);
    },
  }),
  route({
    doc: "A 4.6",
    method: "get",
    path: "/api/v1/dns-services/profile",
    summary:
      "The profile that makes Apple devices use encrypted DNS, including the authority if the box created the certificate",
    access: "system.read",
    audit: ["dns.profile"],
    query: z.strictObject({
      protocol: z.enum(["https", "tls"]).default("https").describe("The protocol for devices"),
    }),
    types: [PROFILE_TYPE],
    answers: { 200: z.string() },
    headers: ["content-disposition"],
    refusals: ["conflict"],
    async handle({ query: { protocol }, audit }, { dnsServices, settings, state }) {
      const { name, https, tls } = dnsServices.encrypted();
      const authority = dnsServices.authority();
      if (name === "") throw new DomainError("conflict", NO_CERTIFICATE);
      if ((protocol === "tls" ? tls : https) === 0) {
        const { values } = settings.resolved();
        throw new DomainError(
          "conflict",
          values[PROTOCOL_SETTINGS[protocol]]
            ? sentence`The port of DNS over ${protocol.toUpperCase()} could not be opened; another program may use it`
            : sentence`DNS over ${protocol.toUpperCase()} is turned off; turn it on first`,
        );
      }
      if (protocol === "tls" && tls !== TLS_PORT) {
        throw new DomainError(
          "conflict",
          sentence`Apple devices use DNS over TLS at port ${TLS_PORT} only; the box answers at ${tls}`,
        );
      }
      const text = await profileOf({
        ...(protocol === "tls" ? {} : { url: `${originOf(name, https)}/dns-query` }),
        ...(https === 0 ? {} : { probe: `${originOf(name, https)}/healthz` }),
        ...(authority === undefined ? {} : { authority }),
        // The names that devices know come first: inside a container, no device knows the other
        // addresses.
        name,
        addresses: [
          ...new Set([...settings.resolved().values.advertise_addr, ...state().addresses]),
        ],
      });
      audit("dns.profile", { name });
      return new Response(text, {
        headers: {
          "content-type": PROFILE_TYPE,
          "content-disposition": 'attachment; filename="box-dns.mobileconfig"',
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        },
      });
    },
  }),
];

const TLS_PORT = 853;
const HTTPS_PORT = 443;

function originOf(name: string, port: number): string {
  return `https://${name}${port === HTTPS_PORT ? "" : `:${port}`}`;
}

async function shown(
  { dnsServices, settings, state, httpsRedirect }: Needs,
): Promise<DnsServicesResponse> {
  const certificate = await dnsServices.state();
  const { name, ...ports } = dnsServices.encrypted();
  const { values } = settings.resolved();
  const { listeners } = state();
  const protocolOf = (each: EncryptedProtocol) => ({
    enabled: values[PROTOCOL_SETTINGS[each]],
    port: ports[each],
    listening: ports[each] === 0 ? [] : listeners.filter((text) => text.startsWith(`${each} `)),
  });
  const url = ports.https === 0 ? "" : `${originOf(name, ports.https)}/dns-query`;
  return {
    certificate,
    protocols: {
      tls: protocolOf("tls"),
      https: { ...protocolOf("https"), url },
      quic: protocolOf("quic"),
    },
    encrypted: { name, http_redirect: await httpsRedirect.state(), remade: certificate.remade },
    providers: dnsServices.providers().map(({ id, name, fields }) => ({
      id,
      name,
      fields: fields.map(({ name, secret, optional }) => ({ name, secret, optional })),
    })),
    cloud: dnsServices.hasCloud(),
  };
}

/** Encrypted DNS in memory: a certificate that the box made, and choices that are taken as they come. */
import type {
  CertificateChoice,
  CertificateState,
} from "../../api/features/network/dns_services/service.ts";
import type { Application } from "../../api/app/routes.ts";
import { DomainError } from "../../api/schema/errors.ts";
import { NOW } from "./facts.ts";

const NAME = "box-k7m2qx.home.arpa";
const DAY = 86_400;
const PEM = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n";
const READY: CertificateState = {
  mode: "self",
  name: NAME,
  provider: "",
  email: "",
  chosen: NOW / 1000 - DAY,
  chosen_by: "admin",
  state: "ready",
  step: "",
  error: "",
  next: 0,
  remade: 0,
  serving: NAME,
  serving_mode: "self",
  names: [NAME, `*.${NAME}`],
  from: NOW / 1000 - DAY,
  until: NOW / 1000 + 729 * DAY,
  fingerprint: "AB:".repeat(31) + "AB",
  issuer: "Box authority",
};
const NONE: CertificateState = {
  ...READY,
  mode: "",
  name: "",
  state: "none",
  serving: "",
  serving_mode: "",
  names: [],
  from: 0,
  until: 0,
  fingerprint: "",
  issuer: "",
};

/** The service. */
export function dnsServicesInMemory(
  settings: Application["settings"],
): Pick<Application, "dnsServices"> {
  let state = READY;
  const isOn = (key: "dns_over_tls" | "dns_over_https" | "dns_over_quic", port: number) => {
    const { values, sources } = settings.resolved();
    // The first certificate turned them on; whoever chose otherwise since is followed.
    return state.serving !== "" && (sources[key] === "default" || values[key]) ? port : 0;
  };
  return {
    dnsServices: {
      state: () => Promise.resolve(state),
      async choose(choice) {
        state = chosen(choice);
        return { state, warnings: [] };
      },
      encrypted: () => ({
        name: state.serving,
        tls: isOn("dns_over_tls", 853),
        https: isOn("dns_over_https", 443),
        quic: isOn("dns_over_quic", 853),
      }),
      current: () => state.serving === "" ? undefined : { names: state.names, cert: PEM, key: "" },
      authority: () => state.mode === "self" ? PEM : undefined,
      settled: () => Promise.resolve(),
      hasCloud: () => true,
      providers: () => [
        {
          id: "desec",
          name: "deSEC",
          fields: [{ name: "token", secret: true, optional: false }],
          fault: () => "",
        },
      ],
    },
  };
}

function chosen(choice: CertificateChoice): CertificateState {
  switch (choice.mode) {
    case "none":
      return NONE;
    case "self":
      return choice.name === undefined
        ? READY
        : { ...READY, name: choice.name, serving: choice.name };
    case "import":
      if (choice.certificate.startsWith("-----BEGIN")) return { ...READY, mode: "import" };
      throw new DomainError(
        "bad_value",
        "There is no certificate: it begins with -----BEGIN CERTIFICATE-----",
      );
    case "domain":
      return {
        ...READY,
        mode: "domain",
        name: choice.name,
        provider: choice.provider,
        state: "obtaining",
        step: "order",
      };
    case "box":
      return { ...READY, mode: "box", name: "", state: "obtaining" };
  }
}

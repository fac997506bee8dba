/** `box dns-services`: encrypted DNS, its certificate and its protocols. */
import type {
  ChosenCertificate,
  DnsServicesResponse,
} from "../../api/features/network/dns_services/routes.ts";
import { type CommandAction, printResult, runAction, summariesOf } from "../actions.ts";
import type { Call, Command } from "../command.ts";
import { CommandError, EXIT, usageError } from "../command_error.ts";
import { householdZone } from "../household.ts";
import { pemText } from "../pem_text.ts";
import { readSecret } from "../prompt.ts";
import { withProgress } from "../progress.ts";
import { ageText, clean, cleanLines, printJson, printTable } from "../terminal.ts";
import { timeText } from "../times.ts";

const PATH = "/api/v1/dns-services";
/** Maximum number of bytes read from a file; the service has the same limit. */
const MOST = 100_000;
/** Milliseconds between two polls while a certificate is being obtained. */
const LOOK = 1000;
const PROTOCOLS = ["tls", "https", "quic"] as const;

const ACTIONS: Readonly<Record<string, CommandAction>> = {
  show: {
    summary: "The certificate, the protocols, and where devices ask",
    needs: [],
    run: (call) => show(call),
  },
  certificate: {
    summary: "Choose the certificate: self, import, domain, box or none",
    needs: ["MODE"],
    more: 2,
    run: certificate,
  },
  retry: {
    summary: "Try again now to get a certificate that could not be obtained",
    needs: [],
    run: (call) => retry(call),
  },
  protocols: {
    summary: "Turn protocols on or off: tls=on quic=off",
    needs: ["PROTOCOL=on|off"],
    more: 2,
    run: protocols,
  },
  profile: { summary: "Write the profile for Apple devices", needs: ["FILE"], run: profile },
};

/** Shows and changes encrypted DNS. */
export const dnsServicesCommand: Command = {
  name: "dns-services",
  summary: "Shows encrypted DNS, chooses its certificate and its protocols",
  usage: [
    "[show]",
    "certificate self [NAME]",
    "certificate import CERTIFICATE KEY [--confirm]",
    "certificate domain NAME --provider PROVIDER [--field FIELD=VALUE,…] [--email ADDRESS] [--account ID] [--background]",
    "certificate box [--background]",
    "certificate none",
    "retry [--background]",
    "protocols PROTOCOL=on|off…",
    "profile FILE [--protocol https|tls]",
  ],
  actions: summariesOf(ACTIONS),
  arguments: {
    NAME: "A name of your own; left out for self, the box makes one up",
    CERTIFICATE: "File of the certificate and those that signed it, as PEM",
    KEY: "File of its key, as PEM",
    FILE: "File to write, which must not be there yet; - prints it",
  },
  options: {
    provider: {
      value: "PROVIDER",
      summary: "The DNS provider of the domain: `box dns-services` lists them",
    },
    field: {
      value: "FIELDS",
      summary: "What the provider needs and is no secret; secrets are asked for",
    },
    email: {
      value: "ADDRESS",
      summary: "Mail address for warnings of the certificate authority",
    },
    account: {
      value: "ID",
      summary:
        "The account that some authorities want made on their pages; its key is asked for, none = none any more",
    },
    confirm: {
      summary: "Take a certificate that may sign others, or that is for a site of others",
    },
    background: { summary: "Do not wait until the certificate is there" },
    protocol: {
      value: "PROTOCOL",
      summary: "The protocol that the profile makes devices use",
      words: ["https", "tls"],
    },
  },
  examples: [
    "box dns-services certificate self",
    "box dns-services certificate import fullchain.pem privkey.pem",
    "box dns-services certificate domain dns.example.com --provider desec",
    "box dns-services protocols quic=off",
    "box dns-services profile box-dns.mobileconfig",
  ],
  most: 4,
  run: (call) => runAction("dns-services", ACTIONS, call, "show"),
};

async function show({ service, terminal, json }: Call): Promise<number> {
  const shown = await service.call<DnsServicesResponse>("GET", PATH);
  if (json) {
    printJson(terminal, shown);
    return EXIT.ok;
  }
  print(shown, terminal);
  return EXIT.ok;
}

async function certificate(call: Call, mode: string, ...given: string[]): Promise<number> {
  const { service, terminal, json } = call;
  const body = await bodyOf(call, mode, given);
  const { certificate: begun, warnings } = await service.call<ChosenCertificate>(
    "PUT",
    `${PATH}/certificate`,
    {
      body,
    },
  );
  const state = call.switches.has("background") ? begun : await waitForCertificate(call, begun);
  if (json) printJson(terminal, { certificate: state, warnings });
  else {
    warnings.forEach((warning) => terminal.err(`${clean(warning)}.\n`));
    terminal.out(`${clean(outcomeOf(state, await householdZone(service)))}\n`);
  }
  return state.state === "failed" ? EXIT.failure : EXIT.ok;
}

async function retry(call: Call): Promise<number> {
  const { service, terminal, json, switches } = call;
  const { certificate: begun } = await service.call<ChosenCertificate>(
    "POST",
    `${PATH}/certificate/retry`,
  );
  const state = switches.has("background") ? begun : await waitForCertificate(call, begun);
  if (json) printJson(terminal, { certificate: state });
  else terminal.out(`${clean(outcomeOf(state, await householdZone(service)))}\n`);
  return state.state === "failed" ? EXIT.failure : EXIT.ok;
}

function outcomeOf({ state, serving, until, error, name }: Certificate, zone: string): string {
  if (state === "none") return "Encrypted DNS is off: there is no certificate any more.";
  if (state === "failed") {
    return `No certificate could be obtained: ${error}. The box tries again automatically.`;
  }
  if (state === "obtaining") {
    return `A certificate is being obtained${
      name === "" ? "" : ` for ${name}`
    }. To see how far it is: box dns-services`;
  }
  const [lastDay] = timeText(until, zone).split(" ");
  return `The certificate is ready: ${serving}, until ${lastDay}.`;
}

type Certificate = DnsServicesResponse["certificate"];

/** Waits until a certificate is obtained, and shows the progress. */
async function waitForCertificate(
  { service, terminal }: Call,
  begun: Certificate,
): Promise<Certificate> {
  let state = begun;
  const look =
    async () => (state = (await service.call<DnsServicesResponse>("GET", PATH)).certificate);
  const wait = async () => {
    while (state.state === "obtaining" && state.chosen === begun.chosen) {
      await new Promise((resume) => setTimeout(resume, LOOK));
      await look();
    }
  };
  await withProgress(
    terminal,
    wait(),
    () => Promise.resolve(`Obtaining the certificate${state.step && `: ${state.step}`}`),
  );
  return state;
}

async function bodyOf(call: Call, mode: string, given: readonly string[]): Promise<unknown> {
  const count = { self: 1, import: 2, domain: 1, box: 0, none: 0 }[mode];
  if (count === undefined) {
    throw usageError(
      `Unknown mode, allowed are self, import, domain, box and none: ${clean(mode)}`,
    );
  }
  if (given.length > count) {
    throw usageError(`Too many arguments for the mode ${mode}: ${clean(given[count])}`);
  }
  const [first, second] = given;
  if (mode === "self") return { mode, ...(first === undefined ? {} : { name: first }) };
  if (mode === "import") {
    if (second === undefined) {
      throw usageError("Give both files: box dns-services certificate import CERTIFICATE KEY");
    }
    const files = { certificate: await textOf(first), key: await textOf(second) };
    return { mode, ...files, ...(call.switches.has("confirm") ? { confirm: true } : {}) };
  }
  return mode === "domain" ? { mode, ...await domainOf(call, first) } : { mode };
}

/**
 * The name, the provider and its parameters. Secrets are prompted for, so that they do not appear
 * in the process list.
 */
async function domainOf(call: Call, name: string | undefined): Promise<Record<string, unknown>> {
  const { service, terminal, values } = call;
  const { provider, email, account } = values;
  if (name === undefined || provider === undefined) {
    throw usageError(
      "Give the name and who runs its DNS: box dns-services certificate domain NAME --provider PROVIDER",
    );
  }
  const { providers } = await service.call<DnsServicesResponse>("GET", PATH);
  const found = providers.find(({ id }) => id === provider);
  const known = providers.map(({ id }) => id).join(", ");
  if (found === undefined) {
    throw usageError(`Unknown provider, allowed are ${known}: ${clean(provider)}`);
  }
  const credentials: Record<string, string> = {};
  for (const each of (values.field ?? "").split(",").filter((each) => each !== "")) {
    const at = each.indexOf("=");
    if (at < 1) throw usageError(`Write a field as FIELD=VALUE: ${clean(each)}`);
    credentials[each.slice(0, at)] = each.slice(at + 1);
  }
  const wanted = found.fields.filter(({ name, secret }) =>
    secret && !Object.hasOwn(credentials, name)
  );
  for (const { name } of wanted) {
    credentials[name] = await readSecret(terminal, `${found.name}, ${name}`);
  }
  const bound = account === undefined ? {} : { external_account: await accountOf(call, account) };
  return { name, provider, credentials, ...(email === undefined ? {} : { email }), ...bound };
}

async function accountOf({ terminal }: Call, id: string): Promise<Record<string, string> | null> {
  if (id === "none") return null;
  return { key_id: id, hmac_key: await readSecret(terminal, `Key of the account ${clean(id)}`) };
}

async function protocols({ service, terminal, json }: Call, ...given: string[]): Promise<number> {
  const body: Record<string, boolean> = {};
  for (const each of given) {
    const [protocol, value] = each.split("=");
    if (!PROTOCOLS.some((known) => known === protocol) || (value !== "on" && value !== "off")) {
      throw usageError(`Write tls, https or quic with =on or =off: ${clean(each)}`);
    }
    body[protocol] = value === "on";
  }
  const shown = await service.call<DnsServicesResponse>("PUT", `${PATH}/protocols`, { body });
  if (json) printJson(terminal, shown);
  else print(shown, terminal);
  return EXIT.ok;
}

async function profile(call: Call, file: string): Promise<number> {
  const { service, terminal, values: { protocol } } = call;
  let text = "";
  for await (const part of service.text(`${PATH}/profile`, { query: { protocol } })) text += part;
  if (file === "-") {
    terminal.out(text);
    return EXIT.ok;
  }
  try {
    await Deno.writeTextFile(file, text, { createNew: true });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) {
      throw new CommandError(`This file is there already: ${clean(file)}`);
    }
    throw new CommandError(`The file cannot be written: ${clean((error as Error).message)}`);
  }
  return printResult(
    call,
    { file },
    `Written to ${clean(file)}: open it on the device, then install it in its settings.`,
  );
}

function print(
  { certificate, protocols, encrypted, providers, cloud }: DnsServicesResponse,
  terminal: Call["terminal"],
): void {
  const { mode, state, step, error, next, serving, until, fingerprint, issuer, remade } =
    certificate;
  const progress = step === "" ? state : `${state}: ${step}`;
  printTable(terminal, [], [
    ["Certificate", mode === "" ? "none" : `${mode}, ${progress}`],
    ...(error === "" ? [] : [["Failed", cleanLines(error)]]),
    ...(next === 0 ? [] : [["Next try", ageText(next, terminal)]]),
    ...(serving === ""
      ? []
      : [["Name", serving], ["Expires", ageText(until, terminal)], ["Signed by", issuer]]),
    ...(serving === "" ? [] : [["SHA-256", fingerprint]]),
    ...(remade === 0 ? [] : [[
      "Made anew",
      `${ageText(remade, terminal)}: install the profile again on Apple devices`,
    ]]),
    ["DNS over TLS", protocolText(protocols.tls, serving)],
    ["DNS over HTTPS", protocols.https.url || protocolText(protocols.https, serving)],
    ["DNS over QUIC", protocolText(protocols.quic, serving)],
    ...(encrypted.name === ""
      ? []
      : [["Redirect", encrypted.http_redirect.active ? "active" : "not active"]]),
    ["Providers", providers.map(({ id }) => id).join(", ")],
    ["Online service", cloud ? "gives names" : "none"],
  ]);
}

function protocolText(
  { enabled, port, listening }: DnsServicesResponse["protocols"]["tls"],
  serving: string,
): string {
  if (!enabled) return "off";
  if (port === 0) {
    return serving === "" ? "on, once there is a certificate" : "on, but not open: see box status";
  }
  return listening.length === 0 ? `not open: port ${port}` : `port ${port}`;
}

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await Deno.stat(path);
    if (size > MOST) {
      throw new CommandError(
        `The file is too large, ${MOST} bytes are read at most: ${clean(path)}`,
      );
    }
    return pemText(await Deno.readFile(path), path);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The file cannot be read: ${clean((error as Error).message)}`);
  }
}

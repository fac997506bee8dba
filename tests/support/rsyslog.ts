/**
 * A real rsyslog that writes what it receives over UDP, TCP and TLS to a file, one JSON line for
 * each message.
 */
import type { TestAuthority } from "./authority.ts";
import { freePort } from "./box_process.ts";
import { WAIT, within } from "./whole_box.ts";

/** A message as parsed by rsyslog. */
export interface ReceivedMessage {
  readonly severity: string;
  readonly facility: string;
  readonly host: string;
  readonly app: string;
  readonly id: string;
  readonly data: string;
  readonly message: string;
}

/** A running rsyslog. */
export class Rsyslog {
  readonly udp = freePort();
  readonly tcp = freePort();
  readonly tls = freePort();
  readonly #folder: string;
  #process: Deno.ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts it with the certificate of an authority; resolves when its ports accept connections. */
  async start({ folder }: TestAuthority): Promise<void> {
    const fields = [
      "syslogseverity-text:severity",
      "syslogfacility-text:facility",
      "hostname:host",
      "app-name:app",
    ];
    const all = [...fields, "msgid:id", "structured-data:data", "msg:message"].map((field) =>
      field.split(":")
    );
    const parts = all.map(([name, key]) =>
      `property(outname="${key}" name="${name}" format="jsonf")`
    );
    await Deno.writeTextFile(
      `${this.#folder}/rsyslog.conf`,
      `
global(workDirectory="${this.#folder}" maxMessageSize="16k" parser.permitSlashInProgramName="on"
  defaultNetstreamDriverCAFile="${folder}/ca.pem" defaultNetstreamDriverCertFile="${folder}/cert.pem"
  defaultNetstreamDriverKeyFile="${folder}/key.pem")
module(load="imudp")
module(load="imtcp")
template(name="line" type="list" option.jsonf="on") { ${parts.join(" ")} }
ruleset(name="kept") { action(type="omfile" file="${this.#folder}/received" template="line") }
input(type="imudp" address="127.0.0.1" port="${this.udp}" ruleset="kept")
input(type="imtcp" address="127.0.0.1" port="${this.tcp}" ruleset="kept")
input(type="imtcp" address="127.0.0.1" port="${this.tls}" ruleset="kept" streamDriver.name="gtls" streamDriver.mode="1"
  streamDriver.authMode="anon")
`,
    );
    const args = ["-n", "-f", `${this.#folder}/rsyslog.conf`, "-i", `${this.#folder}/pid`];
    const env = { PATH: `${Deno.env.get("PATH")}:/usr/sbin:/sbin` };
    this.#process = new Deno.Command("rsyslogd", { args, env, stdout: "null", stderr: "null" })
      .spawn();
    for (const port of [this.tcp, this.tls]) await takesConnections(port);
  }

  /** The messages received, once there are at least this many. */
  async received(many: number): Promise<ReceivedMessage[]> {
    let lines: string[] = [];
    await within(WAIT, async () => {
      const text = await Deno.readTextFile(`${this.#folder}/received`).catch(() => "");
      lines = text.split("\n").filter((line) => line !== "");
      return lines.length >= many;
    });
    return lines.map((line) => JSON.parse(line));
  }

  async stop(): Promise<void> {
    this.#process?.kill("SIGKILL");
    await this.#process?.status;
  }
}

async function takesConnections(port: number): Promise<void> {
  const connects = () =>
    Deno.connect({ hostname: "127.0.0.1", port }).then((connection) => {
      connection.close();
      return true;
    }, () => false);
  if (!await within(WAIT, connects)) {
    throw new Error(`rsyslog does not take connections on port ${port}`);
  }
}

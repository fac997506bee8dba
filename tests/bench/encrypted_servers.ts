/**
 * The servers whose encrypted DNS is measured, each with the same certificate, a cache and one
 * upstream.
 */
import { RUNTIME_FLAGS } from "../../packaging/runtime_flags.ts";
import { freePort } from "../support/box_process.ts";
import { ROOT } from "../support/source_files.ts";

/** The options of a server. */
export interface EncryptedPlace {
  readonly folder: string;
  /** Port of the upstream on 127.0.0.1, UDP and TCP. */
  readonly upstream: number;
  /** Certificate and key of `dns.example`, as files. */
  readonly certificate: string;
  readonly key: string;
  readonly ports: EncryptedPorts;
}

/** Ports on 127.0.0.1: plain DNS, DNS over TLS, over HTTPS and over QUIC. */
export interface EncryptedPorts {
  readonly plain: number;
  readonly tls: number;
  readonly https: number;
  readonly quic: number;
}

/** A server of this benchmark. */
export interface EncryptedServer {
  readonly name: string;
  /** Whether it supports DNS over QUIC. */
  readonly quic: boolean;
  /** Writes its configuration; returns the command that runs it in the foreground. */
  prepare(place: EncryptedPlace): Promise<readonly string[]>;
  /** Settings outside the configuration, applied once it answers. */
  settle?(place: EncryptedPlace): Promise<void>;
}

/** Ports for one server. */
export function freePorts(): EncryptedPorts {
  return { plain: freePort(), tls: freePort(), https: freePort(), quic: freePort() };
}

/** dnsdist 1.7 of Debian with its packet cache. */
export const DNSDIST: EncryptedServer = {
  name: "dnsdist",
  quic: false,
  async prepare({ folder, upstream, certificate, key, ports }) {
    const file = `${folder}/dnsdist.conf`;
    await Deno.writeTextFile(
      file,
      [
        `setLocal("127.0.0.1:${ports.plain}")`,
        `addTLSLocal("127.0.0.1:${ports.tls}", "${certificate}", "${key}")`,
        `addDOHLocal("127.0.0.1:${ports.https}", "${certificate}", "${key}", "/dns-query")`,
        `newServer({address="127.0.0.1:${upstream}"})`,
        'getPool(""):setCache(newPacketCache(100000))',
        'setSecurityPollSuffix("")',
        "",
      ].join("\n"),
    );
    return ["dnsdist", "--supervised", "-C", file];
  },
};

/** Knot Resolver 5.6 of Debian, one process, as a forwarder without validation. */
export const KNOT_RESOLVER: EncryptedServer = {
  name: "Knot Resolver",
  quic: false,
  async prepare({ folder, upstream, certificate, key, ports }) {
    const file = `${folder}/kresd.conf`;
    await Deno.writeTextFile(
      file,
      [
        `net.listen('127.0.0.1', ${ports.plain}, {kind='dns'})`,
        `net.listen('127.0.0.1', ${ports.tls}, {kind='tls'})`,
        `net.listen('127.0.0.1', ${ports.https}, {kind='doh2'})`,
        `net.tls('${certificate}', '${key}')`,
        `cache.open(100 * MB, 'lmdb://${folder}/cache')`,
        "trust_anchors.remove('.')",
        `policy.add(policy.all(policy.STUB({'127.0.0.1@${upstream}'})))`,
        "",
      ].join("\n"),
    );
    return ["kresd", "-n", "-q", "-c", file, folder];
  },
};

/** The box from source, with one resolver worker and all features on. */
export const ENCRYPTED_BOX: EncryptedServer = {
  name: "box",
  quic: true,
  prepare({ folder, upstream, ports }) {
    const listen = {
      dns: ports.plain,
      http: freePort(),
      https: ports.https,
      dot: ports.tls,
      doq: ports.quic,
    };
    return Promise.resolve([
      "env",
      "MALLOC_ARENA_MAX=2",
      Deno.execPath(),
      "run",
      "-A",
      "--no-prompt",
      RUNTIME_FLAGS,
      `${ROOT}main.ts`,
      "serve",
      ...Object.entries(listen).map(([name, port]) => `--${name}-listen=127.0.0.1:${port}`),
      `--data-dir=${folder}/data`,
      `--upstreams=127.0.0.1:${upstream}`,
    ]);
  },
  async settle({ folder, certificate, key, ports }) {
    const body = {
      mode: "import",
      certificate: await Deno.readTextFile(certificate),
      key: await Deno.readTextFile(key),
    };
    const client = Deno.createHttpClient({
      proxy: { transport: "unix", path: `${folder}/data/box.sock` },
    });
    try {
      const response = await fetch("http://localhost/api/v1/dns-services/certificate", {
        client,
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`The certificate is refused: ${text}`);
    } finally {
      client.close();
    }
    await untilOpen(ports.tls);
  },
};

/** Waits until a port accepts connections. */
export async function untilOpen(port: number): Promise<void> {
  for (let tries = 0;; tries++) {
    try {
      return (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    } catch (error) {
      if (tries === 300) throw error;
      await new Promise((later) => setTimeout(later, 20));
    }
  }
}

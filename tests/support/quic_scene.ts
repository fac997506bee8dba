/** DNS over QUIC in this process on a free port of the loopback; a function answers the queries. */
import type { CertificatePair } from "../../api/certificate/make.ts";
import { Connections } from "../../api/front/connections.ts";
import { FRONT_LIMITS, type FrontLimits } from "../../api/front/limits.ts";
import type { FrontListener } from "../../api/front/listening.ts";
import { Quic } from "../../api/front/quic/quic.ts";
import type { OnResponse } from "../../api/front/queries/resolver_link.ts";
import { addressToText } from "../../policy/model/address.ts";
import { freePort } from "./box_process.ts";
import { certificateFor } from "./front_scene.ts";
import { QuicClient, type QuicClientOptions } from "./quic_client.ts";

/** What a test needs to connect to it. */
export interface QuicScene {
  readonly quic: Quic;
  readonly connections: Connections;
  readonly listener: FrontListener;
  readonly port: number;
  readonly certificate: CertificatePair;
  /** Addresses of the clients. */
  readonly askers: string[];
  connect(options?: Partial<QuicClientOptions>): Promise<QuicClient>;
}

/** Answers a query: once, and asynchronously. */
export type AnswerQuery = (query: Uint8Array, answered: OnResponse) => void;

/** Returns the query as its own response. */
export const echo: AnswerQuery = (query, answered) => {
  const response = new Uint8Array(query);
  response[2] |= 0x80;
  setImmediate(() => answered(response));
};

/** Runs a test with an open listener, and closes the remaining clients. */
export async function withQuic(
  run: (scene: QuicScene) => Promise<void>,
  { answer = echo, limits = {}, address = "127.0.0.1", ranges = ["private"] }: {
    readonly answer?: AnswerQuery;
    readonly limits?: Partial<FrontLimits>;
    readonly address?: string;
    readonly ranges?: readonly string[];
  } = {},
): Promise<void> {
  const port = freePort();
  const certificate = await certificateFor("localhost");
  const askers: string[] = [];
  const clients: QuicClient[] = [];
  const all = { ...FRONT_LIMITS, ...limits };
  const now = () => performance.now();
  const connections = new Connections({ ...all, ...all.queries }, now);
  connections.ranges = ranges;
  const resolving = {
    ask: (_: unknown, from: Uint8Array, query: Uint8Array, answered: OnResponse) => {
      askers.push(addressToText(from));
      answer(query, answered);
    },
  };
  const quic = new Quic({
    resolving,
    connections,
    now,
    limits: all,
    filtered: () => Promise.resolve(),
    tell: () => {},
  });
  quic.certificate(certificate);
  const listener = await quic.open({ address, port });
  const connect: QuicScene["connect"] = async (options) => {
    const client = await QuicClient.open({ port, ca: certificate.cert, ...options });
    clients.push(client);
    return client;
  };
  try {
    await run({ quic, connections, listener, port, certificate, askers, connect });
  } finally {
    clients.forEach((client) => client.close());
    connections.close();
    quic.close();
  }
}

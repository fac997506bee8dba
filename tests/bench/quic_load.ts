/**
 * Sends queries to a DNS over QUIC server as fast as it answers: `quic_load.ts kept|new PORT CA
 * SECONDS CONNECTIONS EACH`. `kept` uses permanent connections, each with the given number of
 * concurrent queries; `new` opens a connection for each query.
 */
import { queryFor } from "../support/flood.ts";
import { QuicClient } from "../support/quic_client.ts";
import { nameOf } from "./names.ts";

const [kind, port, ca, seconds, connections, each] = Deno.args;
const trusted = await Deno.readTextFile(ca);
const open = () => QuicClient.open({ port: Number(port), ca: trusted, name: "dns.example" });
const query = () => queryFor(nameOf("c", answered % 1000), 0);
const end = performance.now() + Number(seconds) * 1000;
let answered = 0;

async function asking(client: QuicClient): Promise<void> {
  while (performance.now() < end) {
    await client.ask(query());
    answered++;
  }
}

async function connecting(): Promise<void> {
  while (performance.now() < end) {
    const client = await open();
    await client.ask(query());
    answered++;
    client.close();
  }
}

if (kind === "new") {
  await Promise.all(Array.from({ length: Number(connections) }, connecting));
} else {
  const clients = await Promise.all(Array.from({ length: Number(connections) }, open));
  await Promise.all(
    clients.flatMap((client) => Array.from({ length: Number(each) }, () => asking(client))),
  );
  for (const client of clients) client.close();
}
console.log(`${answered} answered`);
// The last packets close the connections.
setTimeout(() => Deno.exit(0), 100);

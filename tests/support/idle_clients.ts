/**
 * Clients that finish their handshake and then do nothing, as a separate process: `idle_clients.ts
 * COUNT PORT…`.
 */

/** Number of concurrent handshakes. */
const AT_ONCE = 40;

const [count, ...ports] = Deno.args.map(Number);
const held: Deno.TlsConn[] = [];
let begun = 0;
let failed = 0;

async function one(port: number): Promise<void> {
  try {
    const tcp = await Deno.connect({ hostname: "127.0.0.1", port });
    const tls = await Deno.startTls(tcp, {
      hostname: "localhost",
      unsafelyDisableHostnameVerification: true,
    });
    await tls.handshake();
    held.push(tls);
  } catch {
    failed++;
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, async () => {
  for (let at = begun++; at < count; at = begun++) await one(ports[at % ports.length]);
}));
console.log(JSON.stringify({ held: held.length, failed }));
// Until the test ends this process.
await new Response(Deno.stdin.readable).text();

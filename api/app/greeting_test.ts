import assert from "node:assert/strict";
import { commandOf, createGreeting } from "./greeting.ts";

const interfaces = [
  { name: "lo", address: "127.0.0.1", cidr: "127.0.0.1/8" },
  { name: "eth0", address: "fd09::1", cidr: "fd09::1/64" },
  { name: "eth0", address: "192.168.1.2", cidr: "192.168.1.2/24" },
];

Deno.test("the greeting names the addresses of the machine when the box listens on all of them", () => {
  const listeners = ["udp 0.0.0.0:53", "tcp 0.0.0.0:53", "udp [::]:53", "http [::]:8053"];
  assert.equal(
    createGreeting({ listeners, dataDir: "/var/lib/box", interfaces }),
    `The box answers.
  ask    dig @127.0.0.1 example.com
  ask    dig @192.168.1.2 example.com
  ask    dig @fd09::1 example.com
  open   http://192.168.1.2:8053/
  watch  box log --follow
  data   /var/lib/box
`,
  );
});

Deno.test("the greeting contains only open listeners", () => {
  const listeners = ["udp 127.0.0.2:5300", "udp [fe80::1%eth0]:5301", "http [::1]:80"];
  assert.equal(
    createGreeting({ listeners, dataDir: "/data", interfaces }),
    `The box answers.
  ask    dig @127.0.0.2 -p 5300 example.com
  ask    dig @fe80::1%eth0 -p 5301 example.com
  open   http://[::1]/
  watch  box log --follow --data-dir /data
  data   /data
`,
  );
});

Deno.test("the greeting shows HTTPS first with its fingerprint, and the first steps of a new box", () => {
  const listeners = ["udp 10.0.0.1:53", "http [::]:80", "https [::]:443"];
  const fingerprint = Array(32).fill("AB").join(":");
  assert.equal(
    createGreeting({ listeners, dataDir: "/data", interfaces, fingerprint, unfinished: true }),
    `The box answers.
  ask    dig @10.0.0.1 example.com
  open   https://192.168.1.2/
         The browser warns once, as the box made the certificate itself. Compare its SHA-256 fingerprint:
         ${Array(16).fill("AB").join(":")}:
         ${Array(16).fill("AB").join(":")}
  begin  the page guides through the setup; or: box setup --data-dir /data
  watch  box log --follow --data-dir /data
  data   /data
`,
  );
});

Deno.test("the greeting shows protocols of encrypted DNS that are enabled and open", () => {
  const listeners = ["https [::]:443", "tls [::]:853", "quic [::]:853"];
  const name = "dns.example";
  const over = (open: readonly string[], tls: number, https: number, quic: number) =>
    / {2}over {3}(.*)/.exec(
      createGreeting({
        listeners: open,
        dataDir: "/d",
        interfaces,
        encrypted: { name, tls, https, quic },
      }),
    )?.[1];
  assert.equal(over(listeners, 853, 443, 853), "TLS, HTTPS and QUIC as dns.example");
  assert.equal(over(listeners, 853, 443, 0), "TLS and HTTPS as dns.example");
  assert.equal(over(listeners, 0, 0, 853), "QUIC as dns.example");
  assert.equal(over([], 853, 443, 853), undefined);
});

Deno.test("the shown command works where the box was started, also from source", () => {
  const said = (module: string) => {
    const command = commandOf(module, "2.9.5");
    const about = { listeners: [], dataDir: "/d", interfaces, unfinished: true };
    return createGreeting({ ...about, command }).split("\n").filter((line) =>
      /begin|watch/.test(line)
    );
  };
  const from = "npx -y deno@2.9.5 task box";
  assert.deepEqual(said("file:///box/control_side.ts"), [
    `  begin  ${from} setup --data-dir /d`,
    `  watch  ${from} log --follow --data-dir /d`,
  ]);
  assert.match(
    said("file:///cache/control_side.js").join(),
    /begin {2}box setup.*watch {2}box log/,
  );
});

Deno.test("a box without a UDP listener does not claim to answer queries", () => {
  const said = createGreeting({
    listeners: ["tcp 0.0.0.0:53", "http [::]:80"],
    dataDir: "/d",
    interfaces,
  });
  assert.match(said, /^The box runs, and cannot be asked over UDP/);
});

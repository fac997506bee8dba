/** The box as seen by dig, kdig and unusual clients, over real sockets. */
import assert from "node:assert/strict";
import { type FakeQuery, questionEnd, respond } from "../support/fake_upstream.ts";
import { needsTool } from "../support/tool.ts";
import { runText, Scene } from "../support/whole_box.ts";

/** An HTTPS record with alpn, an unknown parameter (key 65000) and an IPv4 hint. */
const SVCB_DATA = [
  0,
  1,
  0,
  0,
  1,
  0,
  3,
  2,
  104,
  50,
  0,
  4,
  0,
  4,
  192,
  0,
  2,
  7,
  0xfd,
  0xe8,
  0,
  3,
  1,
  2,
  3,
];

/** A response with the given number of records of one type. */
function withRecords(query: FakeQuery, data: readonly number[], count = 1): Uint8Array {
  const question = query.wire.subarray(12, questionEnd(query.wire));
  const record = [
    0xc0,
    12,
    query.type >> 8,
    query.type & 255,
    0,
    1,
    0,
    0,
    0,
    60,
    data.length >> 8,
    data.length & 255,
  ];
  const records = Array.from(
    { length: count },
    (_, i) => [...record, ...data.slice(0, -1), data.at(-1)! ^ i],
  ).flat();
  const head = [
    query.wire[0],
    query.wire[1],
    0x81,
    0x80,
    0,
    1,
    count >> 8,
    count & 255,
    0,
    0,
    0,
    0,
  ];
  return new Uint8Array([...head, ...question, ...records]);
}

/** HTTPS and unknown types have their own data; `big` has 200 texts, truncated over UDP. */
function answerKinds(query: FakeQuery): Uint8Array[] {
  if (query.type === 65) return [withRecords(query, SVCB_DATA)];
  if (query.type === 65_400) return [withRecords(query, [1, 2, 3, 250, 0])];
  if (query.name === "big.example") {
    return [
      query.transport === "udp"
        ? respond(query, { truncated: true })
        : withRecords(query, [9, ...new Array(9).fill(65)], 200),
    ];
  }
  return [respond(query, { address: "192.0.2.9" })];
}

function dig(scene: Scene, ...args: string[]): Promise<{ code: number; text: string }> {
  return runText([
    "dig",
    "@127.0.0.1",
    "-p",
    String(scene.box.port),
    "+tries=1",
    "+time=3",
    ...args,
  ]);
}

Deno.test({
  name:
    "dig gets correct answers: TCP keepalive, sizes, subnets, CHAOS, ANY, other opcodes, unknown types",
  ignore: needsTool("dig"),
  fn: () =>
    Scene.run({ script: answerKinds }, async (scene) => {
      const output = async (...args: string[]) => (await dig(scene, ...args)).text;
      const keptOpen = await output("+tcp", "+keepopen", "a.example", "b.example", "+short");
      assert.equal(keptOpen.trim(), "192.0.2.9\n192.0.2.9");
      assert.match(await output("+bufsize=512", "c.example"), /udp: 1232/);
      assert.match(
        await output("+noedns", "d.example"),
        /status: NOERROR(?![\s\S]*OPT PSEUDOSECTION)/,
      );
      assert.match(await output("e.example"), /COOKIE: [0-9a-f]{48} \(good\)/);
      assert.match(
        await output("+ednsopt=77:0102", "+edns=1", "+noednsneg", "f.example"),
        /status: BADVERS/,
      );
      assert.match(await output("+subnet=198.51.100.0/24", "g.example"), /status: NOERROR/);
      const sent = scene.upstream.queries.find(({ name }) => name === "g.example")!.wire;
      assert.ok(
        !new TextDecoder("latin1").decode(sent).includes("\xc6\x33\x64"),
        "the subnet went to the upstream",
      );
      assert.match(await output("version.bind", "CH", "TXT"), /status: (REFUSED|NOERROR)/);
      assert.match(await output("h.example", "ANY"), /HINFO\s+"RFC8482"/);
      for (const opcode of ["notify", "update", "status", "5"]) {
        assert.match(await output(`+opcode=${opcode}`, "i.example"), /status: NOTIMP/, opcode);
      }
      assert.match(await output("j.example", "CH", "A"), /status: (REFUSED|NOTIMP|NXDOMAIN)/);
      assert.match(await output("k.example", "TYPE65400"), /\\# 5 010203FA00/);
      assert.match(await output("l.example", "HTTPS"), /key65000="\\001\\002\\003"/);
      assert.match(await output("l.example", "HTTPS"), /ipv4hint=192\.0\.2\.7/);
    }),
});

Deno.test({
  name: "A large answer is truncated over UDP and complete over the TCP that dig tries next",
  ignore: needsTool("dig"),
  fn: () =>
    Scene.run({ script: answerKinds }, async (scene) => {
      const cut = await dig(scene, "big.example", "TXT", "+ignore");
      assert.match(cut.text, /flags: qr tc/);
      const { text } = await dig(scene, "big.example", "TXT");
      assert.match(text, /ANSWER: 200/);
      assert.match(text, /\(TCP\)/);
    }),
});

Deno.test({
  name: "kdig gets answers over TCP, with cookies and padding, and nsupdate is refused",
  ignore: needsTool("kdig", "nsupdate"),
  fn: () =>
    Scene.run({}, async (scene) => {
      const at = ["@127.0.0.1", "-p", String(scene.box.port)];
      const { text } = await runText([
        "kdig",
        ...at,
        "+tcp",
        "+cookie",
        "+padding=128",
        "+nsid",
        "a.example",
      ]);
      assert.match(text, /status: NOERROR/);
      assert.match(text, /192\.0\.2\.9/);
      const change = `${scene.folder}/update`;
      await Deno.writeTextFile(
        change,
        `server 127.0.0.1 ${scene.box.port}\nzone example\nupdate add x.example 60 A 192.0.2.1\nsend\n`,
      );
      const update = await runText(["nsupdate", "-t", "4", change]);
      assert.match(update.text, /NOTIMP/);
    }),
});

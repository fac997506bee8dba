import { NO_TIME } from "../policy/model/person_time.ts";
import assert from "node:assert/strict";
import { queryFor } from "../tests/support/flood.ts";
import { NOW, snapshotOf } from "../tests/support/compiled_household.ts";
import { readMessage } from "../tests/support/message_text.ts";
import { ScriptedUpstreams } from "../tests/support/scripted_upstreams.ts";
import { SimulatedTime } from "../tests/support/simulated_time.ts";
import { Clock } from "./clock.ts";
import type { JournalSink } from "./journal/recorder.ts";
import type { Reply } from "./listeners/reply.ts";
import { Resolver } from "./resolve.ts";

const MINUTE = 60_000;
const QUERY = queryFor("game.example");
const FROM = { bytes: new Uint8Array([192, 168, 1, 2]), at: 0, length: 4 };

Deno.test("Clock counts a changed time as a jump, but not a small drift", () => {
  let wall = NOW;
  let monotonic = 0;
  const clock = new Clock(() => monotonic, () => wall);
  for (
    const [passed, set, jumps] of [[1000, 0, 0], [1000, 900, 0], [1000, 3_600_000, 1], [
      5,
      -5000,
      2,
    ], [5, 0, 2]]
  ) {
    monotonic += passed;
    wall += passed + set;
    clock.refresh();
    assert.equal(clock.jumps, jumps);
  }
});

Deno.test("an answer given during a pause is not repeated after the clock jumped past its end", async () => {
  let set = 0;
  const time = new SimulatedTime(1000, () => clock.refresh());
  const clock: Clock = new Clock(time.now, () => NOW + time.now() + set);
  const upstreams = new ScriptedUpstreams(time);
  const answer = [{ type: "A", ttl: 86_400, data: "192.0.2.9" }];
  const scripted = { rcode: "NOERROR", flags: [], answer, authority: [], additional: [] };
  upstreams.add({ name: "game.example", type: "A", after: 1, answer: scripted });
  const rows = { people: [], devices: [], choices: [], services: [], tunnels: [], time: NO_TIME };
  const pauses = [{ scope: "all", until: NOW + 30 * MINUTE }];
  const snapshot = snapshotOf({ ...rows, pauses }, [], [{ text: "||game.example^" }]);
  const { now, after, cancel } = time;
  const journal: JournalSink = { record: () => {}, admitsRow: () => true };
  const secret = new Uint8Array(16).fill(5);
  const resolver = new Resolver(snapshot, {
    clock,
    upstreams,
    journal,
    secret,
    now,
    after,
    cancel,
  });
  const ask = async () => {
    const buffer = new Uint8Array(4096);
    let reported = "";
    const commit = (length: number) =>
      reported = String(readMessage(buffer.slice(0, length)).answer[0]?.data);
    const reply: Reply = {
      transport: "udp",
      room: 1232,
      buffer,
      open: () => 0,
      commit,
      drop() {},
      detach: () => reply,
    };
    resolver.receive(QUERY, 0, QUERY.length, FROM, reply);
    await time.pass(5);
    return reported;
  };
  for (let i = 0; i < 4; i++) assert.equal(await ask(), "192.0.2.9");
  set = 60 * MINUTE;
  await time.pass(1);
  assert.equal(await ask(), "0.0.0.0");
});

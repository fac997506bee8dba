import assert from "node:assert/strict";
import { SimulatedTime } from "../../tests/support/simulated_time.ts";
import { DomainAges } from "./domain_ages.ts";

function bench() {
  const time = new SimulatedTime(1000);
  const asked: string[] = [];
  const ages = new DomainAges({
    now: time.now,
    after: time.after,
    cancel: time.cancel,
    ask: (domain) => asked.push(domain),
  });
  return { time, asked, ages };
}

Deno.test("find() asks once for a domain until the answer ends or does not come", async () => {
  const { time, asked, ages } = bench();
  assert.equal(ages.find("a.com"), "asked");
  assert.equal(ages.find("a.com"), "asked");
  await time.pass(60_000);
  assert.equal(ages.find("a.com"), "asked");
  assert.deepEqual(asked, ["a.com", "a.com"]);
  ages.take("a.com", true, 5000);
  assert.equal(ages.find("a.com"), "young");
  assert.ok(ages.isYoung("a.com") && !ages.isYoung("b.com"));
  await time.pass(5000);
  assert.ok(!ages.isYoung("a.com"));
  assert.equal(ages.find("a.com"), "asked");
  ages.take("a.com", false, 5000);
  assert.equal(ages.find("a.com"), "settled");
  assert.equal(asked.length, 3);
});

Deno.test("hold() continues an answer once: when the age comes, else after 1.5 seconds", async () => {
  const { time, ages } = bench();
  const continued: string[] = [];
  ages.find("a.com");
  const since = time.now();
  assert.ok(ages.hold("a.com", since, () => continued.push("first")));
  await time.pass(1000);
  assert.ok(ages.hold("a.com", time.now(), () => continued.push("second")));
  await time.pass(499);
  assert.deepEqual(continued, []);
  await time.pass(1);
  assert.deepEqual(continued, ["first"]);
  assert.equal(ages.held, 1);
  ages.take("a.com", true, 1000);
  assert.deepEqual(continued, ["first", "second"]);
  await time.pass(5000);
  assert.deepEqual(continued, ["first", "second"]);
  assert.equal(ages.held, 0);
  // Not asked for, or past the time.
  assert.ok(!ages.hold("b.com", time.now(), () => {}));
  ages.find("b.com");
  assert.ok(!ages.hold("b.com", time.now() - 1500, () => {}));
});

Deno.test("a flood of domains holds few answers and forgets the oldest domains", () => {
  const { time, asked, ages } = bench();
  let held = 0;
  for (let i = 0; i < 10_000; i++) {
    ages.find(`d${i}.com`);
    if (ages.hold(`d${i}.com`, time.now(), () => {})) held++;
  }
  assert.equal(held, 512);
  assert.equal(ages.held, 512);
  assert.equal(asked.length, 10_000);
  assert.equal(ages.find("d9999.com"), "asked");
  assert.equal(asked.length, 10_000);
  ages.find("d600.com");
  assert.equal(asked.length, 10_001);
});

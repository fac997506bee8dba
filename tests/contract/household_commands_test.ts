import assert from "node:assert/strict";
import { withService } from "./run_command.ts";

Deno.test("People are added, changed and removed by name", () =>
  withService(async ({ ask }) => {
    assert.equal(
      (await ask("people", "add", "Zoé", "--profile", "teen")).out,
      "Zoé is added (teen).\n",
    );
    assert.equal(
      (await ask("people", "set", "zoé", "--profile", "adult")).out,
      "Zoé is changed (adult).\n",
    );
    assert.match(
      (await ask("people")).out,
      /^ID +Name +Profile +Devices +Shared +Accounts\n +1 +Emma +child +1 +1/,
    );
    assert.equal((await ask("people", "remove", "Zoé")).out, "Zoé is removed.\n");
    assert.match(
      (await ask("people", "remove", "Ema")).err,
      /no person of this name or number, perhaps Emma is meant: Ema/,
    );
    assert.deepEqual(
      [(await ask("people", "add", "Zoé")).code, (await ask("people", "add")).code],
      [2, 2],
    );
    assert.match((await ask("people", "ad")).err, /perhaps add is meant/);
  }));

Deno.test("Devices are addressed by name, number or hardware address, and assigned", () =>
  withService(async ({ ask }) => {
    assert.equal((await ask("people", "set", "2", "--name", "Anna")).code, 0);
    assert.equal((await ask("devices", "set", "2", "--name", "TV")).out, "TV is changed.\n");
    assert.match(
      (await ask("devices", "--person", "Emma")).out,
      / 1 +Emma’s tablet +tablet +Emma .*\n 2 +TV +iot +Emma, Anna /,
    );
    assert.match(
      (await ask("devices", "show", "tv")).out,
      /Whose +Emma, Anna\nFollows +child\nState +quarantine\n/,
    );
    assert.equal(
      (await ask("devices", "quarantine", "TV", "off")).out,
      "TV is out of quarantine.\n",
    );
    assert.equal((await ask("devices", "assign", "TV", "Anna")).out, "TV is Anna’s now.\n");
    assert.equal((await ask("devices", "group", "TV", "Office")).out, "TV is in Office now.\n");
    assert.match(
      (await ask("devices", "share", "TV", "Anna", "Emma")).out,
      /^TV is shared by Anna, Emma now, and follows child\.\n$/,
    );
    assert.equal(
      (await ask("devices", "assign", "02:00:5e:00:00:02", "nobody")).out,
      "TV is nobody’s now.\n",
    );
    assert.match((await ask("devices", "merge", "TV", "3")).out, / is part of TV now\.\n$/);
    assert.equal(
      (await ask("devices", "forget", "02-00-5E-00-00-02".toLowerCase())).code,
      1,
      "by an address as it is shown",
    );
    assert.equal((await ask("devices", "forget", "02:00:5e:00:00:03")).out, "TV is forgotten.\n");
    assert.equal((await ask("devices", "share", "1", "Emma")).code, 2);
  }));

Deno.test("Groups are added, changed and removed by name", () =>
  withService(async ({ ask }) => {
    assert.equal(
      (await ask("groups", "add", "Kitchen", "--kind", "appliance")).out,
      "The group Kitchen is added.\n",
    );
    assert.equal(
      (await ask("groups", "set", "kitchen", "--name", "Study")).out,
      "The group Study is changed.\n",
    );
    assert.match((await ask("groups")).out, /Study +appliance +0/);
    assert.equal((await ask("groups", "remove", "Study")).out, "The group Study is removed.\n");
  }));

Deno.test("box restrict says which blocked domain a rule of the device allows now", () =>
  withService(async ({ ask }) => {
    await ask("restrict", "now", "device:3");
    assert.match((await ask("restrict", "show", "device:3")).out, /^outside\.com +4 .* ago *$/m);
    assert.equal((await ask("allow", "outside.com", "--scope", "device:3")).code, 0);
    const { out } = await ask("restrict", "show", "device:3");
    assert.match(out, /^outside\.com +4 .* a rule allows outside\.com$/m);
  }));

Deno.test("box restrict takes a device by number, name, hardware address and address", () =>
  withService(async ({ ask }) => {
    assert.match((await ask("restrict", "show", "3")).out, /It is restricted to these names/);
    const tv = ["devices", "set", "2", "--name", "TV"];
    assert.equal((await ask(...tv)).code, 0);
    for (const text of ["2", "tv", "02:00:5e:00:00:02", "device:2"]) {
      assert.match((await ask("restrict", "show", text)).out, /Suspended: an adult/, text);
    }
    assert.match((await ask("restrict", "show", "office")).out, /It learns for 6 d more/);
    assert.match((await ask("restrict", "learn", "3", "--days", "2")).out, /learns for 2 days/);
    // A group is not meant by a bare number.
    assert.match((await ask("restrict", "show", "1")).out, /It is not restricted/);
    for (const argv of [["restrict", "show", "Offise"], ["restrict", "off", "99"]]) {
      const { code, err } = await ask(...argv);
      assert.equal(code, 1);
      assert.match(err, /There is no device or group of this name or number/);
    }
    const { err } = await ask("restrict", "show", "Offise");
    assert.match(err, /perhaps Office is meant: Offise/);
    assert.match((await ask("restrict", "show", "person:1")).err, /not for: person:1/);
    assert.equal((await ask("restrict", "names", "everyone")).code, 0);
    // Several have the name: the error says what to take.
    await ask("groups", "add", "TV");
    assert.match(
      (await ask("restrict", "now", "TV")).err,
      /say which by its number \(2, group:2\): TV/,
    );
  }));

Deno.test("box restrict learn counts a device once that is named twice", () =>
  withService(async ({ ask }) => {
    await ask("restrict", "off", "3");
    const { out } = await ask("restrict", "learn", "3", "device:3");
    assert.equal(out, "1 device learns from now on.\n");
    const again = await ask("restrict", "learn", "3", "device:3");
    assert.match(again.out, /^0 devices learn from now on; 1 left out, because of a mode/);
  }));

Deno.test("box restrict undo lets a learning go on after now, and after off", () =>
  withService(async ({ ask }) => {
    await ask("restrict", "learn", "3", "--days", "2");
    await ask("restrict", "now", "3");
    const { out } = await ask("restrict", "undo", "3");
    assert.match(out, /^3 learns again for 2 d, with 1 name so far\.\n$/);
    await ask("restrict", "off", "3");
    assert.match(
      (await ask("restrict", "show", "3")).out,
      /^It is not restricted\. Its learning can go on for 1 d: box restrict undo\n/,
    );
    assert.match(
      (await ask("restrict", "undo", "3")).out,
      /^3 learns again for 2 d, with 1 name so far\.\n$/,
    );
  }));

Deno.test("box restrict undo takes a new learning back, and the removal of a name", () =>
  withService(async ({ ask }) => {
    const names = async () => (await ask("restrict", "names", "3")).out;
    const before = await names();
    assert.match(before, /^vendor\.com +learned +12 /m);
    await ask("restrict", "learn", "3", "--days", "2");
    assert.doesNotMatch(await names(), /vendor/);
    assert.match(
      (await ask("restrict", "show", "3")).out,
      /^It learns for 2 d more\. The new learning can be undone for 1 d: box restrict undo\n/,
    );
    const { out } = await ask("restrict", "undo", "3");
    assert.equal(out, "3 is restricted to 2 names again.\n");
    assert.equal(await names(), before);
    await ask("restrict", "remove", "3", "vendor.com");
    assert.doesNotMatch(await names(), /vendor/);
    const back = await ask("restrict", "undo", "3", "www.vendor.com");
    assert.equal(back.out, "vendor.com is back for 3.\n");
    assert.equal(await names(), before);
    const { code, err } = await ask("restrict", "undo", "3", "vendor.com");
    assert.deepEqual([code, err], [1, "box: This name is not among them: vendor.com\n"]);
    await ask("restrict", "undo", "3");
    const { err: none } = await ask("restrict", "undo", "3");
    assert.match(none, /There is nothing left to undo: /);
    await ask("restrict", "remove", "all", "ntp.org");
    assert.equal((await ask("restrict", "undo", "all", "ntp.org")).code, 0);
    assert.equal((await ask("restrict", "undo", "all")).code, 2);
  }));

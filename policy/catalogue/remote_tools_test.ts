import assert from "node:assert/strict";
import fc from "fast-check";
import { findRemoteTool, REMOTE_TOOLS } from "./remote_tools.ts";

Deno.test("findRemoteTool() finds a program by what it asks for while it runs", () => {
  const found = {
    "router14.teamviewer.com": "TeamViewer",
    "relay-1a2b.net.anydesk.com": "AnyDesk",
    "net.anydesk.com": "AnyDesk",
    "rs-ny.rustdesk.com": "RustDesk",
    "node12.dwservice.net": "DWService",
    "instance-abc-relay.screenconnect.com": "ScreenConnect",
  };
  for (const [name, tool] of Object.entries(found)) assert.equal(findRemoteTool(name), tool, name);
});

Deno.test("Web sites of the programs, and similar names, are no use of them", () => {
  for (
    const name of [
      "www.teamviewer.com",
      "teamviewer.com",
      "anydesk.com",
      "my.anydesk.com",
      "rustdesk.com",
      "www.dwservice.net",
      "notnet.anydesk.com.example",
      "xnet.anydesk.com",
      "com",
      "",
    ]
  ) assert.equal(findRemoteTool(name), undefined, name);
});

Deno.test("Every name is lower case and belongs to one program", () => {
  const names = REMOTE_TOOLS.flatMap(({ names }) => names);
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^([a-z0-9-]+\*?\.)?([a-z0-9-]+\.)+[a-z]+$/);
});

Deno.test("findRemoteTool() never throws", () => {
  fc.assert(fc.property(fc.string(), (text) => void findRemoteTool(text)), {
    seed: 1,
    numRuns: 500,
  });
});

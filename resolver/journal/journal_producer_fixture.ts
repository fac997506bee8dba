/**
 * A thread of the journal test: writes the requested number of rows as fast as it can, numbered in
 * their duration field.
 */
/// <reference lib="deno.worker" />
import { JournalWriter } from "./journal.ts";
import { emptyObservation } from "./observation.ts";
import { nameFromText } from "../../policy/model/name.ts";

self.onmessage = (
  { data }: MessageEvent<{ ring: SharedArrayBuffer; counters: SharedArrayBuffer; rows: number }>,
) => {
  const writer = new JournalWriter(data.ring, data.counters);
  const fields = emptyObservation();
  fields.name = nameFromText("www.example.org")!;
  fields.nameLength = fields.name.length;
  for (let i = 0; i < data.rows; i++) {
    fields.duration = i;
    fields.status = i % 6;
    fields.time = 1_700_000_000_000 + i;
    fields.upstream = `tls://upstream${i % 5}.example`;
    writer.record(fields, writer.admitsRow(fields.time));
  }
  self.postMessage("done");
};

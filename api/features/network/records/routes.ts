/** Local records: names that the box answers itself (A 7.2.3). */
import { label } from "../../../http/label.ts";
import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../../../policy/limits.ts";
import { DomainError } from "../../../schema/errors.ts";
import { cursorOf, nextCursor, pageQuery, readCursor } from "../../../http/paging.ts";
import { recordId, reply, routeFor, seconds, toSeconds, wholeNumber } from "../../../http/route.ts";
import { dataText } from "./data.ts";
import type { DeviceName } from "./device_names.ts";
import { RECORD_TYPES } from "./record_type.ts";
import { RECORD_TTL } from "./record.ts";
import type { RecordService, StoredRecord } from "./service.ts";
import { compareByName, type RecordPlace } from "./table.ts";
import { programSentence } from "../../../../policy/model/sentence.ts";

/** The services that these routes use. */
interface Needs {
  readonly records: Pick<RecordService, "all" | "add" | "addLines" | "change" | "remove">;
  readonly deviceNames: () => readonly DeviceName[];
}

const route = routeFor<Needs>();

const { commentCharacters, most, ttlMost, linesAtOnce, lineCharacters, valueCharacters } =
  LIMITS.records;
const type = z.enum(RECORD_TYPES).meta({
  id: "DnsRecordType",
  description: "Type of a local record",
});
const record = z.object({
  id: z.int(),
  name: z.string().describe(
    "As stored: lower-case ASCII, a leading * for all names below",
  ),
  readable: z.string().describe("The name in Unicode"),
  type,
  value: z.string().describe("In zone file format, names without final dot"),
  ttl: z.int().describe("Seconds"),
  enabled: z.boolean(),
  comment: z.string(),
  created: seconds,
  changed: seconds,
  by: z.string().describe("Who last wrote it"),
}).meta({ id: "DnsRecord" });
const page = z.object({ records: z.array(record), next: nextCursor });
const refusedLine = z.object({
  line: z.int().describe("From 1"),
  text: z.string(),
  why: z.string(),
}).meta({ id: "RefusedRecordLine" });
const written = z.object({ records: z.array(record), refused: z.array(refusedLine) });
const deviceName = z.object({
  name: z.string(),
  device: z.string().describe("Comment of the household"),
  addresses: z.array(z.string()).readonly(),
}).meta({ id: "DeviceName" });

/** A record in responses. */
export type RecordResponse = z.infer<typeof record>;
/** The response of GET /api/v1/dns-records. */
export type RecordPage = z.infer<typeof page>;
/** The result of adding lines. */
export type WrittenRecords = z.infer<typeof written>;
/** The response of GET /api/v1/dns-records/devices. */
export type DeviceNamePage = {
  readonly names: readonly z.infer<typeof deviceName>[];
  readonly next: string;
};

const params = z.object({ id: recordId });
const text = (characters: number) => z.string().max(characters);
const fields = {
  name: text(1024).describe(
    "nas.example, *.lab.example, in any script; for a PTR record also an address",
  ),
  type: type.default("A"),
  value: text(2 * valueCharacters).describe(
    "In zone file format: 192.168.1.5, 10 mail.example, a text",
  ),
  data: z.record(z.string().max(20), text(2 * valueCharacters)).describe(
    "Instead of value, its parts by name: preference and target of MX; priority, weight, port and target of SRV; priority, target and params of HTTPS and SVCB; flag, tag and text of CAA",
  ),
  ttl: z.int().min(0).max(ttlMost).describe("Seconds"),
  enabled: z.boolean().describe("Whether the record is enabled"),
  comment: label({ most: commentCharacters, mayBeEmpty: true }),
};
const { name, value, data, ttl, enabled, comment } = fields;
const draft = z.strictObject({
  name,
  type: fields.type,
  value: value.optional(),
  data: data.optional(),
  ttl: ttl.default(RECORD_TTL),
  enabled: enabled.default(true),
  comment: comment.default(""),
});
const change = z.strictObject({ name, type, value, data, ttl, enabled, comment }).partial();
const changes = {
  doc: "A 7.2.3",
  access: "rules.write",
  database: "box",
  publishes: "rules",
} as const;

/**
 * GET and POST /api/v1/dns-records, PUT and DELETE /api/v1/dns-records/{id}, lines and names of
 * devices.
 */
export const recordRoutes = [
  route({
    doc: "A 7.2.3",
    method: "get",
    path: "/api/v1/dns-records",
    summary: "The local records, by name",
    access: "rules.read",
    query: z.strictObject({
      text: text(255).optional().describe("Part of the name, the data or the comment"),
      type: type.optional(),
      ...pageQuery.shape,
    }),
    database: "box",
    answers: { 200: page },
    async handle({ query: { text, type, cursor, limit } }, { records }) {
      const filter = {
        ...(text === undefined ? {} : { text }),
        ...(type === undefined ? {} : { type }),
      };
      const all = await records.all(filter);
      const after = readCursor(cursor, ["string", "string", "number"]);
      const from = after === undefined
        ? 0
        : all.findIndex((row) => compareByName(row, placeOf(after)) > 0);
      const found = from < 0 ? [] : all.slice(from, from + limit);
      const last = found.at(-1);
      const more = last !== undefined && last !== all.at(-1);
      return {
        records: found.map(shown),
        next: more ? cursorOf([last.readable, last.type, last.id]) : "",
      };
    },
  }),
  route({
    doc: "A 7.2.3",
    method: "get",
    path: "/api/v1/dns-records/devices",
    summary: "The names of devices under the local domain",
    access: "rules.read",
    query: z.strictObject({
      cursor: pageQuery.shape.cursor,
      limit: wholeNumber(1, 1000).default(1000).describe("Entries per page"),
    }),
    answers: { 200: z.object({ names: z.array(deviceName), next: nextCursor }) },
    handle({ query: { cursor, limit } }, { deviceNames }) {
      const names = deviceNames();
      const after = readCursor(cursor, ["string"])?.[0];
      const from = after === undefined ? 0 : names.findIndex(({ name }) => name === after) + 1;
      const found = names.slice(from, from + limit);
      const isLast = from + limit >= names.length;
      return { names: found, next: isLast ? "" : cursorOf([found.at(-1)!.name]) };
    },
  }),
  route({
    ...changes,
    method: "post",
    path: "/api/v1/dns-records",
    summary: `Adds a local record, of at most ${most}; it is answered when this answers`,
    audit: ["record.add"],
    body: draft,
    answers: { 201: record },
    refusals: ["bad_value", "conflict"],
    async handle({ body, principal, audit }, { records }) {
      const { data, value, ...rest } = body;
      const given = dataText(body.type, value, data);
      if (given === undefined) {
        throw new DomainError(
          "bad_value",
          programSentence`Give the data of the record in value, or its parts in data`,
        );
      }
      const kept = await records.add({ ...rest, value: given }, principal.name);
      audit("record.add", { name: kept.name, type: kept.type });
      return shown(kept);
    },
  }),
  route({
    ...changes,
    method: "post",
    path: "/api/v1/dns-records/import",
    summary:
      "Adds the records in lines of a hosts file, a zone or dnsmasq, and reports the invalid lines",
    audit: ["record.add"],
    body: z.strictObject({
      lines: z.array(text(lineCharacters)).max(linesAtOnce).describe(
        "Lines of a hosts file, a zone file or a configuration of dnsmasq",
      ),
    }),
    bodyLimit: 1024 * 1024,
    answers: { 200: written },
    async handle({ body, principal, audit }, { records: service }) {
      const { records, refused } = await service.addLines(body.lines, principal.name);
      for (const { name, type } of records) audit("record.add", { name, type });
      return { records: records.map(shown), refused: [...refused] };
    },
  }),
  route({
    ...changes,
    method: "put",
    path: "/api/v1/dns-records/{id}",
    summary: "Changes a local record; absent fields are unchanged",
    audit: ["record.change"],
    params,
    body: change,
    answers: { 200: record },
    refusals: ["bad_value", "conflict", "not_found"],
    async handle(
      { params: { id }, body: { data, value, ...rest }, principal, audit },
      { records },
    ) {
      const wanted = Object.fromEntries(
        Object.entries(rest).filter(([, given]) => given !== undefined),
      );
      const kept = await records.change(id, (row) => {
        const given = dataText(rest.type ?? row.type, value, data);
        return { ...wanted, ...(given === undefined ? {} : { value: given }) };
      }, principal.name);
      audit("record.change", { name: kept.name, type: kept.type });
      return shown(kept);
    },
  }),
  route({
    ...changes,
    method: "delete",
    path: "/api/v1/dns-records/{id}",
    summary: "Removes a local record",
    audit: ["record.remove"],
    params,
    answers: { 204: z.undefined() },
    refusals: ["not_found"],
    async handle({ params: { id }, audit }, { records }) {
      const { name, type } = await records.remove(id);
      audit("record.remove", { name, type });
      return reply(204, undefined);
    },
  }),
];

/** Returns the position of the last record of the previous page. */
function placeOf([readable, type, id]: readonly (string | number)[]): RecordPlace {
  return { readable: String(readable), type: String(type), id: Number(id) };
}

function shown(
  { id, name, readable, type, value, ttl, enabled, comment, created, changed, by }: StoredRecord,
): RecordResponse {
  const times = { created: toSeconds(created), changed: toSeconds(changed) };
  return { id, name, readable, type, value, ttl, enabled, comment, ...times, by };
}

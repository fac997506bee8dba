/** Reads the case files of this folder; README.md describes the format. */
import { LIST_FORMATS, type ListFormat } from "../../policy/model/rule.ts";

/** One list of a case. */
export interface PeerList {
  readonly rules: string;
  readonly format: ListFormat;
  readonly kind: "block" | "allow";
}

/** One question to one group of rules. */
export interface PeerCase {
  readonly title: string;
  /** Line number in the file, from 1. */
  readonly line: number;
  /** The lists, in the order of their subscription. */
  readonly lists: readonly PeerList[];
  readonly name: string;
  readonly type: string;
  readonly client?: string;
  readonly device?: string;
  readonly tags: readonly string[];
  /** What upstreams answer: names of CNAME targets in order, and addresses. */
  readonly answer: readonly string[];
  readonly expected: string;
}

/** Reads a file. Throws an Error with the line number when the format is invalid. */
export function readCaseFile(text: string): PeerCase[] {
  const cases: PeerCase[] = [];
  let title = "";
  let format: ListFormat = "auto";
  let lists: (PeerList & { lines: string[] })[] = [];
  let answer: string[] = [];
  let asking = true;
  text.split("\n").forEach((line, i) => {
    if (line.startsWith("== ")) {
      const found = /^== (.+?)(?: \[(\w+)\])?$/.exec(line)!;
      title = found[1];
      format = (found[2] ?? format) as ListFormat;
      if (!LIST_FORMATS.includes(format)) {
        throw new Error(`Line ${i + 1}: unknown format: ${format}`);
      }
      lists = [{ format, kind: "block", lines: [], rules: "" }];
      [answer, asking] = [[], false];
    } else if (line === "--") asking = true;
    else if (!asking && line.startsWith("++")) {
      const [, allow, named = format] = /^\+\+(?: (allow))?(?: \[(\w+)\])?$/.exec(line)!;
      lists.push({
        format: named as ListFormat,
        kind: allow === undefined ? "block" : "allow",
        lines: [],
        rules: "",
      });
    } else if (!asking) lists.at(-1)!.lines.push(line);
    else if (line.startsWith("answer:")) {
      answer = line.slice(7).trim().split(/\s+/).filter((word) => word !== "");
    } else if (line.trim() !== "" && !line.startsWith("% ")) {
      const whole = lists.map(({ lines, ...list }) => ({ ...list, rules: lines.join("\n") }));
      cases.push({ title, lists: whole, line: i + 1, answer, ...readQuestion(line, i + 1) });
    }
  });
  return cases;
}

function readQuestion(
  line: string,
  at: number,
): Omit<PeerCase, "title" | "lists" | "line" | "answer"> {
  const [asked, expected, ...more] = line.split(" -> ");
  if (expected === undefined || more.length > 0) throw new Error(`Line ${at}: one " -> " expected`);
  const [name, ...words] = asked.trim().split(/\s+/);
  const value = (key: string) =>
    words.find((word) => word.startsWith(key + "="))?.slice(key.length + 1);
  const client = value("client");
  const device = value("device");
  return {
    name,
    type: words.find((word) => !word.includes("=")) ?? "A",
    ...(client !== undefined && { client }),
    ...(device !== undefined && { device }),
    tags: value("tags")?.split(",") ?? [],
    expected: expected.trim(),
  };
}

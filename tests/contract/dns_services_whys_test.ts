/** The sentences that pages translate about a failed certificate are sentences of the box. */
import assert from "node:assert/strict";
import { sourceFiles, textOf } from "../support/source_files.ts";

Deno.test("The box still uses each failure sentence that the page of encrypted DNS translates", () => {
  const files = sourceFiles().filter((path) =>
    /^api\/(?:certificate|cloud)\/(?!.*_test)/.test(path)
  );
  const source = files.map(textOf).join("\n");
  const sentences = [
    "The clock of the box is ",
    "check its clock",
    "Check the clock of the box",
    "(BADTIME)",
    "(BADSIG)",
    "(BADKEY)",
    " does not take these credentials",
    " has no zone for ",
    " holds no zone for ",
    "(NOTAUTH)",
    "The operator of the online service took back",
    "The record was written, but",
    "A CAA record ",
    "The authority issues no more certificates",
    "The authority certifies no such name",
    "No authority is set",
    "The authority must have an https address",
    "This authority wants an account",
    "The authority does not take the account",
    "could not be asked",
    " cannot be reached",
    " cannot serve now",
    "an internal error",
    " accepts no more calls",
  ];
  assert.deepEqual(sentences.filter((text) => !source.includes(text)), []);
});

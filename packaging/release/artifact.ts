/** What a release consists of, and the steps that make it. */
import type { DebianArch, TargetName } from "../target.ts";

/** The kinds of artifacts. */
export type ArtifactKind =
  | "executable"
  | "package"
  | "archive"
  | "container"
  | "addon"
  | "repository"
  | "document";

/** A file of a release. */
export interface Artifact {
  readonly kind: ArtifactKind;
  /** Absent = for all machines. */
  readonly arch?: DebianArch | TargetName;
  readonly path: string;
}

/** The input of each step. */
export interface ReleaseInput {
  readonly version: string;
  /** Unix seconds that all files carry, so that a release can be made again byte for byte. */
  readonly epoch: number;
  /** The executables by target. */
  readonly executables: ReadonlyMap<TargetName, string>;
  /** Public root keys of updates in base64, which archives bring along; absent = none. */
  readonly rootKeys?: readonly string[];
  /** Folder that receives the files. */
  readonly out: string;
}

/** A step of a release. */
export interface ReleaseStep {
  readonly name: string;
  /** Makes its artifacts; rejects with an Error that says what is missing. */
  run(input: ReleaseInput): Promise<Artifact[]>;
}

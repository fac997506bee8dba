/** The steps of a release, in order. A new kind of artifact is one more row. */
import { archiveStep } from "../archive/build.ts";
import { containerStep } from "../container/build.ts";
import { debianStep } from "../debian/build.ts";
import { homeAssistantStep } from "../homeassistant/build.ts";
import { sbomStep } from "./sbom.ts";
import type { ReleaseStep } from "./artifact.ts";

/** The steps. */
export const RELEASE_STEPS: readonly ReleaseStep[] = [
  archiveStep,
  debianStep,
  containerStep,
  homeAssistantStep,
  sbomStep,
];

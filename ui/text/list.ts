/** Every text of the interface, by area and key. */
import { alertKinds } from "./alert_kinds.ts";
import { alerts } from "./alerts.ts";
import { categories } from "./categories.ts";
import { charts } from "./charts.ts";
import { check } from "./check.ts";
import { errors } from "./errors.ts";
import { frame } from "./frame.ts";
import { home } from "./home.ts";
import { lists } from "./lists.ts";
import { queries } from "./queries.ts";
import { rules } from "./rules.ts";
import { settings } from "./settings.ts";
import { setup } from "./setup.ts";
import { signIn } from "./sign_in.ts";
import { system } from "./system.ts";
import { why } from "./why.ts";

/** The texts; `"frame.sign_out"` names one. */
export const TEXTS = {
  frame,
  categories,
  lists,
  errors,
  signIn,
  setup,
  home,
  charts,
  alerts,
  alertKinds,
  settings,
  check,
  queries,
  rules,
  why,
  system,
};

type Keys<A extends keyof typeof TEXTS> = `${A}.${Extract<keyof (typeof TEXTS)[A], string>}`;
/** The name of a text. */
export type TextKey = { [A in keyof typeof TEXTS]: Keys<A> }[keyof typeof TEXTS];

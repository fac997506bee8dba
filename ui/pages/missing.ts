/** What is at no address of the box. */
import { Missing, page } from "../page.ts";

/** Any address with one word that no other page has; it stands last. The door answers that nothing is there. */
export const missingPage = page({
  doc: "UI, Principles 5",
  path: "/{name}",
  name: "errors.missing",
  access: "open",
  load: () => Promise.reject(new Missing()),
  view: () => ({ lead: "", body: null }),
});

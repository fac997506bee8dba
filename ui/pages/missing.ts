/** The page for unknown addresses. */
import { NotFoundError, page } from "../page.ts";

/**
 * Matches any path with one segment that no other page has, and is therefore last. The server
 * responds that nothing exists there.
 */
export const missingPage = page({
  doc: "docs/requirements.md#interface",
  path: "/{name}",
  name: "errors.missing",
  access: "open",
  load: () => Promise.reject(new NotFoundError()),
  view: () => ({ lead: "", body: null }),
});

/** Permissions of threads that answer clients or handle foreign data. */

/** No permission at all; a thread that needs one is given it beside these. */
export const NO_PERMISSIONS = {
  net: false,
  read: false,
  write: false,
  env: false,
  run: false,
  sys: false,
  ffi: false,
} as const satisfies Deno.PermissionOptionsObject;

/** Masks values of the administration log: recognisable, but not readable (A 6). */

/** `m…@example.com` of `marie@example.com`, `+…` or the first character of anything else. */
export function maskAddress(text: string): string {
  const first = [...text][0] ?? "";
  const at = text.lastIndexOf("@");
  if (text === "") return "";
  return at > 0 ? `${first}…${text.slice(at)}` : `${first}…`;
}

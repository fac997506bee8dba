/** A name and the names above it. */
export function domainsOf(name: string): string[] {
  const labels = name.split(".");
  return labels.map((_, from) => labels.slice(from).join("."));
}

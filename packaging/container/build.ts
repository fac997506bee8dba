/**
 * Builds the container image for all machines as one OCI archive (image-spec 1.1), without Docker:
 * the executable, the account of its user, and nothing else. Equal input gives equal bytes.
 */
import { createHash } from "node:crypto";
import type { Artifact, ReleaseInput, ReleaseStep } from "../release/artifact.ts";
import type { TargetName } from "../target.ts";
import { type TarEntry, tarPieces } from "./tar.ts";

/** User and group of the box in the container. */
export const USER = 10_001;
/** Folder of everything that the container keeps. */
export const DATA = "/var/lib/box";

/** The machines in the words of the image specification. */
const PLATFORMS: Readonly<Record<TargetName, { architecture: string; variant?: string }>> = {
  amd64: { architecture: "amd64" },
  arm64: { architecture: "arm64", variant: "v8" },
  arm: { architecture: "arm", variant: "v7" },
};

const LAYER = "application/vnd.oci.image.layer.v1.tar";
const CONFIG = "application/vnd.oci.image.config.v1+json";
const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const INDEX = "application/vnd.oci.image.index.v1+json";
const encoder = new TextEncoder();

/** A descriptor of the image specification. */
interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The step that makes the archive with the images of all machines. */
export const containerStep: ReleaseStep = {
  name: "Container",
  run: async (input) => [await buildContainer(input)],
};

/** Builds the archive; resolves with its artifact. */
export async function buildContainer(
  { version, epoch, executables, out }: Pick<
    ReleaseInput,
    "version" | "epoch" | "executables" | "out"
  >,
): Promise<Artifact> {
  const blobs = new Map<string, Uint8Array>();
  const keep = (mediaType: string, bytes: Uint8Array): Descriptor => {
    const hash = createHash("sha256").update(bytes).digest("hex");
    blobs.set(hash, bytes);
    return { mediaType, digest: `sha256:${hash}`, size: bytes.length };
  };
  const labels = labelsOf(version);
  const manifests: Descriptor[] = [];
  for (const [name, path] of executables) {
    // The executable is compressed, so the layer is not.
    const layer = keep(LAYER, joined(tarPieces(rootEntries(await Deno.readFile(path)), epoch)));
    const config = keep(CONFIG, json(configOf(name, layer.digest, labels, epoch)));
    const manifest = keep(
      MANIFEST,
      json({ schemaVersion: 2, mediaType: MANIFEST, config, layers: [layer] }),
    );
    manifests.push({ ...manifest, platform: { ...PLATFORMS[name], os: "linux" } });
  }
  const all = keep(INDEX, json({ schemaVersion: 2, mediaType: INDEX, manifests }));
  const annotations = {
    "io.containerd.image.name": `box:${version}`,
    "org.opencontainers.image.ref.name": version,
  };
  const index = { schemaVersion: 2, mediaType: INDEX, manifests: [{ ...all, annotations }] };
  const files: TarEntry[] = [
    { path: "blobs", mode: 0o755 },
    { path: "blobs/sha256", mode: 0o755 },
    ...[...blobs].sort(([a], [b]) => a < b ? -1 : 1).map(([hash, bytes]): TarEntry => {
      return { path: `blobs/sha256/${hash}`, mode: 0o644, bytes };
    }),
    { path: "index.json", mode: 0o644, bytes: json(index) },
    { path: "oci-layout", mode: 0o644, bytes: json({ imageLayoutVersion: "1.0.0" }) },
  ];
  await Deno.mkdir(out, { recursive: true });
  const path = `${out}/box-${version}-container.oci.tar`;
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  for (const piece of tarPieces(files, epoch)) {
    for (let at = 0; at < piece.length;) at += await file.write(piece.subarray(at));
  }
  return { kind: "container", path };
}

/** The files of the container. The file /etc/box-container names the kind of installation. */
function rootEntries(executable: Uint8Array): TarEntry[] {
  const folder = (path: string, mode = 0o755, owner = 0): TarEntry => ({ path, mode, owner });
  const file = (path: string, text: string): TarEntry => {
    return { path, mode: 0o644, bytes: encoder.encode(text) };
  };
  return [
    folder("dev"),
    folder("etc"),
    file("etc/box-container", "The container image of the box.\n"),
    file("etc/group", `root:x:0:\nbox:x:${USER}:\n`),
    file(
      "etc/passwd",
      `root:x:0:0:root:/:/sbin/nologin\nbox:x:${USER}:${USER}:The box:${DATA}:/sbin/nologin\n`,
    ),
    folder("proc"),
    folder("run"),
    folder("sys"),
    folder("tmp", 0o1777),
    folder("usr"),
    folder("usr/bin"),
    {
      path: "usr/bin/box",
      mode: 0o755,
      bytes: executable,
      attributes: { "security.capability": fileCapabilities() },
    },
    folder("var"),
    folder("var/lib"),
    folder("var/lib/box", 0o700, USER),
  ];
}

/**
 * Permitted capabilities of the executable, as capabilities(7) stores them: net_bind_service and
 * net_raw. They are not "effective", so the box also starts where the runtime refuses them.
 */
function fileCapabilities(): Uint8Array {
  const REVISION_2 = 0x0200_0000;
  const NET_BIND_SERVICE = 10;
  const NET_RAW = 13;
  const value = new DataView(new ArrayBuffer(20));
  value.setUint32(0, REVISION_2, true);
  value.setUint32(4, 1 << NET_BIND_SERVICE | 1 << NET_RAW, true);
  return new Uint8Array(value.buffer);
}

function labelsOf(version: string): Record<string, string> {
  return {
    "org.opencontainers.image.title": "box",
    "org.opencontainers.image.description": "DNS filter for the home and the small company",
    "org.opencontainers.image.licenses": "Apache-2.0",
    "org.opencontainers.image.version": version,
    // Home Assistant reads these.
    "io.hass.type": "addon",
    "io.hass.version": version,
  };
}

function configOf(
  name: TargetName,
  layer: string,
  labels: Readonly<Record<string, string>>,
  epoch: number,
): Record<string, unknown> {
  const SECOND = 1_000_000_000;
  const created = new Date(epoch * 1000).toISOString();
  const ports = ["53/tcp", "53/udp", "80/tcp", "443/tcp", "443/udp", "853/tcp", "853/udp"];
  return {
    created,
    ...PLATFORMS[name],
    os: "linux",
    config: {
      User: `${USER}:${USER}`,
      // The launcher unpacks here; the rest of the container may be read-only.
      Env: ["PATH=/usr/bin", `HOME=${DATA}`, `CACHE_DIRECTORY=${DATA}/program`],
      Entrypoint: ["/usr/bin/box"],
      Cmd: ["serve"],
      WorkingDir: "/",
      ExposedPorts: Object.fromEntries(ports.map((port) => [port, {}])),
      Volumes: { [DATA]: {} },
      StopSignal: "SIGTERM",
      Labels: labels,
      // Docker and Podman read it, though the specification lacks it.
      Healthcheck: {
        Test: ["CMD", "/usr/bin/box", "healthcheck"],
        Interval: 30 * SECOND,
        Timeout: 10 * SECOND,
        StartPeriod: 60 * SECOND,
        Retries: 3,
      },
    },
    rootfs: { type: "layers", diff_ids: [layer] },
    history: [{ created, created_by: "packaging/container/build.ts", comment: "the box" }],
  };
}

function json(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

function joined(pieces: Iterable<Uint8Array>): Uint8Array {
  const parts = [...pieces];
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

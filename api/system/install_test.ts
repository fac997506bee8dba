import assert from "node:assert/strict";
import { installedArch, installKind, isThere, updatePlace } from "./install.ts";

Deno.test("installKind() decides by existing files, a container first", () => {
  const of = (...files: string[]) => installKind((path) => files.includes(path));
  assert.equal(of(), "archive");
  assert.equal(of("/var/lib/dpkg/info/box.list"), "deb");
  assert.equal(of("/etc/box-image", "/var/lib/dpkg/info/box.list"), "pi");
  assert.equal(of("/run/.containerenv", "/var/lib/dpkg/info/box.list"), "docker");
  assert.equal(of("/etc/box-container"), "docker");
  assert.equal(of("/run/systemd/container", "/var/lib/dpkg/info/box.list"), "deb");
  assert.deepEqual([isThere("/"), isThere("/nonexistent/file")], [true, false]);
});

Deno.test("installKind() believes what the unit says, except inside an image or a container", () => {
  const of = (given: string, ...files: string[]) =>
    installKind((path) => files.includes(path), given);
  assert.equal(of("archive", "/var/lib/dpkg/info/box.list"), "archive");
  assert.equal(of("deb", "/etc/box-image", "/var/lib/dpkg/info/box.list"), "pi");
  assert.equal(of("archive", "/.dockerenv"), "docker");
  assert.equal(of("something else", "/var/lib/dpkg/info/box.list"), "deb");
});

Deno.test("updatePlace() is a root unit only where the unit of the service says so", () => {
  const of = (given: string | undefined, ...files: string[]) =>
    updatePlace((path) => files.includes(path), { BOX_INSTALL: given }).way;
  assert.equal(of("archive", "/opt/box/update"), "unit");
  assert.equal(of("archive", "/etc/box-image", "/opt/box/update"), "unit");
  assert.equal(of("deb", "/var/lib/dpkg/info/box.list"), "apt");
  assert.equal(of("deb", "/etc/box-image", "/var/lib/dpkg/info/box.list"), "apt");
  assert.equal(of("docker", "/.dockerenv", "/var/lib/dpkg/info/box.list"), "none");
  assert.equal(of("archive", "/run/systemd/container", "/opt/box/update"), "unit");
  assert.equal(of(undefined, "/opt/box/update", "/var/lib/dpkg/info/box.list"), "none");
  const elsewhere = { BOX_INSTALL: "archive", BOX_UPDATE_HOME: "/srv/box" };
  assert.deepEqual(updatePlace((path) => path === "/srv/box/update", elsewhere), {
    way: "unit",
    home: "/srv/box",
  });
});

Deno.test("installedArch() reports arm for the executable of 32-bit systems", () => {
  assert.equal(installedArch("x86_64", undefined), "amd64");
  assert.equal(installedArch("aarch64", "arm64"), "arm64");
  assert.equal(installedArch("aarch64", "arm"), "arm");
  assert.equal(installedArch("riscv64", undefined), "other");
});

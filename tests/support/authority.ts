/** A certificate authority for tests, made by openssl, with a certificate for this machine. */

/** Files and their contents in PEM. */
export interface TestAuthority {
  readonly folder: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/**
 * Creates an authority in a folder: `ca.pem`, and `cert.pem` with `key.pem` for a name and
 * 127.0.0.1.
 */
export async function makeAuthority(folder: string, name = "localhost"): Promise<TestAuthority> {
  const openssl = async (...args: string[]) => {
    const { code, stderr } = await new Deno.Command("openssl", {
      args,
      cwd: folder,
      stderr: "piped",
    }).output();
    if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  };
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const ca = ["-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Authority of a test"];
  await openssl("req", "-x509", ...key, ...ca, "-addext", "keyUsage=critical,keyCertSign,cRLSign");
  await openssl(
    "req",
    ...key.slice(0, 5),
    "-keyout",
    "key.pem",
    "-out",
    "cert.csr",
    "-subj",
    `/CN=${name}`,
  );
  await Deno.writeTextFile(
    `${folder}/names`,
    `subjectAltName=DNS:${name},IP:127.0.0.1\nextendedKeyUsage=serverAuth\n`,
  );
  const sign = [
    "-CA",
    "ca.pem",
    "-CAkey",
    "ca.key",
    "-CAcreateserial",
    "-days",
    "2",
    "-extfile",
    "names",
  ];
  await openssl("x509", "-req", "-in", "cert.csr", ...sign, "-out", "cert.pem");
  const read = (file: string) => Deno.readTextFile(`${folder}/${file}`);
  return {
    folder,
    ca: await read("ca.pem"),
    cert: await read("cert.pem"),
    key: await read("key.pem"),
  };
}

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";

export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

export interface NpmRegistry {
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[];
  /** Puts a package there, in place of the same version if there is one. Returns the checksum of its contents. */
  publish(published: PublishedPackage): string;
}

/** A registry that npm can install from, on this machine; gone when the test ends. */
export async function openNpmRegistry(): Promise<NpmRegistry> {
  const published = new Map<string, { readonly manifest: PublishedPackage; readonly tarball: Buffer }>();
  const asked: string[] = [];
  let url = "";

  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    asked.push(path);
    const tarball = published.get(path.replace(/\.tgz$/, ""))?.tarball;
    if (path.endsWith(".tgz") && tarball !== undefined) {
      response.end(tarball);
      return;
    }
    const versions = [...published.values()].filter(({ manifest }) => manifest.name === path);
    response.statusCode = versions.length === 0 ? 404 : 200;
    response.end(JSON.stringify(packument(path, versions, url)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The registry has no port.");
  url = `http://127.0.0.1:${address.port}`;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  return {
    url,
    asked,
    publish(manifest) {
      const { files, ...rest } = manifest;
      const tarball = makeTarball({ "package.json": JSON.stringify(rest), ...files });
      published.set(`${manifest.name}-${manifest.version}`, { manifest, tarball });
      return checksum(tarball);
    },
  };
}

function packument(
  name: string,
  versions: readonly { readonly manifest: PublishedPackage; readonly tarball: Buffer }[],
  url: string,
): unknown {
  const rows = versions.map(({ manifest: { files: _files, ...manifest }, tarball }) => {
    const dist = { tarball: `${url}/${name}-${manifest.version}.tgz`, integrity: checksum(tarball) };
    return [manifest.version, { ...manifest, dist }] as const;
  });
  return { name, "dist-tags": { latest: rows.at(-1)?.[0] }, versions: Object.fromEntries(rows) };
}

function checksum(bytes: Buffer): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

function makeTarball(files: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const body = Buffer.from(text);
    return [tarHeader(`package/${name}`, body.length), body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;
  header.write(name, 0);
  header.write(octal(0o644, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(0, 11), 136);
  // The checksum counts its own field as spaces.
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257, "latin1");
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    ),
    148,
  );
  return header;
}

/** Libraries of the JVM, with what they need. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cached, run } from "../../accuracy/cache.ts";

/** A folder whose folder `jars` has them. */
export function mavenJars(
  name: string,
  libraries: readonly (readonly [group: string, artifact: string, version: string])[],
): Promise<string> {
  return cached(name, (half) => {
    const dependencies = libraries.map(
      ([group, artifact, version]) =>
        `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
    );
    const head =
      "<modelVersion>4.0.0</modelVersion><groupId>truth</groupId><artifactId>judge</artifactId><version>1</version>";
    const pom = `<project>${head}<dependencies>${dependencies.join("")}</dependencies></project>`;
    writeFileSync(join(half, "pom.xml"), pom);
    run("mvn", ["--batch-mode", "--quiet", "dependency:copy-dependencies", "-DoutputDirectory=jars"], half);
  });
}

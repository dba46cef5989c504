import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { java } from "./index.ts";

describeEcosystem(java, {
  manifests: [
    {
      title: "Java and Kotlin",
      files: {
        "pom.xml": `<project><properties><g.v>33.0</g.v></properties><!-- <dependency><groupId>no</groupId><artifactId>no</artifactId></dependency> --><dependencies><dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>\${g.v}</version><exclusions><exclusion><groupId>not</groupId><artifactId>this</artifactId></exclusion></exclusions></dependency></dependencies></project>`,
        "app/build.gradle.kts": `dependencies {\n  implementation("com.squareup.okio:okio:3.9.0")\n  testImplementation 'junit:junit:4.13'\n}\n`,
        "gradle/libs.versions.toml": `[versions]\nk = "2.0"\n[libraries]\nkx = { module = "org.x:kx", version.ref = "k" }\ns = "a.b:c:1"\n`,
      },
      dependencies: [
        "com.google.guava:guava | 33.0",
        "com.squareup.okio:okio | 3.9.0",
        "junit:junit | 4.13",
        "org.x:kx | 2.0",
        "a.b:c | 1",
      ],
    },
  ],
  detectors: [
    {
      detector: "Maven",
      title: "with its wrapper",
      files: { "pom.xml": "", mvnw: "", "src/main/java/a/Main.java": "" },
      manager: "maven",
      commands: [
        ["build", "./mvnw package"],
        ["test", "./mvnw test"],
      ],
      entryPoints: ["src/main/java/a/Main.java"],
    },
    {
      detector: "Gradle",
      title: "an application in Kotlin",
      files: { "build.gradle.kts": "plugins { application }", gradlew: "" },
      manager: "gradle",
      commands: [
        ["build", "./gradlew build"],
        ["test", "./gradlew test"],
        ["run", "./gradlew run"],
      ],
    },
  ],
});

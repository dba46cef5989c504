import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { dotnet } from "./index.ts";

describeEcosystem(dotnet, {
  manifests: [
    {
      title: ".NET",
      files: {
        "App.csproj": `<Project><ItemGroup><PackageReference Include="Newtonsoft.Json" Version="13.0.3" /></ItemGroup></Project>`,
      },
      dependencies: ["Newtonsoft.Json | 13.0.3"],
    },
  ],
  detectors: [
    {
      detector: ".NET",
      title: "a solution",
      files: { "App.sln": "", "App/Program.cs": "" },
      manager: "nuget",
      commands: [
        ["build", "dotnet build"],
        ["test", "dotnet test"],
        ["lint", "dotnet format --verify-no-changes"],
      ],
      entryPoints: ["App/Program.cs"],
    },
  ],
});

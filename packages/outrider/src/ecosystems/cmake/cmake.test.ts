import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { cmake } from "./index.ts";

describeEcosystem(cmake, {
  detectors: [
    {
      detector: "CMake",
      title: "with tests",
      files: { "CMakeLists.txt": "enable_testing()", "src/main.cpp": "" },
      commands: [
        ["build", "cmake -B build && cmake --build build"],
        ["test", "ctest --test-dir build"],
      ],
      entryPoints: ["src/main.cpp"],
    },
  ],
});

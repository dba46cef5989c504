import { commandsFrom, existing, rootFiles } from "../detection.ts";
import type { Ecosystem } from "../ecosystem.ts";

export const cmake: Ecosystem = {
  id: "cmake",
  detectors: [
    {
      name: "CMake",
      manifests: (view) => rootFiles(view, "CMakeLists.txt"),
      async detect(view, [manifest = "CMakeLists.txt"]) {
        const text = (await view.read(manifest)) ?? "";
        const hasTests = /\b(?:enable_testing|add_test|include\s*\(\s*CTest)\b/i.test(text);
        return {
          commands: commandsFrom(manifest, {
            build: "cmake -B build && cmake --build build",
            test: hasTests ? "ctest --test-dir build" : undefined,
          }),
          entryPoints: existing(view, "src/main.cpp", "src/main.cc", "src/main.c", "main.cpp", "main.c"),
        };
      },
    },
  ],
};

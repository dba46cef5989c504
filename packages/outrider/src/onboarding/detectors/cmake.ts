import { commandsFrom, existing, rootFiles, type Detector } from "../detector.ts";

export const cmakeDetector: Detector = {
  name: "CMake",
  manifests: (view) => rootFiles(view, "CMakeLists.txt"),
  async detect(view, [manifest = "CMakeLists.txt"]) {
    const text = (await view.read(manifest)) ?? "";
    const tests = /\b(?:enable_testing|add_test|include\s*\(\s*CTest)\b/i.test(text);
    return {
      commands: commandsFrom(manifest, {
        build: "cmake -B build && cmake --build build",
        ...(tests ? { test: "ctest --test-dir build" } : {}),
      }),
      entryPoints: existing(view, "src/main.cpp", "src/main.cc", "src/main.c", "main.cpp", "main.c"),
    };
  },
};

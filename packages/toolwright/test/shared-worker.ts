import { sharedHostGuard } from "../src/process/host-guard.ts";

// Nearly every test has a runner of its own, and the watchdog ends with the last of them. Held here, one serves all tests of a worker.
sharedHostGuard().hold(() => {});

// It was for this process alone, which has read it when it started.
delete process.env["MALLOC_ARENA_MAX"];

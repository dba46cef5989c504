import { setFlagsFromString } from "node:v8";
import { sharedHostGuard } from "../src/process/host-guard.ts";

// Nearly every test has a runner of its own, and the watchdog ends with the last of them. Held here, one serves all tests of a worker.
sharedHostGuard().hold(() => {});

// It was for this process alone, which has read it when it started.
delete process.env["MALLOC_ARENA_MAX"];

// Most code of a test runs a few times only. By default, one tenth of a worker's processor time went into optimizing it.
setFlagsFromString("--interrupt-budget=1000000");

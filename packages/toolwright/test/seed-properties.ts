import fc from "fast-check";
import { proofSeed } from "./proof-size.ts";

// Every property test of a run draws from one seed that vitest.config.ts has printed or fixed.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: proofSeed });

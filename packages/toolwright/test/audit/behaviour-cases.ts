/** Rules with a tool of the planted server that breaks them, `e101_fault…`, and one that looks like it, `e101_near…`. */
export const rulesWithTools: readonly string[] =
  "E101 E102 E103 E104 E105 E106 S303 S304 S305 A403 A404 C603 C604 X802".split(" ");

/** A fault that needs a server of its own, and its near miss: the arguments of the planted server. */
export interface ServerCase {
  readonly rule: string;
  readonly fault: readonly string[];
  readonly near: readonly string[];
}

export const serverCases: readonly ServerCase[] = [
  { rule: "R501", fault: ["none", "r501_fault"], near: ["none", "r501_near"] },
  { rule: "R502", fault: ["none", "r502_fault,r503_fault"], near: ["none", "r502_near,r503_near"] },
  { rule: "R503", fault: ["r503-fault"], near: ["r503-near"] },
  { rule: "R504", fault: ["none", "r504_fault"], near: ["none", "r504_near"] },
  { rule: "R505", fault: ["r505-fault"], near: ["r505-near"] },
  { rule: "R506", fault: ["r506-fault"], near: ["r506-near"] },
  { rule: "R506", fault: ["r506-late"], near: ["r506-bye"] },
  { rule: "L701", fault: ["l701-fault"], near: ["l701-near"] },
  { rule: "P901", fault: ["p901-fault"], near: ["p901-near"] },
  { rule: "P902", fault: ["p902-fault"], near: ["p902-near"] },
  { rule: "E107", fault: ["none", "e107_fault"], near: ["none", "e107_near"] },
];

/** Rules that `open-http.test.ts` tests with servers over HTTP. */
export const rulesOverHttp: readonly string[] = ["X803"];

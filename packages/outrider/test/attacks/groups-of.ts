/** Cases in groups, each for one test: to open a place takes longer than a case. */
export function groupsOf<Case>(size: number, cases: readonly Case[]): Case[][] {
  const count = Math.ceil(cases.length / size);
  return Array.from({ length: count }, (_, index) => cases.slice(index * size, (index + 1) * size));
}

export function buildBeside(dist: string, build: (folder: string) => Promise<void>): Promise<void>;
export function findPackage(name: string, importer: string): string;

/** A small project for servers that work on files. Every word that the audit searches for is in it. */
export const sampleFiles: Readonly<Record<string, string>> = {
  "README.md":
    "# Harbour\n\nA sample project. It keeps a list of ships and their berths.\n\n## Usage\n\nRun `npm start`.\n",
  "package.json": '{\n  "name": "harbour",\n  "version": "1.0.0",\n  "type": "module",\n  "main": "src/index.js"\n}\n',
  "src/index.js":
    'import { findShip } from "./ships.js";\n\nexport function main(name) {\n  const ship = findShip(name);\n  return ship === undefined ? "unknown" : `${ship.name} at berth ${ship.berth}`;\n}\n',
  "src/ships.js":
    'export const ships = [\n  { name: "Aurora", berth: 3 },\n  { name: "Borealis", berth: 7 },\n];\n\nexport function findShip(name) {\n  return ships.find((ship) => ship.name === name);\n}\n',
  "data/ships.json": '[\n  { "name": "Aurora", "berth": 3 },\n  { "name": "Borealis", "berth": 7 }\n]\n',
  "notes.txt": "Aurora sails on Monday.\nBorealis sails on Friday.\n",
};

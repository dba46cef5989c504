export type { ResidentClientOptions, ResidentConnection, StartCommand } from "./client-options.ts";
export { connectResident } from "./connect-resident.ts";
export type { Conversation, Message } from "./conversation.ts";
export type { Peer } from "./handshake.ts";
export { killResident, listResidents, type RunningResident } from "./list-residents.ts";
export { chooseResidentDirectory, residentKey } from "./place.ts";
export { ResidentError, type ResidentErrorCode } from "./resident-error.ts";
export { type EndReason, type ServedResident, type ServeOptions, serveResident } from "./serve-resident.ts";

/** Which tools a client is offered: all; what a coding client lacks; or one for programs over all of them. */
export const profiles = ["full", "code", "script"] as const;

export type Profile = (typeof profiles)[number];

export function isProfile(name: string): name is Profile {
  return profiles.some((profile) => profile === name);
}

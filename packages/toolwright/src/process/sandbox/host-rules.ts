import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** One entry of a list of allowed hosts, such as `example.org`, `*.example.org`, `*` or `example.org:8443`. */
export interface HostRule {
  /** In lower case, without the wildcard; empty for every host. */
  readonly name: string;
  /** True: the hosts below the name, not the name itself. */
  readonly wildcard: boolean;
  readonly ports: readonly number[];
}

/** A host that a process asks for, as a proxy is told it. */
export interface Destination {
  /** Lower case, an address without brackets. */
  readonly host: string;
  readonly port: number;
}

const usualPorts = [80, 443];
const ruleShape = /^(?:(?<any>\*)|(?<wild>\*\.)?(?<name>[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?))(?::(?<port>\d{1,5}))?$/i;

/** Reads an entry of `allowedHosts`; undefined if it has another form. */
export function parseHostRule(text: string): HostRule | undefined {
  const groups = ruleShape.exec(text.trim())?.groups;
  if (groups === undefined) return undefined;
  if (isThisMachine(groups["name"] ?? "")) return undefined;
  const port = groups["port"] === undefined ? undefined : Number(groups["port"]);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  return {
    name: (groups["name"] ?? "").toLowerCase(),
    wildcard: groups["any"] !== undefined || groups["wild"] !== undefined,
    ports: port === undefined ? usualPorts : [port],
  };
}

/** Reads `host:port`; undefined if it has another form. Addresses in unusual notations get their usual one. */
export function parseDestination(authority: string, defaultPort: number): Destination | undefined {
  // A URL parser takes more than a host and a port.
  if (/[/?#@\\\s]/.test(authority)) return undefined;
  const address = `http://${authority}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const written = /:(\d+)$/.exec(authority)?.[1];
  return {
    host: url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, ""),
    port: written === undefined ? defaultPort : Number(written),
  };
}

/** The rule that allows a destination; one that names the host comes before wildcards. */
export function findRule(rules: readonly HostRule[], { host, port }: Destination): HostRule | undefined {
  const fits = rules.filter((rule) => rule.ports.includes(port) && matchesName(rule, host));
  return fits.find(({ wildcard }) => !wildcard) ?? fits[0];
}

function matchesName({ name, wildcard }: HostRule, host: string): boolean {
  // Where another proxy connects, its address is not known here.
  if (isThisMachine(host)) return false;
  if (!wildcard) return host === name;
  if (name === "") return true;
  return isIP(host) === 0 && host.endsWith(`.${name}`);
}

function isThisMachine(name: string): boolean {
  return /^(?:.*\.)?localhost$/i.test(name);
}

/** This machine, its neighbours on the link, and everybody at once. Services that trust their callers are there. */
const neverReached = blockList([
  ["0.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["224.0.0.0", 3],
  ["192.0.0.0", 24],
  ["198.18.0.0", 15],
  ["168.63.129.16", 32],
  ["100.100.100.200", 32],
  ["::", 96],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
  ["fd00:ec2::254", 128],
  ["fd20:ce::254", 128],
  // Other notations of addresses of the older protocol.
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
]);

const privateNetworks = blockList([
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["fc00::", 7],
]);

/**
 * Whether a host that a rule allows may be reached at this address. Its name may lead anywhere: never to this machine, and to a
 * private network only if the rule names the host itself.
 */
export function isReachable(address: string, rule: HostRule): boolean {
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (isIP(address) === 0 || neverReached.check(address, family) || ownAddresses().check(address, family)) return false;
  return !rule.wildcard || !privateNetworks.check(address, family);
}

/** They change while a process runs. */
function ownAddresses(): BlockList {
  const list = new BlockList();
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((each) => each ?? []))
    list.addAddress(address, family === "IPv6" ? "ipv6" : "ipv4");
  return list;
}

function blockList(subnets: readonly (readonly [network: string, prefix: number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, isIP(network) === 6 ? "ipv6" : "ipv4");
  return list;
}

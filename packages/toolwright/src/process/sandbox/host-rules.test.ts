import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { findRule, type HostRule, isReachable, parseDestination, parseHostRule } from "./host-rules.ts";

function rule(text: string): HostRule {
  const parsed = parseHostRule(text);
  if (parsed === undefined) throw new Error(`not a rule: ${text}`);
  return parsed;
}

function allows(list: readonly HostRule[], authority: string): boolean {
  const destination = parseDestination(authority, 443);
  return destination !== undefined && findRule(list, destination) !== undefined;
}

describe("a rule", () => {
  it.each([
    "",
    "a b",
    "http://example.org",
    "example.org/x",
    "*.",
    "a.*.org",
    "*example.org",
    "x:0",
    "x:65536",
    "-x",
    "x:y",
    "localhost",
    "a.localhost:80",
  ])("is not %j", (text) => expect(parseHostRule(text)).toBeUndefined());

  it.each([
    ["example.org", ["example.org:443", "example.org:80", "EXAMPLE.org:443", "example.org.:443"]],
    ["*.example.org", ["a.example.org:443", "a.b.example.org:80"]],
    ["*", ["example.org:443", "192.0.2.7:80", "[2001:db8::1]:443"]],
    ["example.org:8443", ["example.org:8443"]],
    ["192.0.2.7", ["192.0.2.7:443", "0xc0.0.2.7:443"]],
  ] as const)("%s allows what it names", (text, hosts) => {
    expect(hosts.filter((host) => !allows([rule(text)], host))).toEqual([]);
  });

  it.each([
    [
      "example.org",
      ["a.example.org:443", "example.org.evil.net:443", "xexample.org:443", "example.org:22", "example.com:443"],
    ],
    ["*.example.org", ["example.org:443", "evilexample.org:443", "a.example.org:8443", "1.2.3.4:443"]],
    ["*", ["example.org:22"]],
    ["example.org:8443", ["example.org:443"]],
    [
      "example.org",
      ["example.org@evil.net:443", "evil.net#.example.org:443", "evil.net/example.org:443", "a b:1", "", ":443"],
    ],
  ] as const)("%s allows nothing else", (text, hosts) => {
    expect(hosts.filter((host) => allows([rule(text)], host))).toEqual([]);
  });
});

describe("an address", () => {
  const [named, wild] = [rule("example.org"), rule("*.example.org")];

  it.each([
    ..."127.0.0.1 127.9.9.9 0.0.0.0 169.254.169.254 168.63.129.16 100.100.100.200 224.0.0.1 255.255.255.255".split(" "),
    ...":: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:a9fe:a9fe fe80::1 fec0::1 ff02::1".split(" "),
    ..."fd00:ec2::254 64:ff9b::7f00:1 2002:7f00:1:: not-an-address".split(" "),
  ])("%s is never reached", (address) => {
    expect([isReachable(address, named), isReachable(address, wild)]).toEqual([false, false]);
  });

  it("of this machine is never reached, in either notation", () => {
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const notations = own.flatMap(({ address, family }) =>
      family === "IPv4" ? [address, `::ffff:${address}`] : [address],
    );
    expect(notations.length).toBeGreaterThan(0);
    expect(notations.filter((address) => isReachable(address, named))).toEqual([]);
  });

  it.each(["10.1.2.3", "172.20.0.1", "192.168.3.4", "100.64.1.1", "fd12::1", "::ffff:10.1.2.3"])(
    "%s of a private network is reached only by a name without a wildcard",
    (address) => expect([isReachable(address, named), isReachable(address, wild)]).toEqual([true, false]),
  );

  it.each(["93.184.216.34", "2606:2800:220:1::1"])("%s is reached", (address) => {
    expect([isReachable(address, named), isReachable(address, wild)]).toEqual([true, true]);
  });
});

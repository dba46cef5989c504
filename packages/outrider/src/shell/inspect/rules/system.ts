import { hasOption, type Invocation, operands, subcommand, surelyHasOption } from "../invocation.ts";
import type { Rule } from "../rule.ts";
import { textOf, textsOf } from "../word.ts";

export const systemRules: readonly Rule[] = [
  {
    programs: ["sudo", "doas", "su", "pkexec", "runuser", "runas", "gosu", "chroot", "nsenter", "unshare"],
    reason: "acts as another user or outside of the usual limits",
  },
  { programs: ["ssh", "mosh", "telnet", "scp", "sftp", "ftp", "rclone"], reason: "reaches another machine" },
  {
    programs: ["rsync"],
    reason: "reaches another machine",
    when: (rsync) => operands(rsync).some((word) => textsOf(word).some((text) => /^[^/]+:|^rsync:/.test(text))),
  },
  {
    programs: ["nc", "ncat", "netcat", "socat"],
    reason: "lets a connection run programs",
    when: (nc) => nc.program === "socat" || hasOption(nc, "-e", "--exec", "-c", "--sh-exec"),
  },
  { programs: ["kill"], reason: "ends processes that this script did not start", when: killsOthers },
  {
    programs: ["killall", "pkill", "skill", "xkill", "taskkill", "killall5"],
    reason: "ends processes by name, whoever started them",
  },
  {
    programs: ["fuser"],
    reason: "ends processes that this script did not start",
    when: (fuser) => hasOption(fuser, "-k", "--kill"),
  },
  { programs: ["shutdown", "reboot", "halt", "poweroff", "telinit"], reason: "stops the machine" },
  { programs: ["init"], reason: "stops the machine", when: (init) => ["0", "1", "6"].includes(subcommand(init)) },
  {
    programs: ["systemctl", "service", "launchctl", "rc-service", "sc"],
    reason: "changes services of the machine",
    when: changesServices,
  },
  {
    programs: ["crontab"],
    reason: "changes what runs later without being asked",
    when: (crontab) => !surelyHasOption(crontab, "-l") || hasOption(crontab, "-r"),
  },
  { programs: ["at", "batch", "systemd-run", "schtasks"], reason: "makes something run later" },
  {
    programs: ["mount", "umount", "losetup", "swapon", "swapoff"],
    reason: "changes what is mounted",
    when: (mount) => mount.args.length > 0,
  },
  { programs: ["iptables", "ip6tables", "nft", "ufw", "firewall-cmd", "pfctl"], reason: "changes the firewall" },
  {
    programs: [
      "useradd",
      "userdel",
      "usermod",
      "adduser",
      "deluser",
      "groupadd",
      "groupdel",
      "passwd",
      "chpasswd",
      "visudo",
      "chsh",
    ],
    reason: "changes users of the machine",
  },
  {
    programs: ["insmod", "rmmod", "modprobe", "sysctl", "kexec"],
    reason: "changes the running kernel",
    when: (kernel) =>
      kernel.program !== "sysctl" ||
      hasOption(kernel, "-w", "--write", "-p", "--load", "--system") ||
      operands(kernel).some((word) => textsOf(word).some((text) => text.includes("="))),
  },
  {
    programs: ["ssh-keygen", "ssh-copy-id", "gpg", "security", "keytool", "pass", "op"],
    reason: "handles keys or passwords",
    when: (keys) => !surelyHasOption(keys, "--version", "--help"),
  },
  {
    programs: ["outrider", "toolwright"],
    reason: "starts tools of its own, past the questions this server asks",
    when: (program) => !["", "doctor", "stats", "tools"].includes(subcommand(program)),
  },
];

function killsOthers(kill: Invocation): boolean {
  if (kill.args.some((word) => ["-0", "-l", "-L", "--list", "--table"].includes(textOf(word) ?? ""))) return false;
  const targets = kill.args.filter((word) => !isSignal(word.shown));
  return targets.some((word) => word.unknown || textsOf(word).some((text) => !text.startsWith("%")));
}

function isSignal(text: string): boolean {
  return (
    /^-(?:s|n|--)?$/.test(text) || /^-?(?:SIG)?[A-Z][A-Z0-9]+$/.test(text) || (/^-\d{1,2}$/.test(text) && text !== "-1")
  );
}

function changesServices(service: Invocation): boolean {
  const harmless = new Set([
    "",
    "status",
    "show",
    "list",
    "list-units",
    "list-unit-files",
    "is-active",
    "is-enabled",
    "cat",
    "print",
    "query",
  ]);
  return !operands(service).some((word) => harmless.has(textOf(word) ?? "?")) && operands(service).length > 0;
}

export const scriptRequirements = {
  "script:boundary": "Every call that a script makes passes the kernel's boundary on behalf of the script's caller.",
  "script:sandbox": "No script reaches the host, hangs it or ends it, whatever it does; each ends in time.",
  "script:approval":
    "A script whose call needs a person stops and asks; when it goes on, no call that ended is made again.",
  "script:diverged": "A script that takes another way when it goes on runs nothing more.",
  "script:cancel": "A cancelled script ends at once, and so do the calls that it has under way.",
  "script:line": "An uncaught error names line and column of the script as it was written.",
  "script:growth": "Scripts leave no thread and no memory behind.",
} as const;

/** Settings of git whose value is a program, or that bring such settings in. */
export const runsPrograms =
  /^(?:alias\..*|core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|askpass|gitproxy|worktree)|.*\.(?:command|extcmd|textconv|clean|smudge|process|cmd|program|helper|driver|uploadpack|receivepack|vcs)|diff\.external|sequence\.editor|pager\..*|include\.path|includeif\..*|credential\..*|url\..*)$/i;

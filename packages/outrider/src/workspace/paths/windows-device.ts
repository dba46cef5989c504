const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Whether Windows takes a name, in any directory, for that of a device. */
export function isWindowsDevice(name: string): boolean {
  return devices.test(name);
}

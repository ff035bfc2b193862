/** The variables by which `faketime` sets the clock of a process: a server under test has the clock of its tests. */
export const fakedClock: Record<string, string> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value = '']) =>
    /^(LD_PRELOAD|FAKETIME\w*)$/.test(name) ? [[name, value]] : [],
  ),
)

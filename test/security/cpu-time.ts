/**
 * Begins to measure the CPU time of this thread, which does not depend on the load of the machine.
 * @returns a function that returns the milliseconds since then
 */
export function cpuTimer(): () => number {
  const began = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1_000;
  };
}

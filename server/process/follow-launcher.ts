// Ends a process together with the one that started it: a launcher or parent that is killed cannot pass the signal on, and
// what it started must not stay behind and hold the port.

const pollMs = 1_000

/** Calls `onGone` once when the process named in LAUNCHER_PID, our parent, has ended. Without LAUNCHER_PID it does nothing. */
export function followLauncher(onGone: () => void): void {
  const launcher = Number(process.env['LAUNCHER_PID'])
  if (process.ppid !== launcher) return
  const timer = setInterval(() => {
    if (process.ppid === launcher) return
    clearInterval(timer)
    onGone()
  }, pollMs)
  timer.unref()
}

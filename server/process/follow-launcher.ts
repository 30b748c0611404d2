// Ends a process together with its parent. A killed launcher or parent cannot forward the signal, and its children must not keep running
// and hold the port.

const pollMs = 1_000

/** Calls `onGone` once when the parent named in LAUNCHER_PID has ended. Does nothing without LAUNCHER_PID. */
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

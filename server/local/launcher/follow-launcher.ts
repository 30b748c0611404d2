// Ends with the launcher: when `npm start` or `npm test` is killed without a chance to pass the signal on, what it
// started must not stay behind and hold the port.

const LOOK_EVERY_MS = 1_000

/** Calls `onGone` once when the launcher that started this process is gone. Without a launcher nothing happens. */
export function followLauncher(onGone: () => void): void {
  const launcher = Number(process.env.LAUNCHER_PID)
  if (process.ppid !== launcher) return
  const timer = setInterval(() => {
    if (process.ppid === launcher) return
    clearInterval(timer)
    onGone()
  }, LOOK_EVERY_MS)
  timer.unref()
}

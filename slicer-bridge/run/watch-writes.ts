// Counts the bytes that a process writes while it runs. The kernel's limit is per file, so many files, or deleted files that are still
// open, would fill the disk. Linux only.
import { readFileSync } from 'node:fs'

const intervalMs = 200

/** Calls `stop` once when the process has written more than `maxBytes` to files and pipes. Returns a function that ends the watch. */
export function watchWrites(pid: number, maxBytes: number, stop: () => void): () => void {
  const timer = setInterval(() => {
    if (writtenBytes(pid) <= maxBytes) return
    clearInterval(timer)
    stop()
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

function writtenBytes(pid: number): number {
  try {
    const [, bytes] = /^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'latin1')) ?? []
    return Number(bytes ?? 0)
  } catch {
    return 0 // The process has ended, or this is not Linux.
  }
}

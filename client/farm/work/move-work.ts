// Changes the phase of a printer's job.
import { fileNameOf, messageOf, type RunnerDeps } from './runner-deps.ts'
import type { Phase, Work } from './state.ts'

export function move(
  { state, config }: RunnerDeps,
  work: Work,
  phase: Phase,
  reason?: string,
): void {
  const started = work.started || phase === 'starting' || phase === 'printing'
  state.write(config.name, { ...work, phase, started, reason: reason ?? null, isAttempt: true })
}

/** Stops the job. */
export function stop(
  { state, config }: RunnerDeps,
  work: Work,
  why: Pick<Work, 'reason' | 'started' | 'isAttempt'>,
): void {
  state.write(config.name, { ...work, phase: 'stopping', ...why })
}

/** Stops the job for a reason that is not the job's fault. */
export function moveFaulty(
  parts: RunnerDeps,
  work: Work,
  reason: string,
  { started } = { started: true },
): void {
  parts.log(`${parts.config.name}: gives ${work.job.orderCode} back. ${reason}`)
  stop(parts, work, { reason, started, isAttempt: false })
}

/** The job is neither reprinted nor counted as printed; a person counts the parts on the plate. */
export function moveUnknown(parts: RunnerDeps, work: Work): void {
  const { config, log } = parts
  log(
    `${config.name}: it is not known how the print of ${work.job.orderCode} ended. Count its parts at the desk.`,
  )
  move(parts, { ...work, started: true }, 'uncounted')
}

/** Frees the printer, unless parts of the job are on its plate. */
export function release({ state, config, log }: RunnerDeps, work: Work): void {
  state.write(config.name, work.started ? { ...work, phase: 'uncleared' } : null)
  if (!work.started) return
  log(`${config.name}: waits until its plate is cleared.`)
}

/** Deletes the file of a print that has ended, so that the printer's storage does not fill up. A failure only leaves the file. */
export async function discardFile(
  { printer, config, log }: RunnerDeps,
  { job }: Work,
): Promise<void> {
  const file = fileNameOf(job)
  try {
    await printer.remove?.(file)
  } catch (error) {
    log(`${config.name}: ${file} could not be deleted. ${messageOf(error)}`)
  }
}

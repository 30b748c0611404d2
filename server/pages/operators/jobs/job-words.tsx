// Words for a print job: its state, its file, and the operator's actions.

import { noColor } from '../../../domain/catalog/options.ts'
import {
  isRunning,
  type JobState,
  jobStateLabels,
  type PrintJob,
} from '../../../domain/farm/jobs/job.ts'
import type { JobChange } from '../../../domain/farm/ports.ts'
import type { PlateSliceState, ProfileSlice } from '../../../domain/farm/slice-ports.ts'
import { type State, StateBadge } from '../../base/state-badge.tsx'
import { jobPath } from '../parts/job-path.ts'

const states = {
  queued: 'waiting',
  claimed: 'running',
  printing: 'running',
  done: 'done',
  failed: 'broken',
  cancelled: 'broken',
} as const satisfies Record<JobState, State>

export const JobBadge = ({ job }: { job: PrintJob }) => (
  <StateBadge state={states[job.state]} label={jobStateLabels[job.state]} />
)

/** Returns the spool in words. Jobs of orders without a color print in any color. */
export const jobSpoolText = ({ material, color }: PrintJob): string =>
  `${material.toUpperCase()} ${color === noColor ? 'in any color' : color}`

/**
 * Returns the printer in words. Parts printed without a printer's job have a finished job, so that all parts of the
 * order are counted.
 */
export const printerText = ({ printer, state }: PrintJob): string =>
  printer ?? (state === 'done' ? 'manually' : '')

export const fileText = {
  gcode: 'G-code',
  plates: 'G-code (.3mf)',
  model: 'Not sliced',
} as const satisfies Record<PrintJob['fileKind'], string>

const slicingLabels = {
  slicing: 'Being sliced',
  waiting: 'Is tried again',
  failed: 'Failed',
  unfit: 'Not for this printer',
  sliced: 'Sliced',
} as const satisfies Record<PlateSliceState, string>

/** Returns the slicing state in words. The worker slices automatically. null before it has started. */
export function slicingText(slicing: Pick<ProfileSlice, 'state' | 'reason'> | null): string {
  if (slicing === null) return 'Next'
  const label = slicingLabels[slicing.state]
  return slicing.reason === null ? label : `${label}: ${slicing.reason}`
}

export type JobAction = JobChange['action'] | 'slice'

/**
 * Returns the possible actions on the job, the most likely first. `wasSliced`: the farm sliced its file from a model
 * and can slice it again.
 */
export function actionsOf(job: PrintJob, { wasSliced = false } = {}): readonly JobAction[] {
  const again: readonly JobAction[] = wasSliced ? ['slice'] : []
  switch (job.state) {
    case 'queued':
      return job.fileKind === 'model'
        ? ['slice', 'finish', 'cancel']
        : ['finish', ...again, 'cancel']
    case 'claimed':
    case 'printing':
      return ['requeue', 'finish', 'cancel']
    case 'failed':
      return ['requeue', ...again, 'finish', 'cancel']
    case 'done':
      return (job.good ?? 0) > 0 ? ['reprint'] : []
    case 'cancelled':
      return []
  }
}

export const isAction = (word: string): word is JobAction => Object.hasOwn(actionLabels, word)

export function actionLabel(action: JobAction, job: PrintJob): string {
  if (action === 'slice' && job.fileKind !== 'model') return 'Slice again'
  return action === 'requeue' && isRunning(job.state) ? 'Withdraw' : actionLabels[action]
}

const actionLabels = {
  requeue: 'Requeue',
  cancel: 'Cancel',
  finish: 'Count as printed',
  reprint: 'Reprint',
  slice: 'Slice',
} as const satisfies Record<JobAction, string>

/** Links to the confirmations that precede each action. */
export function ActionLinks({
  job,
  actions = actionsOf(job),
  asButtons = false,
}: {
  job: PrintJob
  actions?: readonly JobAction[]
  asButtons?: boolean
}) {
  return (
    <span class="actions">
      {actions.map((action) => (
        <a class={asButtons ? 'button quiet' : undefined} href={`${jobPath(job.id)}?do=${action}`}>
          {actionLabel(action, job)}
          <span class="visually-hidden">{` plate ${job.plate} of ${job.orderCode}`}</span>
        </a>
      ))}
    </span>
  )
}

// What the pages say about a print job: its state, its file, and what an operator may do with it.
import { noColor } from '../../../domain/catalog/options.ts'
import { type JobState, jobStateLabels, type PrintJob } from '../../../domain/farm/jobs/job.ts'
import type { JobChange, PlateSliceState, ProfileSlice } from '../../../domain/farm/ports.ts'
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

/** Jobs of orders without a color are printed in any. */
export const spoolText = ({ material, color }: PrintJob): string =>
  `${material.toUpperCase()} ${color === noColor ? 'in any color' : color}`

/** Parts that were printed without a job of a printer have one that is done, so that all parts of the order are counted. */
export const printerText = ({ printer, state }: PrintJob): string =>
  printer ?? (state === 'done' ? 'by hand' : '')

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

/** The worker slices by itself; null before it has begun. */
export function slicingText(slicing: Pick<ProfileSlice, 'state' | 'reason'> | null): string {
  if (slicing === null) return 'Next'
  const label = slicingLabels[slicing.state]
  return slicing.reason === null ? label : `${label}: ${slicing.reason}`
}

export type JobAction = JobChange['action'] | 'slice'

/** What applies to the job, the most likely first. `wasSliced`: its file is the farm's slice of a model, which can be sliced again. */
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
  const isRunning = job.state === 'claimed' || job.state === 'printing'
  if (action === 'slice' && job.fileKind !== 'model') return 'Slice again'
  return action === 'requeue' && isRunning ? 'Take back' : actionLabels[action]
}

const actionLabels = {
  requeue: 'Requeue',
  cancel: 'Cancel',
  finish: 'Count as printed',
  reprint: 'Reprint',
  slice: 'Slice',
} as const satisfies Record<JobAction, string>

/** Links to the questions that are asked before anything is done. */
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

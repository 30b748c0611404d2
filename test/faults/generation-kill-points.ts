// Points at which the worker of a generation can die: how to stop one there, and its required state afterwards.
import { atWrite, type Hold } from './kill-points.ts'

export type GenerationKillPoint = {
  readonly name: string
  readonly hold: Hold
  /** Words for the vendor's stand-in. */
  readonly script?: string
  readonly becomes: 'done' | 'error'
  /** Total number of tasks that the vendor made. */
  readonly tasks: 0 | 1
}

/** Holds the next write of the job for which `condition` (of `new`) is true. */
const atUpdate =
  (condition: string): Hold =>
  async ({ locks }) =>
    (await locks.updates('generation_jobs', condition)).reached

export const generationKillPoints: readonly GenerationKillPoint[] = [
  {
    name: 'enhancing: before the job is taken',
    hold: atUpdate("new.status = 'running' and old.status = 'queued'"),
    becomes: 'done',
    tasks: 1,
  },
  {
    name: 'enhancing: while the credits are taken',
    hold: atWrite('credit_entries'),
    becomes: 'done',
    tasks: 1,
  },
  {
    name: 'enhancing: after the credits are taken',
    hold: atWrite('generation_logs'),
    becomes: 'done',
    tasks: 1,
  },
  {
    name: 'generating: while the note is written that the vendor is about to be asked',
    hold: atUpdate('new.creating and not old.creating'),
    becomes: 'done',
    tasks: 1,
  },
  {
    name: 'generating: after the vendor has made the task, before that is written',
    hold: atUpdate('old.creating and not new.creating'),
    becomes: 'error',
    tasks: 1,
  },
  {
    name: 'generating: between two polls of a slow engine',
    script: '[slow=4]',
    hold: atUpdate('new.polls > 1'),
    becomes: 'done',
    tasks: 1,
  },
  ...(['downloading', 'repairing', 'measuring'] as const).map((stage) => ({
    name: `${stage}: as it begins`,
    hold: atUpdate(`new.stage = '${stage}' and old.stage <> new.stage`),
    becomes: 'done' as const,
    tasks: 1 as const,
  })),
  {
    name: 'repairing: while the model becomes the account’s',
    hold: atWrite('models'),
    becomes: 'done',
    tasks: 1,
  },
  {
    name: 'measuring: while the end is written',
    hold: atWrite('generations'),
    becomes: 'done',
    tasks: 1,
  },
]

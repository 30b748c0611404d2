// Where a generation can be when its worker dies: how to stop one there, and what must have become of it afterwards.
import type { Stage } from './stage.ts'

export type GenerationKillPoint = {
  readonly name: string
  /** Called before the start; the returned function resolves once the worker stands still at the point. */
  readonly hold: (stage: Stage) => Promise<() => Promise<void>>
  /** Words for the vendor's stand-in. */
  readonly script?: string
  readonly becomes: 'done' | 'error'
  /** Tasks that the vendor made in all. */
  readonly tasks: 0 | 1
}

/** The next write of the job that sets what `condition` (of `new`) says waits. */
const atWrite =
  (condition: string): GenerationKillPoint['hold'] =>
  async ({ locks }) =>
    (await locks.updates('generation_jobs', condition)).reached

export const generationKillPoints: readonly GenerationKillPoint[] = [
  {
    name: 'enhancing: before the job is taken',
    hold: atWrite("new.status = 'running' and old.status = 'queued'"),
    becomes: 'done',
    tasks: 1,
  },
  {
    name: 'enhancing: while the credits are taken',
    hold: async ({ locks }) => (await locks.writes('credit_entries')).reached,
    becomes: 'done',
    tasks: 1,
  },
  {
    name: 'enhancing: after the credits are taken',
    hold: async ({ locks }) => (await locks.writes('generation_logs')).reached,
    becomes: 'done',
    tasks: 1,
  },
  {
    name: 'generating: while the note is written that the vendor is about to be asked',
    hold: atWrite('new.creating and not old.creating'),
    becomes: 'done',
    tasks: 1,
  },
  {
    name: 'generating: after the vendor has made the task, before that is written',
    hold: atWrite('old.creating and not new.creating'),
    becomes: 'error',
    tasks: 1,
  },
  {
    name: 'generating: between two polls of a slow engine',
    script: '[slow=4]',
    hold: atWrite('new.polls > 1'),
    becomes: 'done',
    tasks: 1,
  },
  ...(['downloading', 'repairing', 'measuring'] as const).map((stage) => ({
    name: `${stage}: as it begins`,
    hold: atWrite(`new.stage = '${stage}' and old.stage <> new.stage`),
    becomes: 'done' as const,
    tasks: 1 as const,
  })),
  {
    name: 'repairing: while the model becomes the account’s',
    hold: async ({ locks }) => (await locks.writes('models')).reached,
    becomes: 'done',
    tasks: 1,
  },
  {
    name: 'measuring: while the end is written',
    hold: async ({ locks }) => (await locks.writes('generations')).reached,
    becomes: 'done',
    tasks: 1,
  },
]

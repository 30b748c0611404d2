// Stages that the tests of a file share. A test that kills the server restarts it, so the next test finds it running:
// one start for each kill instead of two.
import { afterAll } from 'bun:test'
import type { Stage, Webhooks } from '../../testing/faults/stage.ts'
import { createPlaces } from './places.ts'

export type Stages<S extends Stage> = {
  /** Runs a test on a reset stage, as soon as one is free. */
  readonly run: (webhooks: Webhooks, work: (stage: S) => Promise<void>) => Promise<void>
}

/**
 * Opens at most `count` stages at a time, each when it is first needed; all are closed after the tests of the file.
 */
export function useStages<S extends Stage>(count: number, open: () => Promise<S>): Stages<S> {
  const places = createPlaces(count)
  const idle: S[] = []
  afterAll(async () => {
    await Promise.all(idle.splice(0).map((stage) => stage.close()))
  })
  return {
    run: async (webhooks, work) => {
      await using _place = await places.take()
      const stage = idle.pop() ?? (await open())
      try {
        await stage.begin(webhooks)
        await work(stage)
      } catch (error) {
        // Its state is unknown: no other test may use it.
        await stage.close()
        throw error
      }
      idle.push(stage)
    },
  }
}

// Finished models after the engine's limit of 15 minutes, while the vendor's status is temporarily unavailable
// (decisions.md 68).
import { afterEach, describe, expect, test } from 'bun:test'
import {
  openGenerationService,
  startedTask,
  succeeded,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { shortTimers } from '../../../testing/service/short-timers.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 5 })
const afterDeadline = 15 * 60 + 1
const trouble = { kind: 'failed', message: 'The engine answered with an error.' } as const
const noAnswer = { kind: 'running', percent: null, trouble } as const

let restore = () => {}
afterEach(() => restore())
const hurry = () => {
  restore = shortTimers((ms) => (ms >= 2_000 && ms <= 10_000 ? 5 : ms))
}

describe('a finished model after the time limit', () => {
  test('is delivered when storing it succeeds only on the second attempt', async () => {
    const { objects } = service.deps
    let stores = 0
    const repaired = service.replace({
      objects: {
        putFile: async (...file) => {
          stores += 1
          if (stores > 1) return await objects.putFile(...file)
          service.advance(afterDeadline)
          throw new Error('the bucket is away')
        },
      },
    })
    let looks = 0
    service.engine.script.read = () => {
      looks += 1
      return looks === 2 ? noAnswer : succeeded
    }
    hurry()
    const response = await service.post('/api/generate', person, { prompt: 'a cup' })
    repaired()
    service.advance(-afterDeadline)
    expect([response.status, (await response.json()).persisted]).toEqual([200, true])
    expect(await service.credits(person)).toBe(4)
  })

  test('is delivered unrefined when its refinement does not finish in time', async () => {
    const { engines, script } = service.engine
    service.replace({
      engines: {
        ...engines,
        fallback: (task) =>
          task.isPartial ? null : { ...task, taskId: 'before', isPartial: true },
      },
    })
    script.start = () => startedTask()
    let looks = 0
    script.read = ({ isPartial }) => {
      if (isPartial) {
        looks += 1
        return looks === 1 ? noAnswer : succeeded
      }
      service.advance(afterDeadline)
      return { kind: 'running', percent: 50 }
    }
    hurry()
    const body = { prompt: 'a cup', advanced: { engine: 'engine_4', refinementPass: true } }
    const response = await service.post('/api/generate', person, body)
    service.advance(-afterDeadline)
    service.replace({ engines })
    const { taskId, creditsCharged } = await response.json()
    expect([response.status, taskId, creditsCharged]).toEqual([200, 'before', 1])
    expect(await service.credits(person)).toBe(4)
  })
})

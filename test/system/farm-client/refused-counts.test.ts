// A plate that its printer has ejected, when the service refuses the counts: the service was rolled back to a release
// before shared plates, or requires other counts. The plate is never returned, because it would be printed again.
import { beforeEach, expect, test } from 'bun:test'
import { readConfig } from '../../../client/farm/config/config.ts'
import { Refused } from '../../../client/farm/http.ts'
import type { Farm, Job, StateReport } from '../../../client/farm/service/farm.ts'
import { createRunner } from '../../../client/farm/work/run-printer.ts'
import { fileNameOf } from '../../../client/farm/work/runner-deps.ts'
import type { StateFile, Work } from '../../../client/farm/work/state.ts'

const job: Job = {
  id: '7f6d8a52-0d8c-4f4a-9a53-3d2f0c7f7a11',
  lease: '0a1b2c3d-0000-4000-8000-000000000000',
  orderCode: 'SVC-ABC234',
  plate: 1,
  parts: 5,
  ownParts: 2,
  sha256: 'ab'.repeat(32),
  isArchive: false,
}

const counted = {
  reason: null,
  isAttempt: true,
  started: true,
  sentBytes: null,
  askedAt: null,
  runsUntil: null,
} as const

let work: Work | null
let counts: number[]
let beats: number
let reports: StateReport[]
let log: string[]
let isCleared: boolean
beforeEach(() => {
  work = { job, phase: 'cleared', ...counted }
  ;[counts, beats, reports, log, isCleared] = [[], 0, [], [], false]
})

/** Starts a client. `accepts`: the number of good parts that the service accepts; any other is refused as invalid. */
function runner(accepts: number | null) {
  const state: StateFile = {
    read: () => work,
    write: (_printer, next) => {
      work = next
    },
  }
  const farm: Farm = {
    claim: async () => ({ job: null, reason: null }),
    report: async (_printer, report) => {
      reports.push(report)
      return isCleared
    },
    clear: async () => null,
    download: async () => new Uint8Array(),
    heartbeat: async () => {
      beats += 1
      return null
    },
    done: async (_job, { good }) => {
      counts.push(good)
      if (good !== accepts) throw new Refused(400, '{"error":"good and scrap must add up."}')
    },
    fail: async () => {
      throw new Error('nothing has failed')
    },
  }
  const printer = {
    state: async () => ({ kind: 'complete' as const, file: fileNameOf(job) }),
    upload: async () => {},
    start: async () => {},
    cancel: async () => {},
  }
  const [config] = readConfig({
    FARM_URL: 'http://127.0.0.1',
    INTERNAL_KEY: 'key',
    PRINTERS: '[{"name":"k1","kind":"moonraker","url":"http://127.0.0.1","plate":"auto"}]',
  }).printers
  if (config === undefined) throw new Error('no printer')
  const times = { heartbeatMs: 0, reportMs: 0 }
  return createRunner({ config, printer, farm, state, ...times, log: (line) => log.push(line) })
}

test('all parts of a shared plate are counted', async () => {
  await runner(5).step()
  expect([counts, work]).toEqual([[5], null])
})

test('a service of a release that knows only the claimed job gets the count of that job', async () => {
  await runner(2).step()
  expect([counts, work]).toEqual([[5, 2], null])
})

test('a plate with refused counts stays claimed and full until it is cleared at the desk', async () => {
  const { step } = runner(null)
  await step()
  expect(counts).toEqual([5, 2])
  expect(work?.phase).toBe('uncounted')
  expect(log.at(-1)).toBe('k1: keeps its plate of SVC-ABC234. Count its parts at the desk.')
  const before = beats
  await step()
  await step()
  expect(counts).toEqual([5, 2])
  expect(beats).toBeGreaterThan(before)
  expect(reports.at(-1)).toMatchObject({ state: 'finished', jobId: job.id })
  isCleared = true
  await step()
  expect(work).toBeNull()
})

test('a plate of one job is not counted twice', async () => {
  work = {
    job: { ...job, ownParts: 5 },
    phase: 'cleared',
    ...counted,
  }
  await runner(null).step()
  expect([counts, work?.phase]).toEqual([[5], 'uncounted'])
})

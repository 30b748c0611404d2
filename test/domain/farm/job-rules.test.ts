// The rules of print jobs that the database's transactions use. The expected values are derived manually from
// server/domain/farm/README.md: three attempts, ten connection failures, a plate that stops when every order is on
// hold.

import { describe, expect, test } from 'bun:test'
import { printFileIdOf } from '../../../server/domain/base/ids/print-file-id.ts'
import { printJobIdOf } from '../../../server/domain/base/ids/print-job-id.ts'
import {
  attemptsAfterRelease,
  isFault,
  isSameFailure,
  refusalAfter,
  riderOutcome,
  stateAfterAttempt,
  stopAfter,
  stopReasonOfHolds,
} from '../../../server/domain/farm/claim/claim-end.ts'
import { statusOfParts, statusOfReprint } from '../../../server/domain/farm/queue/order-progress.ts'
import { numberPlates } from '../../../server/domain/farm/queue/plate-numbers.ts'
import {
  changedTogether,
  checkChange,
  checkNewFile,
  countsOfWaiting,
  goodOfRun,
} from '../../../server/domain/farm/reports/job-change.ts'
import { reprintsOf } from '../../../server/domain/farm/reports/reprint-jobs.ts'
import { printOptions } from '../../../testing/orders.ts'

describe('the end of a claim', () => {
  test('the third attempt is the last one', () => {
    expect([1, 2, 3, 4].map(stateAfterAttempt)).toEqual(['queued', 'queued', 'failed', 'failed'])
  })

  test('a withdrawn claim is not an attempt', () => {
    expect([0, 1, 3].map(attemptsAfterRelease)).toEqual([0, 0, 2])
  })

  test('ten connection failures do not count as attempts', () => {
    const fault = { isAttempt: false }
    expect([0, 9, 10].map((faults) => isFault(fault, { faults }))).toEqual([true, true, false])
    expect(isFault({ isAttempt: true }, { faults: 0 })).toBe(false)
  })

  test('a repeated failure report matches the one that ended the claim', () => {
    const failed = { kind: 'failed', detail: 'Nozzle clogged' }
    const released = { kind: 'released', detail: 'The order is on hold: x' }
    expect(isSameFailure(failed, { isAttempt: true })).toBe(true)
    expect(isSameFailure(released, { isAttempt: false })).toBe(true)
    expect(isSameFailure(released, { isAttempt: true })).toBe(false)
    expect(isSameFailure(null, { isAttempt: true })).toBe(false)
  })

  test('a printer gets the reason why it must stop', () => {
    const cancelled = { kind: 'cancelled', detail: null }
    expect(stopAfter(cancelled)).toBe('An operator cancelled it.')
    expect(refusalAfter(cancelled)).toEqual({
      kind: 'job_withdrawn',
      reason: 'An operator cancelled it.',
    })
    expect(stopAfter({ kind: 'expired', detail: null })).toBeNull()
    expect(refusalAfter(null)).toEqual({ kind: 'job_lease_lost' })
  })

  test('a plate stops when every order on it is on hold', () => {
    const hold = { reason: 'Out of black PETG', at: new Date(0), by: 'ops@example.com' }
    expect(stopReasonOfHolds([hold, hold])).toBe('The order is on hold: Out of black PETG')
    expect(stopReasonOfHolds([hold, null])).toBeNull()
    expect(stopReasonOfHolds([null, hold])).toBeNull()
    expect(stopReasonOfHolds([])).toBeNull()
  })

  test('a job that shared a plate follows its lead, and waits for an operator when it may have been printed', () => {
    const reason = 'The printer mk4-1 sent no heartbeat.'
    expect(riderOutcome({ state: 'queued', reason })).toEqual({
      state: 'queued',
      event: 'expired',
      reason,
    })
    expect(riderOutcome({ state: 'failed', reason })).toMatchObject({ state: 'failed', reason })
    expect(riderOutcome({ state: 'done', reason: null })).toMatchObject({
      state: 'failed',
      event: 'failed',
      reason: 'Its plate was reported without it. Count its parts manually, or queue it again.',
    })
  })
})

describe('changes by operators', () => {
  test.each([
    ['requeue', ['claimed', 'printing', 'failed']],
    ['cancel', ['queued', 'claimed', 'printing', 'failed']],
    ['finish', ['queued', 'claimed', 'printing', 'failed']],
    ['reprint', ['done']],
  ] as const)('%s applies to jobs that are %p', (action, states) => {
    const all = ['queued', 'claimed', 'printing', 'done', 'failed', 'cancelled'] as const
    const applies = all.filter(
      (state) => checkChange({ state, version: 4 }, { action, version: 4 }).ok,
    )
    expect(applies).toEqual([...states])
  })

  test('a job that has changed since is refused, whatever its state', () => {
    expect(
      checkChange({ state: 'done', version: 5 }, { action: 'cancel', version: 4 }),
    ).toMatchObject({ failure: { kind: 'job_changed', state: 'done' } })
  })

  test('a file is accepted only for a queued or failed job', () => {
    const change = { action: 'file', version: null } as const
    expect(checkNewFile({ state: 'queued', version: 1 }, change).ok).toBe(true)
    expect(checkNewFile({ state: 'failed', version: 1 }, change).ok).toBe(true)
    expect(checkNewFile({ state: 'printing', version: 1 }, change)).toMatchObject({
      failure: { kind: 'job_in_state', state: 'printing', action: 'file' },
    })
  })

  test('a run is withdrawn with all of its jobs, and a failed job with the other failed jobs', () => {
    const plate = (['claimed', 'printing', 'failed', 'cancelled'] as const).map((state) => ({
      state,
    }))
    const [claimed, printing, failed] = plate
    if (claimed === undefined || failed === undefined) throw new Error('no jobs')
    expect(changedTogether(claimed, plate)).toEqual([{ state: 'claimed' }, { state: 'printing' }])
    expect(printing).toBeDefined()
    expect(changedTogether(failed, plate)).toEqual([{ state: 'failed' }])
  })

  test('scrap is at most the counted number', () => {
    const finish = (scrap: number) => ({ action: 'finish', scrap }) as const
    expect(goodOfRun(5, finish(2))).toMatchObject({ value: 3 })
    expect(goodOfRun(5, finish(6))).toMatchObject({ failure: { parts: 5 } })
    const job = { id: printJobIdOf('a'), parts: 4 }
    expect(countsOfWaiting(job, finish(1))).toMatchObject({ value: { good: 3, scrap: 1 } })
    const another = { ...finish(0), jobs: [{ jobId: printJobIdOf('b'), scrap: 0 }] }
    expect(countsOfWaiting(job, another)).toMatchObject({ failure: { parts: 4 } })
  })
})

describe('an order follows its jobs', () => {
  const order = (status: 'ACCEPTED' | 'PRINTING' | 'SHIPPED') => ({
    status,
    options: printOptions({ quantity: 3 }),
  })

  test('the last good part sets it to printed', () => {
    expect(statusOfParts(order('PRINTING'), { good: 3, open: 0 })).toBe('PRINTED')
    expect(statusOfParts(order('PRINTING'), { good: 2, open: 0 })).toBe('PRINTING')
    expect(statusOfParts(order('PRINTING'), { good: 3, open: 1 })).toBe('PRINTING')
    expect(statusOfParts(order('SHIPPED'), { good: 3, open: 0 })).toBe('SHIPPED')
  })

  test('bad parts of a printed order set it to printing again', () => {
    expect(statusOfReprint('PRINTED')).toBe('PRINTING')
    expect(statusOfReprint('DELIVERED')).toBe('PRINTING')
    expect(statusOfReprint('ACCEPTED')).toBe('ACCEPTED')
  })
})

test('plates without a number continue after the last one', () => {
  const plate = (number: number | null) => ({ line: null, parts: 1, plate: number, file: null })
  const numbers = (stated: readonly (number | null)[], known: readonly number[]) => {
    const numbered = numberPlates(stated.map(plate), known)
    return numbered.ok ? numbered.value.map((each) => each.plate) : numbered.failure
  }
  expect(numbers([null, null], [1, 2])).toEqual([3, 4])
  expect(numbers([7, null], [1])).toEqual([7, 8])
  expect(numbers([2], [1, 2])).toEqual({ kind: 'plate_taken', plate: 2 })
})

describe('spoiled parts', () => {
  const fileId = printFileIdOf('f')
  const job = { parts: 4, fileId, ownKind: 'model', centihours: 400 } as const

  test('keep the g-code for the same number of parts', () => {
    expect(reprintsOf(job, 4)).toEqual({
      jobs: 1,
      partsPerJob: 4,
      fileId,
      keepsFile: true,
      keepsSlices: true,
      centihours: 400,
    })
  })

  test('are sliced again when there are fewer', () => {
    expect(reprintsOf(job, 1)).toMatchObject({
      jobs: 1,
      partsPerJob: 1,
      fileId: null,
      keepsFile: false,
      centihours: 100,
    })
  })

  test('are printed one by one from a sliced file of the order', () => {
    const sliced = { ...job, fileId: null, ownKind: 'gcode' } as const
    expect(reprintsOf(sliced, 3)).toMatchObject({ jobs: 3, partsPerJob: 1, keepsFile: true })
  })
})

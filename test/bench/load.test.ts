import { expect, test } from 'bun:test'
import { loadLimits, reasonsBusy, unknownLoad, verdictOf } from '../../bench/runner/load.ts'
import { sharesOf } from '../../bench/runner/load-meter.ts'
import { descendants } from '../../bench/runner/own-processes.ts'
import { parseCpuTimes } from '../../bench/runner/proc.ts'
import { quiet } from './results-sample.ts'

test('a run on a quiet machine is judged, a run above any limit of load is not', () => {
  expect([verdictOf(true, quiet), verdictOf(false, quiet)]).toEqual(['met', 'missed'])
  for (const [name, limit] of Object.entries(loadLimits)) {
    const load = { ...quiet, [name]: limit + 0.01 }
    expect([name, reasonsBusy(load).length, verdictOf(true, load), verdictOf(false, load)]).toEqual(
      [name, 1, 'not judged', 'not judged'],
    )
    expect(reasonsBusy({ ...quiet, [name]: limit })).toEqual([])
  }
  expect(verdictOf(null, { ...quiet, stealShare: 1 })).toBe('reported')
})

test('an unknown load does not change the verdict', () => {
  expect(verdictOf(false, unknownLoad)).toBe('missed')
})

test('the share of other processes is the busy time that the run did not use', () => {
  // In ticks: user 100 + nice 20 + system 30; idle 800 + waiting 10; interrupts 5 + 5; stolen 30.
  const from = parseCpuTimes('cpu  100 20 30 800 10 5 5 30 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n')
  expect(from).toEqual({ busy: 150, idle: 810, steal: 30, all: 1000 })
  // 200 ticks more: 120 busy, of which the run took 100; 4 stolen; 76 idle.
  const to = parseCpuTimes('cpu  200 20 50 876 10 5 5 34 0 0\n')
  expect(sharesOf(from, to, 100)).toEqual({ foreignShare: 0.1, stealShare: 0.02 })
  // Ticks are rounded to hundredths of a second, so the run's count may exceed the machine's.
  expect(sharesOf(from, to, 130).foreignShare).toBe(0)
  expect(sharesOf(from, null, 0)).toEqual({ foreignShare: null, stealShare: null })
  expect(parseCpuTimes('')).toBeNull()
})

test('the processes of a run are the marked ones and everything below them', () => {
  const parents = { 1: 0, 10: 1, 11: 10, 12: 11, 20: 1, 21: 20, 30: 31, 31: 30 }
  const all = new Map(Object.entries(parents).map(([pid, parent]) => [Number(pid), { parent }]))
  expect(descendants(all, (pid) => pid === 10 || pid === 21)).toEqual([10, 11, 12, 21])
})

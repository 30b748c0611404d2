// The displayed state of a printer, the reasons why it gets no job, and the restrictions of a claim. The expected
// values are derived manually from the definitions in server/domain/farm/printers.
import { describe, expect, test } from 'bun:test'
import type { PrinterState } from '../../../server/domain/base/metrics/metric-catalog.ts'
import { abilityOf } from '../../../server/domain/farm/printers/ability.ts'
import {
  isPlateFull,
  noJobReason,
  type Printer,
  stateOf,
} from '../../../server/domain/farm/printers/printer.ts'

const at = (clock: string) => new Date(`2026-11-26T${clock}Z`)
const printer: Printer = {
  name: 'mk4-1',
  model: null,
  profile: '',
  profileNozzleMm: null,
  acceptsSharedPlates: false,
  bedMm: null,
  bedOrigin: 'front_left',
  nozzleDiameter: null,
  firmware: null,
  fileKinds: [],
  spools: [],
  areSpoolsCounted: false,
  tags: [],
  reported: 'ready',
  detail: null,
  reportedSince: at('09:00:00'),
  unreachable: null,
  lastHeardAt: at('10:00:00'),
  jobId: null,
  progress: null,
  remainingSeconds: null,
  clearedAt: null,
  maintenance: null,
  version: 1,
  desk: {
    controls: null,
    missing: [],
    temperatures: null,
    reportedAt: null,
    pictureAt: null,
    command: null,
  },
}
const repair = { since: at('09:30:00'), note: 'New nozzle', by: 'ops@example.com' }

describe('the displayed state', () => {
  const rows: readonly [string, Partial<Printer>, string, PrinterState, string][] = [
    ['what was reported', {}, '10:00:05', 'ready', '09:00:00'],
    ['a print', { reported: 'printing' }, '10:00:05', 'printing', '09:00:00'],
    ['a pause', { reported: 'paused' }, '10:00:05', 'paused', '09:00:00'],
    ['an error', { reported: 'error' }, '10:00:05', 'error', '09:00:00'],
    ['a full plate', { reported: 'finished' }, '10:00:05', 'finished', '09:00:00'],
    [
      'a plate that was cleared',
      { reported: 'finished', clearedAt: at('09:45:00') },
      '10:00:05',
      'ready',
      '09:45:00',
    ],
    ['119 s of silence', { reported: 'printing' }, '10:01:59', 'printing', '09:00:00'],
    ['120 s of silence', { reported: 'printing' }, '10:02:00', 'offline', '10:00:00'],
    ['silence of a full plate', { reported: 'finished' }, '12:00:00', 'offline', '10:00:00'],
    ['silence after an error', { reported: 'error' }, '12:00:00', 'offline', '10:00:00'],
    ['maintenance', { maintenance: repair }, '10:00:05', 'maintenance', '09:30:00'],
    [
      'maintenance of a silent printer',
      { reported: 'printing', maintenance: repair },
      '12:00:00',
      'maintenance',
      '09:30:00',
    ],
  ]
  test.each(rows)('%s', (_name, facts, now, state, since) => {
    expect(stateOf({ ...printer, ...facts }, at(now))).toEqual({ state, since: at(since) })
  })
})

describe('a claim', () => {
  const rows: readonly [string, Partial<Printer>, ReturnType<typeof noJobReason>][] = [
    ['of a ready printer gets a job', {}, null],
    ['of one that prints gets a job', { reported: 'printing' }, null],
    ['of one in maintenance gets none', { maintenance: repair }, 'maintenance'],
    ['of one with a full plate gets none', { reported: 'finished' }, 'plate'],
    [
      'after the plate was cleared gets one',
      { reported: 'finished', clearedAt: at('10:00:00') },
      null,
    ],
    ['of a paused one gets none', { reported: 'paused' }, 'paused'],
    ['of one with an error gets none', { reported: 'error' }, 'error'],
    [
      'of a paused one in maintenance gets the reason of the maintenance',
      { reported: 'paused', maintenance: repair },
      'maintenance',
    ],
  ]
  test.each(rows)('%s', (_name, facts, reason) => {
    expect(noJobReason({ ...printer, ...facts })).toBe(reason)
  })

  test('only the state finished without a clear is a full plate', () => {
    const full = (facts: Partial<Printer>) => isPlateFull({ ...printer, ...facts })
    expect(full({ reported: 'finished' })).toBe(true)
    expect(full({ reported: 'finished', clearedAt: at('10:00:00') })).toBe(false)
    expect(full({ reported: 'printing' })).toBe(false)
  })
})

describe('the restrictions of a claim', () => {
  const nothing = {
    materials: undefined,
    colors: undefined,
    nozzleDiameters: undefined,
    volumeMm: undefined,
    fileKinds: undefined,
    acceptsSharedPlates: undefined,
  }
  const spools = [{ slot: 1, material: 'petg', color: 'Black', gramsLeft: null }] as const

  test('an unknown printer takes only plain g-code', () => {
    expect(abilityOf(printer, nothing)).toEqual({
      printer: 'mk4-1',
      materials: null,
      colors: null,
      spools: null,
      nozzleDiameters: null,
      volumeMm: null,
      fileKinds: ['gcode'],
      acceptsSharedPlates: false,
      profile: '',
      firmware: null,
    })
  })

  test('are taken from the record when the claim does not state them', () => {
    const known: Printer = {
      ...printer,
      spools,
      nozzleDiameter: 0.6,
      bedMm: [250, 210, 220],
      fileKinds: ['plates'],
      acceptsSharedPlates: false,
    }
    expect(abilityOf(known, nothing)).toEqual({
      printer: 'mk4-1',
      materials: null,
      colors: null,
      spools,
      nozzleDiameters: [0.6],
      volumeMm: [250, 210, 220],
      fileKinds: ['plates'],
      acceptsSharedPlates: false,
      profile: '',
      firmware: null,
    })
    expect(
      abilityOf(known, {
        materials: ['petg'],
        colors: ['Black'],
        nozzleDiameters: [0.4],
        volumeMm: [100, 100, 100],
        fileKinds: ['gcode'],
        acceptsSharedPlates: false,
      }),
    ).toEqual({
      printer: 'mk4-1',
      materials: ['petg'],
      colors: ['Black'],
      spools,
      nozzleDiameters: [0.4],
      volumeMm: [100, 100, 100],
      fileKinds: ['gcode'],
      acceptsSharedPlates: false,
      profile: '',
      firmware: null,
    })
  })

  test('exclude beds with their origin at the center, because sizes of jobs are measured from a corner', () => {
    const delta: Printer = { ...printer, bedMm: [200, 200, 300], bedOrigin: 'center' }
    expect(abilityOf(delta, nothing).volumeMm).toBeNull()
  })
})

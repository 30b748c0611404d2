// The filter of the work queue, parsed from and written to the query of an address.
import { describe, expect, test } from 'bun:test'
import {
  paidOf,
  queueQuery,
  readQueueFilter,
  searchWords,
  sortOf,
  statusesOf,
  wholeQueue,
} from '../../../server/domain/fulfillment/queue-filter.ts'
import { openStatuses } from '../../../server/domain/orders/record/status.ts'

const read = (query: string) => readQueueFilter(Object.fromEntries(new URLSearchParams(query)))

test('no choice is the whole queue', () => {
  expect(read('page=3&unrelated=1&q=')).toEqual({ filter: wholeQueue, unknown: [] })
  expect([statusesOf(wholeQueue), paidOf(wholeQueue), sortOf(wholeQueue)]).toEqual([
    openStatuses,
    'any',
    'due',
  ])
})

test('a filter reads as it was written', () => {
  const query =
    'q=grace&status=PRINTING&material=petg&color=Sakura+Pink&nozzle=0.6&country=DE&paid=any&held=no&late=yes&age=7&sort=oldest&group=spool'
  expect(String(queueQuery(read(query).filter))).toBe(query)
})

test.each([
  ['status', 'DONE'],
  ['material', 'wood'],
  ['nozzle', '0.5'],
  ['country', 'ZZ'],
  ['paid', 'maybe'],
  ['held', '1'],
  ['late', 'no'],
  ['age', '0'],
  ['age', '1.5'],
  ['age', '9999'],
  ['sort', 'price'],
  ['group', 'color'],
  ['q', 'x'.repeat(201)],
  ['color', 'x'.repeat(67)],
])('%s=%s is ignored and named', (name, value) => {
  expect(read(new URLSearchParams({ [name]: value }).toString())).toEqual({
    filter: wholeQueue,
    unknown: [{ name, value }],
  })
})

test.each([
  ['', openStatuses, 'any', 'due'],
  ['status=RECEIVED', ['RECEIVED'], 'any', 'due'],
  ['status=SHIPPED&sort=due', ['SHIPPED'], 'any', 'newest'],
  ['status=closed&sort=oldest', ['CANCELLED', 'REJECTED'], 'any', 'oldest'],
  ['status=PENDING_PAYMENT', ['PENDING_PAYMENT'], 'any', 'newest'],
  ['q=ada&status=open', openStatuses, 'any', 'due'],
] as const)('%s: statuses, payment and sorting of the list', (query, statuses, paid, sort) => {
  const { filter } = read(query)
  expect<unknown>([statusesOf(filter), paidOf(filter), sortOf(filter)]).toEqual([
    statuses,
    paid,
    sort,
  ])
})

test('a search for all orders finds the paid ones, and unpaid ones on request', () => {
  expect(statusesOf(read('status=all').filter)).not.toContain('PENDING_PAYMENT')
  for (const query of ['status=all&paid=any', 'status=all&paid=no', 'q=ada']) {
    expect([query, statusesOf(read(query).filter).length]).toEqual([query, 9])
  }
})

describe('the search words', () => {
  test.each([
    ['Grace  Hopper', ['Grace', 'Hopper']],
    ['SVC-7KQ', ['7KQ']],
    ['svc-7kq2zm ada', ['7kq2zm', 'ada']],
    ['müller@example.com', ['muller@example.com']],
    ['gear_v2.stl', ['gear', 'v2', 'stl']],
    ["O'Hara; drop", ['O', 'Hara', 'drop']],
    ['--- !', []],
    ['a a a', ['a']],
  ])('of %p', (text, words) => {
    expect(searchWords(text)).toEqual(words)
  })
})

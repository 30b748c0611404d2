// The events and the API version that operators are told to choose are those that the service uses.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Stripe from 'stripe'
import { usedEventTypes } from '../../server/adapters/payments/events.ts'

const operations = readFileSync(join(import.meta.dir, '../../docs/operations.md'), 'utf8')
const eventType = /`((?:[a-z_]+\.){1,2}[a-z_]+)`/g
const listedIn = (text: string) => [...text.matchAll(eventType)].map(([, type]) => type)
const used: readonly string[] = usedEventTypes

test('operations.md lists every event that the service uses once, and its API version', () => {
  const [, section = ''] = operations.split('## Connect Stripe')
  const [list = ''] = section.split('The version must match')
  expect(listedIn(list).toSorted()).toEqual(usedEventTypes.toSorted())
  expect(list).toContain(`\`${new Stripe('sk_test_docs').getApiField('version')}\``)
  const rest = operations.replace(list, '')
  expect(listedIn(rest).filter((type) => type !== undefined && used.includes(type))).toEqual([])
})

// The events and the API version that the guide tells operators to choose are those that the service uses.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Stripe from 'stripe'
import { usedEventTypes } from '../../server/adapters/payments/events.ts'

const docs = join(import.meta.dir, '../../docs')
const textOf = (path: string) => readFileSync(join(docs, path), 'utf8')
const eventType = /`((?:[a-z_]+\.){1,2}[a-z_]+)`/g
const listedIn = (text: string) => [...text.matchAll(eventType)].map(([, type]) => type)

test('the guide on webhooks lists every event that the service uses, and its API version', () => {
  const [, section = ''] = textOf('guides/webhooks.md').split('## For operators: connect Stripe')
  const [list = ''] = section.split('Every event is checked')
  expect(listedIn(list).toSorted()).toEqual(usedEventTypes.toSorted())
  expect(list).toContain(`\`${new Stripe('sk_test_docs').getApiField('version')}\``)
})

test('the guide for operators lists none of its own, but links to that list', () => {
  const text = textOf('operations.md')
  expect(text).toContain('(guides/webhooks.md#for-operators-connect-stripe)')
  const used: readonly string[] = usedEventTypes
  expect(listedIn(text).filter((type) => type !== undefined && used.includes(type))).toEqual([])
})

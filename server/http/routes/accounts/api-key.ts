// /api/account/api-key: reads, issues or rotates, and revokes the account's single key (contract.md 4.4, decisions.md
// 18).
import * as v from 'valibot'
import {
  issueApiKey,
  overlapHoursRange,
  readApiKey,
  revokeApiKey,
} from '../../../domain/accounts/api-key.ts'
import type { ApiKeyRecord } from '../../../domain/accounts/ports.ts'
import { secretForms } from '../../../domain/accounts/secrets.ts'
import { ok } from '../../../domain/base/result.ts'
import { strictJson } from '../../contract/body.ts'
import { shownOnce } from '../../contract/field-texts.ts'
import { ignoredNames } from '../../contract/ignored-names.ts'
import { done, flag, moment, named, orNull, says, text } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { Reply, route } from '../../middleware/route.ts'

const shared = {
  path: '/api/account/api-key',
  tag: 'Account',
  access: account({ accepts: ['session'] }),
} as const

const prefix = text('The first characters, to distinguish secrets.')

const replaced = v.optional(
  named(
    'ReplacedApiKey',
    v.object({ prefix, validUntil: moment('When it stops working.') }),
    'The previous key. Absent unless it still works.',
  ),
)

const replacedJson = ({ replaced: key }: ApiKeyRecord) =>
  key === null ? {} : { replaced: { prefix: key.prefix, validUntil: key.validUntil.toISOString() } }

const keyStatus = named(
  'ApiKeyStatus',
  v.object({
    exists: flag('Whether the account has a key.'),
    prefix: says(orNull(prefix), 'Its first characters; null without a key.'),
    createdAt: says(orNull(moment('The time at which it was issued.')), 'null without a key.'),
    replaced,
  }),
  'Facts about the API key of an account.',
)

const exampleKey = `svc_live_${'0123456789ab'.repeat(4)}`
const facts = { prefix: exampleKey.slice(0, 14), createdAt: '2026-11-21T09:30:00.000Z' }

export const readApiKeyRoute = route({
  ...shared,
  method: 'GET',
  id: 'readApiKey',
  summary: 'Get API key status',
  description:
    'Whether there is a key, and its first characters. The key itself is shown only when it is issued.',
  response: {
    description: 'Facts about the key, never the key itself.',
    schema: keyStatus,
    example: { exists: true, ...facts },
  },
  handler: async function getApiKeyStatus({ deps }, { caller }) {
    const key = await readApiKey(deps, caller)
    return ok({
      exists: key !== null,
      prefix: key?.prefix ?? null,
      createdAt: key?.createdAt.toISOString() ?? null,
      ...(key === null ? {} : replacedJson(key)),
    })
  },
})

const issuedKey = named(
  'IssuedApiKey',
  v.object({
    key: v.pipe(v.string(), v.regex(secretForms.api_key), v.description(`The key. ${shownOnce}`)),
    prefix,
    createdAt: moment('The time at which it was issued.'),
    replaced,
    ignored: ignoredNames,
  }),
  'A new API key.',
)

const { min, max } = overlapHoursRange
const rotation = v.object({
  overlapHours: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(min),
      v.maxValue(max),
      v.description(
        'How many hours the present key stays valid next to the new one, so that programs can switch to the new key without an outage. ' +
          'A key that was replaced earlier stops working immediately.',
      ),
    ),
    0,
  ),
})

export const issueApiKeyRoute = route({
  ...shared,
  method: 'POST',
  id: 'issueApiKey',
  summary: 'Issue or rotate the API key',
  description:
    'An account has one key: issuing another one invalidates the old one immediately, or after `overlapHours`. It needs a saved card, because the ' +
    'key charges it.',
  body: strictJson(rotation, {
    optional: true,
    example: { overlapHours: 24 },
    refused: [{ overlapHours: max + 1 }, { overlapHour: 24 }],
  }),
  response: {
    description: 'The new key.',
    schema: issuedKey,
    example: { key: exampleKey, ...facts },
  },
  refusals: [{ kind: 'card_required' }],
  handler: async function issueKey({ deps }, { caller, body: { value, ignored } }) {
    const issued = await issueApiKey(deps, caller, value)
    if (!issued.ok) return issued
    const { key, prefix: begins, createdAt } = issued.value
    const json = {
      key,
      prefix: begins,
      createdAt: createdAt.toISOString(),
      ...replacedJson(issued.value),
      ...(ignored !== undefined && { ignored: [...ignored] }),
    }
    return ok(new Reply(json, { headers: { 'cache-control': 'no-store' } }))
  },
})

export const revokeApiKeyRoute = route({
  ...shared,
  method: 'DELETE',
  id: 'revokeApiKey',
  summary: 'Revoke the API key',
  description:
    'Takes effect immediately, also for a replaced key that still works, and succeeds if there is no key.',
  response: { description: 'The account no longer has a key.', schema: done },
  handler: async function revokeKey({ deps }, { caller }) {
    await revokeApiKey(deps, caller)
    return ok({ ok: true })
  },
})

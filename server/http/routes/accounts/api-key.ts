// /api/account/api-key: reads, issues or rotates, and revokes the account's one key (contract.md 4.4, decisions.md 18).
import * as v from 'valibot'
import { issueApiKey, readApiKey, revokeApiKey } from '../../../domain/accounts/api-key.ts'
import { ok } from '../../../domain/base/result.ts'
import { done, flag, moment, named, orNull, says, text } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { Reply, route } from '../../middleware/route.ts'

const shared = {
  path: '/api/account/api-key',
  tag: 'Account',
  access: account({ accepts: ['session'] }),
} as const

const prefix = text('The first characters, to tell secrets apart.')

const keyStatus = named(
  'ApiKeyStatus',
  v.object({
    exists: flag('Whether the account has a key.'),
    prefix: says(orNull(prefix), 'Its first characters; null without a key.'),
    createdAt: says(orNull(moment('The time at which it was issued.')), 'null without a key.'),
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
    'Whether there is a key, and how it begins. The key itself is shown only when it is issued.',
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
    })
  },
})

const issuedKey = named(
  'IssuedApiKey',
  v.object({
    key: v.pipe(
      v.string(),
      v.regex(/^svc_live_[0-9a-f]{48}$/),
      v.description('The key. This is the only time that it is shown.'),
    ),
    prefix,
    createdAt: moment('The time at which it was issued.'),
  }),
  'A new API key.',
)

export const issueApiKeyRoute = route({
  ...shared,
  method: 'POST',
  id: 'issueApiKey',
  summary: 'Issue or rotate the API key',
  description:
    'An account has one key: issuing another one stops the old one at once. It needs a saved card, because the key ' +
    'charges it.',
  response: {
    description: 'The new key.',
    schema: issuedKey,
    example: { key: exampleKey, ...facts },
  },
  refusals: [{ kind: 'card_required' }],
  handler: async function issueKey({ deps }, { caller }) {
    const issued = await issueApiKey(deps, caller)
    if (!issued.ok) return issued
    const createdAt = issued.value.createdAt.toISOString()
    return ok(
      new Reply({ ...issued.value, createdAt }, { headers: { 'cache-control': 'no-store' } }),
    )
  },
})

export const revokeApiKeyRoute = route({
  ...shared,
  method: 'DELETE',
  id: 'revokeApiKey',
  summary: 'Revoke the API key',
  description: 'Takes effect at once, and succeeds when there is no key.',
  response: { description: 'There is no key any more.', schema: done },
  handler: async function revokeKey({ deps }, { caller }) {
    await revokeApiKey(deps, caller)
    return ok({ ok: true })
  },
})

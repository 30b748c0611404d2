// /api/account/extension-tokens: creates, lists and revokes tokens, one per connection (decisions.md 18).

import * as v from 'valibot'
import {
  createExtensionToken,
  listExtensionTokens,
  maxTokenNameCharacters,
  revokeExtensionToken,
} from '../../../domain/accounts/extension-tokens.ts'
import { secretForms } from '../../../domain/accounts/secrets.ts'
import { ok } from '../../../domain/base/result.ts'
import { lengthText } from '../../../domain/base/text/text-lengths.ts'
import { json } from '../../contract/body.ts'
import { idInPath } from '../../contract/contract.ts'
import { shownOnce } from '../../contract/field-texts.ts'
import { done, moment, named, says, text } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { Reply, route } from '../../middleware/route.ts'

const path = '/api/account/extension-tokens'
const shared = { tag: 'Account', access: account({ accepts: ['session'] }) } as const

const tokenFacts = {
  id: says(v.pipe(v.string(), v.uuid()), 'The id for revoking it.'),
  prefix: text('The first characters, to distinguish secrets.'),
  name: text('Its name.'),
  createdAt: moment('The time at which it was created.'),
}
const tokens = named(
  'ExtensionTokens',
  v.array(named('ExtensionToken', v.object(tokenFacts), 'An extension token without its secret.')),
  'Newest first.',
)

const exampleToken = `svc_ext_${'0123456789ab'.repeat(4)}`
const example = {
  id: '6f9d3f7e-6a53-4a6c-9a35-0d8a1f1b2c11',
  prefix: exampleToken.slice(0, 14),
  name: 'Slicer plug-in',
  createdAt: '2026-11-21T09:30:00.000Z',
}

export const listTokensRoute = route({
  ...shared,
  method: 'GET',
  path,
  id: 'listExtensionTokens',
  summary: 'List the extension tokens',
  description:
    'All tokens that work, with their names. A secret is shown only when its token is created.',
  response: {
    description: 'Newest first, without their secrets.',
    schema: tokens,
    example: [example],
  },
  handler: async function listTokens({ deps }, { caller }) {
    const listed = await listExtensionTokens(deps, caller)
    return ok(listed.map((token) => ({ ...token, createdAt: token.createdAt.toISOString() })))
  },
})

const tokenRequest = v.object({ name: v.string() })
const createdToken = named(
  'CreatedExtensionToken',
  v.object({
    ...tokenFacts,
    token: v.pipe(
      v.string(),
      v.regex(secretForms.extension_token),
      v.description(`The secret. ${shownOnce}`),
    ),
  }),
  'A new extension token.',
)

export const createTokenRoute = route({
  ...shared,
  method: 'POST',
  path,
  id: 'createExtensionToken',
  summary: 'Create an extension token',
  description:
    'Create one per program that you connect, so that each can be revoked separately. A token submits orders and cannot read ' +
    'them. An account holds up to 50.',
  body: json(tokenRequest, {
    example: { name: 'Slicer plug-in' },
    description: `\`name\` has ${lengthText(maxTokenNameCharacters)}.`,
    wrong: { kind: 'token_name_invalid' },
  }),
  response: {
    description: 'The token.',
    schema: createdToken,
    example: { ...example, token: exampleToken },
  },
  refusals: [{ kind: 'too_many_tokens' }],
  handler: async function createToken({ deps }, { caller, body }) {
    const created = await createExtensionToken(deps, caller, body)
    if (!created.ok) return created
    const createdAt = created.value.createdAt.toISOString()
    return ok(
      new Reply({ ...created.value, createdAt }, { headers: { 'cache-control': 'no-store' } }),
    )
  },
})

export const revokeTokenRoute = route({
  ...shared,
  method: 'DELETE',
  path: `${path}/:id`,
  id: 'revokeExtensionToken',
  summary: 'Revoke an extension token',
  description: 'Takes effect immediately. Other tokens and the API key keep working.',
  parameters: [idInPath('id', 'The token’s `id`.', { type: 'string', format: 'uuid' })],
  response: { description: 'The token no longer works.', schema: done },
  refusals: [{ kind: 'token_not_found' }],
  handler: async function revokeToken({ deps }, { caller, params }) {
    const revoked = await revokeExtensionToken(deps, caller, params.id)
    return revoked.ok ? ok({ ok: true }) : revoked
  },
})

// /api/account/*: service.md "Key management", decisions.md 18.
import * as v from 'valibot'
import { extensionTokenSchema } from '../../routes/account/account-extension-tokens.ts'
import { operation } from '../operation.ts'
import { flag, link, moment, orNull, says, text } from '../schemas.ts'

const apiKey = v.pipe(
  v.string(),
  v.regex(/^svc_live_[0-9a-f]{48}$/),
  v.description('The key. This is the only time that it is shown.'),
)
const prefix = text('How the secret begins, to tell one from another.')
const done = v.object({ ok: v.literal(true) })

const keyOperations = {
  'GET /api/account/api-key': operation({
    id: 'readApiKey',
    tag: 'Account',
    summary: 'Whether there is a key',
    credentials: ['session'],
    answers: [
      {
        status: 200,
        description: 'About the key, never the key itself.',
        schema: v.object({
          exists: flag('Whether the account has a key.'),
          prefix: says(orNull(prefix), 'How it begins; null without a key.'),
          createdAt: says(orNull(moment('When it was issued.')), 'null without a key.'),
        }),
      },
    ],
    refusals: [{ kind: 'session_required' }],
  }),
  'POST /api/account/api-key': operation({
    id: 'issueApiKey',
    tag: 'Account',
    summary: 'Issue or rotate the key',
    description:
      'An account has one key: issuing another one stops the old one at once. It needs a saved card, because the key ' +
      'charges it.',
    credentials: ['session'],
    answers: [
      {
        status: 200,
        description: 'The new key.',
        schema: v.object({ key: apiKey, prefix, createdAt: moment('When it was issued.') }),
      },
    ],
    refusals: [{ kind: 'session_required' }, { kind: 'card_required' }],
  }),
  'DELETE /api/account/api-key': operation({
    id: 'revokeApiKey',
    tag: 'Account',
    summary: 'Revoke the key',
    description: 'At once, and also when there is none.',
    credentials: ['session'],
    answers: [{ status: 200, description: 'There is no key any more.', schema: done }],
    refusals: [{ kind: 'session_required' }],
  }),
}

const tokenId = says(v.pipe(v.string(), v.uuid()), 'To revoke it by.')
const tokenFacts = {
  id: tokenId,
  prefix,
  name: text('As given.'),
  createdAt: moment('When it was created.'),
}

const tokenOperations = {
  'GET /api/account/extension-tokens': operation({
    id: 'listExtensionTokens',
    tag: 'Account',
    summary: 'List the extension tokens',
    credentials: ['session'],
    answers: [
      {
        status: 200,
        description: 'Newest first, without their secrets.',
        schema: v.array(v.object(tokenFacts)),
      },
    ],
    refusals: [{ kind: 'session_required' }],
  }),
  'POST /api/account/extension-tokens': operation({
    id: 'createExtensionToken',
    tag: 'Account',
    summary: 'Create an extension token',
    description:
      'One for each program that you connect, so that each can be cut off alone. A token submits orders and cannot read ' +
      'them. An account holds up to 50.',
    credentials: ['session'],
    body: {
      type: 'application/json',
      schema: extensionTokenSchema,
      example: { name: 'Slicer plug-in' },
      description: '`name` has 1 to 100 characters.',
    },
    answers: [
      {
        status: 200,
        description: 'The token.',
        schema: v.object({
          ...tokenFacts,
          token: v.pipe(
            v.string(),
            v.regex(/^svc_ext_[0-9a-f]{48}$/),
            v.description('The secret. This is the only time that it is shown.'),
          ),
        }),
      },
    ],
    refusals: [
      { kind: 'session_required' },
      { kind: 'invalid_json' },
      { kind: 'token_name_invalid' },
      { kind: 'too_many_tokens' },
      { kind: 'body_too_large', limitBytes: 65_536 },
    ],
  }),
  'DELETE /api/account/extension-tokens/{id}': operation({
    id: 'revokeExtensionToken',
    tag: 'Account',
    summary: 'Revoke an extension token',
    credentials: ['session'],
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The token’s `id`.',
        schema: { type: 'string', format: 'uuid' },
      },
    ],
    answers: [{ status: 200, description: 'It works no more.', schema: done }],
    refusals: [{ kind: 'session_required' }, { kind: 'token_not_found' }],
  }),
}

export const accountOperations = {
  ...keyOperations,
  ...tokenOperations,
  'POST /api/account/card': operation({
    id: 'saveCard',
    tag: 'Account',
    summary: 'Open the page that saves a card',
    description:
      'Answers the address of the card processor’s own page. Whoever opens it types the card there; the card then pays ' +
      'every order of the account.',
    credentials: ['session'],
    answers: [
      {
        status: 200,
        description: 'Where to send the person.',
        schema: v.object({ url: link('The processor’s page.') }),
      },
    ],
    refusals: [{ kind: 'session_required' }, { kind: 'processor_unavailable' }],
  }),
}

// POST /api/support and /api/agent/support: questions to the support assistant (decisions.md 42).
import type * as v from 'valibot'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { ok, type Result } from '../../../domain/base/result.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { limits } from '../../../domain/limits/table.ts'
import { askSupport } from '../../../domain/support/ask-support.ts'
import { json } from '../../contract/body.ts'
import type { JsonOf } from '../../contract/schemas.ts'
import {
  type Access,
  account,
  admittedBy,
  limitRefusals,
  optionalSession,
} from '../../middleware/access.ts'
import type { CodeGuesses } from '../../middleware/code-guesses.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { type Input, route } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'
import {
  supportBody,
  supportBodyExample,
  supportInput,
  supportJson,
  supportReply,
  supportReplyExample,
} from './support-json.ts'

export type SupportContext = HttpContext & {
  /** Counts wrong codes together with those entered on the order pages. */
  readonly pageGuesses: CodeGuesses
}

/** Access with or without a session, each with a separate limit. */
const signedInOrNot: Access<AccountCaller | null> = {
  ...optionalSession,
  credentials: [],
  refusals: limitRefusals('support-assistant-signed-in'),
  limits: ['support-assistant-signed-in', 'support-assistant-anonymous'],
  admit: async (http, request) => {
    const caller = await http.authenticate(request, ['session'])
    const slot = await consumeSupportLimit(http, request, caller)
    return admittedBy(slot, caller)
  },
}

/** Counts a question per account when signed in, otherwise per client address (contract.md 9.3). */
export const consumeSupportLimit = (
  { deps, clientAddress }: HttpContext,
  request: Request,
  caller: AccountCaller | null,
) =>
  caller === null
    ? consumeRateLimit(deps, 'support-assistant-anonymous', clientAddress(request))
    : consumeRateLimit(deps, 'support-assistant-signed-in', caller.email)

const about =
  'Replies from the documentation and, with a code, from the state of an order of the caller. It changes nothing and spends nothing. What ' +
  'it cannot answer, and what only a person can decide, such as a refund or a damaged part, becomes a ticket for the operators, once for ' +
  'a conversation; `escalated` says so. That needs an email address: without one the reply asks for it.'

const common = {
  method: 'POST',
  tag: 'Agents',
  body: json(supportBody, {
    example: supportBodyExample,
    refused: [{ messages: [] }, { messages: [{ role: 'user', content: '' }] }],
  }),
  response: { description: 'The reply.', schema: supportReply, example: supportReplyExample },
} as const

export const supportRoute = route({
  ...common,
  path: '/api/support',
  id: 'askSupport',
  summary: 'Ask the support assistant',
  description:
    `${about} Without a session an order is found by its code together with its email address; too many wrong ones are refused as on ` +
    `the order pages. ${limits['support-assistant-signed-in'].limit} an hour with a session, ` +
    `${limits['support-assistant-anonymous'].limit} for each address without one.`,
  access: signedInOrNot,
  refusals: limitRefusals('order-code-misses'),
  handler: async function ask(http: SupportContext, input) {
    return await replyTo(http, input)
  },
})

export const agentSupportRoute = route({
  ...common,
  path: '/api/agent/support',
  id: 'askSupportAsAgent',
  summary: 'Ask the support assistant for an account',
  description: `${about} ${limits['agent-support'].limit} an hour for each account.`,
  access: account({ accepts: ['api_key', 'session'], limit: 'agent-support' }),
  handler: async function askAsAgent(http: SupportContext, input) {
    return await replyTo(http, input)
  },
})

type SupportRequest = Input<AccountCaller | null, never, v.InferOutput<typeof supportBody>>

async function replyTo(
  { deps, clientAddress, pageGuesses }: SupportContext,
  { request, caller, body }: SupportRequest,
): Promise<Result<JsonOf<typeof supportReply>, Failure>> {
  const asker = { caller, clientAddress: clientAddress(request), ...pageGuesses }
  const replied = await askSupport(deps, asker, supportInput(body))
  return replied.ok ? ok(supportJson(replied.value)) : replied
}

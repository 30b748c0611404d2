// The request log of an account's programs: GET /api/account/requests and the page /account/requests.

import * as v from 'valibot'
import { type OwnRequestFilter, requestGroups } from '../../../domain/accounts/noted-requests.ts'
import {
  isRequestGroup,
  keptOwnRequests,
  listOwnRequests,
  maxOwnRequestPages,
  maxOwnRequestText,
  type OwnRequestPage,
  ownRequestsPerPage,
} from '../../../domain/accounts/own-requests.ts'
import { ok } from '../../../domain/base/result.ts'
import { readPage } from '../../../domain/base/text/page-number.ts'
import { ownRequestDays } from '../../../domain/base/time/retention.ts'
import { ownRequestsPage } from '../../../pages/accounts/own-requests-page.tsx'
import {
  flag,
  type JsonOf,
  moment,
  named,
  number,
  orNull,
  says,
  text,
  whole,
} from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { page } from '../../middleware/page.ts'
import { signedIn } from '../../middleware/page-access.ts'
import { type RoutedRequest, route } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'

const ownRequest = named(
  'OwnRequest',
  v.object({
    at: moment('When it came in.'),
    method: text('The HTTP method.'),
    path: text(
      'The endpoint, such as `/api/print/orders/:code`: never the code itself or a query. `other` if there is none.',
    ),
    tool: orNull(text('The tool of the agent endpoint that was called.')),
    status: whole('The HTTP status. A tool that refuses has 200 and an `errorCode`.'),
    errorCode: orNull(text('The code of the refusal, as in `X-Error-Code`.')),
    requestId: text('As in `X-Request-Id`: state it when you contact support about the request.'),
    durationMs: number('Time from its arrival to its response.'),
    idempotencyKey: flag('Whether it had an Idempotency-Key.'),
  }),
  'A request that a program made with the key or a token of the account.',
)

const list = named(
  'OwnRequests',
  v.object({
    requests: says(v.array(ownRequest), `Newest first, at most ${ownRequestsPerPage}.`),
    page: whole('From 1.'),
    hasMore: flag('Whether there is another page.'),
  }),
  'A page of the requests of an account.',
)

const example = {
  requests: [
    {
      at: '2026-11-21T09:30:00.000Z',
      method: 'POST',
      path: '/api/print/orders',
      tool: null,
      status: 402,
      errorCode: 'spending_limit_reached',
      requestId: 'f3b1c2d4-77aa-2k',
      durationMs: 84,
      idempotencyKey: true,
    },
  ],
  page: 1,
  hasMore: false,
}

export const readOwnRequestsRoute = route({
  method: 'GET',
  path: '/api/account/requests',
  id: 'listOwnRequests',
  tag: 'Account',
  summary: 'List the requests of your programs',
  description:
    `Calls with the API key and the extension tokens of the account in the last ${ownRequestDays} days, over REST and by agents. ` +
    `Bodies, keys, addresses and queries are not stored. An account keeps its last ${keptOwnRequests} calls that succeeded and its last ` +
    `${keptOwnRequests} others; above 300 per minute, some are omitted. A new request appears within seconds.`,
  access: account({ accepts: ['session'] }),
  parameters: [
    {
      name: 'state',
      in: 'query',
      description:
        'succeeded; refused: by a status from 400 to 499 or by a tool; failed: a status of 500 or above, or a tool that failed.',
      schema: { type: 'string', enum: [...requestGroups] },
    },
    {
      name: 'code',
      in: 'query',
      description: 'Only those with this error code.',
      schema: { type: 'string' },
      example: 'rate_limited',
    },
    {
      name: 'requestId',
      in: 'query',
      description: 'Only those with this id.',
      schema: { type: 'string' },
    },
    {
      name: 'page',
      in: 'query',
      description: `From 1, the default, to ${maxOwnRequestPages}.`,
      schema: { type: 'integer' },
    },
  ],
  response: { description: 'The requests.', schema: list, example },
  handler: async function readOwnRequests({ deps }, { query, caller }) {
    return ok(jsonOf(await listOwnRequests(deps, caller, listOf(query))))
  },
})

export const ownRequestPages = [
  page({
    path: '/account/requests',
    access: signedIn,
    show: async function showOwnRequests(http, { request, query, caller }) {
      const listed = await listOwnRequests(http.deps, caller, listOf(query))
      return ownRequestsPage(listed, await pageVisitor(http, request))
    },
  }),
]

/** Unknown filter words show all requests. */
function listOf(query: RoutedRequest['query']): { filter: OwnRequestFilter; page: number } {
  const group = query['state'] ?? ''
  const word = (name: string) =>
    (query[name] ?? '').replaceAll('\0', '').trim().slice(0, maxOwnRequestText)
  const pageNumber = readPage(query['page'])
  const filter = {
    group: isRequestGroup(group) ? group : 'all',
    errorCode: word('code'),
    requestId: word('requestId'),
  } as const
  return { filter, page: pageNumber }
}

function jsonOf({ requests, page: pageNumber, hasMore }: OwnRequestPage): JsonOf<typeof list> {
  return {
    requests: requests.map(({ at, ms, hasKey, ...rest }) => ({
      at: at.toISOString(),
      ...rest,
      durationMs: ms,
      idempotencyKey: hasKey,
    })),
    page: pageNumber,
    hasMore,
  }
}

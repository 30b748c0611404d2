// /account/requests: recent requests by the account's programs. The address contains the page's whole state.

import {
  type OwnRequest,
  type OwnRequestFilter,
  type RequestGroup,
  requestGroups,
} from '../../domain/accounts/noted-requests.ts'
import {
  keptOwnRequests,
  maxOwnRequestText,
  type OwnRequestPage,
} from '../../domain/accounts/own-requests.ts'
import { ownRequestDays } from '../../domain/base/time/retention.ts'
import { type Column, DataTable } from '../../html/data-table.tsx'
import { Segments } from '../../html/section.tsx'
import { accountScript, assetUrl } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { Time } from '../base/time.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { english } from '../languages/words.ts'
import { AccountFrame } from './frame.tsx'

export const ownRequestsPath = '/account/requests'

const groupLabels: Readonly<Record<RequestGroup, string>> = {
  all: 'All',
  succeeded: 'Succeeded',
  refused: 'Refused',
  failed: 'Failed',
}

export function ownRequestsPage(list: OwnRequestPage, visitor: PageVisitor): Response {
  const { filter, requests } = list
  return pageResponse({
    title: 'Requests of your programs',
    visitor,
    isWide: true,
    script: assetUrl(accountScript),
    body: (
      <AccountFrame current="/account/developer">
        <h1>Requests of your programs</h1>
        <p class="muted">
          {`Calls with your API key and extension tokens in the last ${ownRequestDays} days, over REST and by agents, without bodies, keys and addresses; of very many calls the last ${formatCount(keptOwnRequests)} that succeeded and the last ${formatCount(keptOwnRequests)} others. Name the request id when you `}
          <a href="/contact">ask us</a>.
        </p>
        <Segments
          label="Outcome"
          segments={requestGroups.map((group) => ({
            label: groupLabels[group],
            href: pathOf({ ...filter, group }),
            isChosen: group === filter.group,
          }))}
        />
        <Search filter={filter} />
        <div class="panel">
          <DataTable
            caption="Requests"
            columns={columns}
            rows={requests}
            empty={isPlain(filter) ? 'No program has called yet.' : 'No request matches.'}
          />
        </div>
        <Pages list={list} />
      </AccountFrame>
    ),
  })
}

const formatCount = (count: number): string => count.toLocaleString('en-US')

const columns: readonly Column<OwnRequest>[] = [
  { label: 'Time', cell: ({ at }) => <Time at={at} words={english} /> },
  {
    label: 'Call',
    cell: ({ method, path, tool, hasKey }) => (
      <span>
        {tool === null ? `${method} ${path}` : tool}
        {hasKey ? <span class="hint"> with Idempotency-Key</span> : ''}
      </span>
    ),
  },
  { label: 'Status', text: ({ status }) => String(status) },
  {
    label: 'Error code',
    cell: ({ errorCode }) =>
      errorCode === null ? <span>–</span> : <a href={`/docs/errors#${errorCode}`}>{errorCode}</a>,
  },
  { label: 'ms', kind: 'number', text: ({ ms }) => formatCount(ms) },
  { label: 'Request id', cell: ({ requestId }) => <code>{requestId}</code> },
]

function Search({ filter }: { filter: OwnRequestFilter }) {
  return (
    <form class="search requests" method="get" action={ownRequestsPath}>
      {filter.group === 'all' ? '' : <input type="hidden" name="state" value={filter.group} />}
      <label class="visually-hidden" for="code">
        Error code
      </label>
      <input
        id="code"
        name="code"
        maxlength={maxOwnRequestText}
        placeholder="Error code"
        value={filter.errorCode}
      />
      <label class="visually-hidden" for="request-id">
        Request id
      </label>
      <input
        id="request-id"
        name="requestId"
        maxlength={maxOwnRequestText}
        placeholder="Request id"
        value={filter.requestId}
      />
      <button type="submit" class="quiet">
        Search
      </button>
    </form>
  )
}

function Pages({ list: { filter, page, hasMore } }: { list: OwnRequestPage }) {
  if (page === 1 && !hasMore) return ''
  return (
    <p class="row apart">
      <span>{page > 1 ? <a href={pathOf(filter, page - 1)}>Newer</a> : ''}</span>
      <span>{hasMore ? <a href={pathOf(filter, page + 1)}>Older</a> : ''}</span>
    </p>
  )
}

const isPlain = ({ group, errorCode, requestId }: OwnRequestFilter): boolean =>
  group === 'all' && errorCode === '' && requestId === ''

function pathOf({ group, errorCode, requestId }: OwnRequestFilter, page = 1): string {
  const query = new URLSearchParams({
    ...(group !== 'all' && { state: group }),
    ...(errorCode !== '' && { code: errorCode }),
    ...(requestId !== '' && { requestId }),
    ...(page > 1 && { page: String(page) }),
  })
  return query.size === 0 ? ownRequestsPath : `${ownRequestsPath}?${query}`
}

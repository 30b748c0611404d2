// Frame of every operator page: the tabs of the desk, the search, and the signed-in user.
import type { DeskRole } from '../../../domain/accounts/operator.ts'
import { shopName } from '../../../domain/branding/branding.ts'
import { maxTextLength } from '../../../domain/fulfillment/queue-filter.ts'
import type { FieldErrors } from '../../../html/form-fields.tsx'
import type { Child } from '../../../html/markup.ts'
import { Notice, type NoticeProps } from '../../../html/notice.tsx'
import { assetUrl, deskScript } from '../../assets/assets.ts'
import { Mark, type PageOptions, pageResponse } from '../../base/layout.tsx'
import { unlistedHeaders } from '../../base/not-found.tsx'
import { TimeZone } from './time-zone.tsx'

const tabs = [
  ['overview', 'Overview', '/operator'],
  ['queue', 'Queue', '/operator/queue'],
  ['floor', 'Floor', '/operator/floor'],
  ['jobs', 'Jobs', '/operator/jobs'],
  ['printers', 'Printers', '/operator/printers'],
  ['throughput', 'Throughput', '/operator/throughput'],
  ['money', 'Money', '/operator/money'],
  ['tickets', 'Tickets', '/operator/tickets'],
  ['mail', 'Mail', '/operator/mail'],
  ['gallery', 'Gallery', '/operator/gallery'],
  ['system', 'System', '/operator/system'],
] as const

export type DeskTab = (typeof tabs)[number][0]

/** Signed-in user. Viewers see no controls. `timeZone` is the farm's time zone, which all desk pages use. */
export type DeskUser = {
  readonly email: string
  readonly role: DeskRole
  readonly timeZone: string
}

export type DeskPageOptions = Omit<PageOptions, 'work' | 'headers' | 'visitor'> & {
  /** null on pages that belong to no tab. */
  readonly tab: DeskTab | null
  readonly user: DeskUser
}

/** Returns a page of the operator desk. Never indexed or cached. */
export function deskPage({ tab, user, ...page }: DeskPageOptions): Response {
  return pageResponse({
    ...page,
    body: (
      <>
        {page.body}
        <TimeZone timeZone={user.timeZone} />
      </>
    ),
    script: [assetUrl(deskScript), ...[page.script ?? []].flat()],
    headers: unlistedHeaders(),
    visitor: null,
    work: { header: <DeskHeader tab={tab} user={user} /> },
  })
}

/** Common data of desk pages: the user, and the outcome of the last action. */
export type DeskView = {
  readonly user: DeskUser
  readonly status?: number
  readonly notice?: NoticeProps
}

type ScreenOptions = DeskView &
  Pick<DeskPageOptions, 'tab' | 'stylesheets'> & {
    readonly title: string
    /** Set if the heading differs from the title. */
    readonly heading?: string
    /** Next to the heading: links to other screens, or a state. */
    readonly beside?: Child
    /** Errors of the marked fields. */
    readonly errors?: FieldErrors
    readonly body: Child
  }

/** Returns a page with its heading, and the notice of the last action above the content. */
export function deskScreen({ tab, user, status = 200, ...screen }: ScreenOptions): Response {
  const {
    title,
    heading = title,
    beside = '',
    notice,
    errors = {},
    stylesheets = [],
    body,
  } = screen
  return deskPage({
    tab,
    user,
    title,
    status,
    stylesheets,
    body: (
      <>
        <div class="page-head">
          <h1>{heading}</h1>
          {beside}
        </div>
        {notice === undefined ? '' : <Notice {...notice} errors={errors} />}
        {body}
      </>
    ),
  })
}

function DeskHeader({ tab, user }: Pick<DeskPageOptions, 'tab' | 'user'>) {
  return (
    <header class="desk">
      <a class="brand" href="/operator">
        <Mark />
        <span class="brand-name">{shopName()}</span>
      </a>
      <nav class="tabs" aria-label="Desk">
        {tabs.map(([name, label, href]) => (
          <a href={href} aria-current={name === tab ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <search>
        <form class="search" method="get" action="/operator/queue">
          <input
            type="search"
            name="q"
            aria-label="Search orders"
            placeholder="Search orders"
            maxlength={maxTextLength}
            autocomplete="off"
          />
        </form>
      </search>
      <p class="who">
        <a href="/account">{user.email}</a>
        {user.role === 'viewer' ? ' (read-only)' : ''} <a href="/operator/settings">Settings</a>
      </p>
    </header>
  )
}

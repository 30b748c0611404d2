// Frame of the account pages: the heading, and the page list next to or above the content.
import type { Child } from '../../html/markup.ts'

/** Pages with account settings. */
export const sectionPaths = {
  overview: '/account',
  developer: '/account/developer',
  security: '/account/security',
} as const

const pages = [
  { path: sectionPaths.overview, label: 'Overview' },
  { path: '/account/orders', label: 'Orders' },
  { path: '/account/invoices', label: 'Invoices' },
  { path: '/account/generations', label: 'Generations' },
  { path: sectionPaths.developer, label: 'Developer' },
  { path: sectionPaths.security, label: 'Security' },
] as const

export type AccountPath = (typeof pages)[number]['path']

type FrameProps = {
  /** The page itself, or the page that it belongs to. */
  readonly current: AccountPath
  readonly children?: Child
}

export function AccountFrame({ current, children }: FrameProps) {
  return (
    <div class="account">
      <nav class="account-nav" aria-label="Account">
        {pages.map(({ path, label }) => (
          <a href={path} aria-current={path === current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <div class="account-page">{children}</div>
    </div>
  )
}

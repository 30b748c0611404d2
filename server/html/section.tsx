// Sections of work pages, and rows of links that select their content.
import type { Child } from './markup.ts'

type SectionProps = {
  readonly id: string
  readonly title: string
  /** Links or buttons at the end of the heading's line. */
  readonly action?: Child
  readonly children?: Child
}

/** Heading with its content, separated by a rule above instead of a box. */
export function Section({ id, title, action, children }: SectionProps) {
  return (
    <section class="section" aria-labelledby={`${id}-title`}>
      <div class="section-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {action ?? ''}
      </div>
      {children}
    </section>
  )
}

export type Segment = { readonly label: string; readonly href: string; readonly isChosen: boolean }

/** Links of which one is active. The URL contains the choice. */
export function Segments({ label, segments }: { label: string; segments: readonly Segment[] }) {
  return (
    <nav class="segments" aria-label={label}>
      {segments.map((segment) => (
        <a href={segment.href} aria-current={segment.isChosen ? 'true' : undefined}>
          {segment.label}
        </a>
      ))}
    </nav>
  )
}

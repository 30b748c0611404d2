// Sections of work pages, and the rows of links that choose what they show.
import type { Child } from './markup.ts'

type SectionProps = {
  readonly id: string
  readonly title: string
  /** Links or buttons at the end of the heading's line. */
  readonly action?: Child
  readonly children?: Child
}

/** A heading with what belongs to it; a rule above, no box. */
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

/** Choices of which one applies, as links that keep the choice in the URL. */
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

// Sections of work pages, and the rows of links that choose what they show.
import { Html } from '@elysiajs/html'
import { attribute } from '../../base/attribute.ts'

type SectionProps = {
  readonly id: string
  /** Plain text. */
  readonly title: string
  /** Links or buttons at the end of the heading's line. */
  readonly action?: JSX.Element
  readonly children?: JSX.Element | JSX.Element[]
}

/** A heading with what belongs to it; a rule above, no box. */
export function Section({ id, title, action, children }: SectionProps) {
  return (
    <section class="section" aria-labelledby={`${id}-title`}>
      <div class="section-head">
        <h2 id={`${id}-title`} safe>
          {title}
        </h2>
        {action ?? ''}
      </div>
      {children}
    </section>
  )
}

export type Segment = { readonly label: string; readonly href: string; readonly isChosen: boolean }

/** Choices of which one applies, as links that keep the choice in the URL. Labels are plain text. */
export function Segments({ label, segments }: { label: string; segments: readonly Segment[] }) {
  return (
    <nav class="segments" aria-label={label}>
      {segments.map((segment) => (
        <a href={attribute(segment.href)} aria-current={segment.isChosen ? 'true' : undefined} safe>
          {segment.label}
        </a>
      ))}
    </nav>
  )
}

/** What belongs here and how it gets here; plain text. */
export function Empty({ text }: { text: string }) {
  return (
    <p class="empty" safe>
      {text}
    </p>
  )
}

// /operator/gallery: the published models, and the form that takes one down.

import type { GalleryPage } from '../../domain/gallery/list-gallery.ts'
import type { GalleryEntry, GalleryReport, ListedEntry } from '../../domain/gallery/ports.ts'
import { maxReportCharacters } from '../../domain/gallery/take-down.ts'
import { sizesText } from '../../domain/models/size-text.ts'
import { DataTable } from '../../html/data-table.tsx'
import { Section } from '../../html/section.tsx'
import { GalleryPager, pictureAddress } from '../base/gallery-links.tsx'
import { StateBadge } from '../base/state-badge.tsx'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'
import { modelsPath } from './models.tsx'
import { ageColumn } from './parts/columns.tsx'
import { type DeskView, deskScreen } from './parts/desk-page.tsx'
import { ReasonForm, type TypedReason } from './parts/reason-form.tsx'
import { withheldPath } from './withheld.tsx'

export type DeskGalleryView = DeskView & {
  readonly now: Date
  readonly shown: GalleryPage<ListedEntry>
}

export function deskGalleryPage(view: DeskGalleryView): Response {
  const { now, shown } = view
  return deskScreen({
    ...view,
    tab: 'gallery',
    title: 'Gallery',
    beside: (
      <>
        <a href={withheldPath}>Withheld models</a>{' '}
        <a href={modelsPath}>Models and pictures of an account</a>
      </>
    ),
    body: (
      <Section id="entries" title="Published models">
        <DataTable
          caption="Published models, reported ones first"
          rows={shown.entries}
          empty="No published models. People publish models from the pages of their generations."
          columns={[
            { label: 'Title', cell: (entry) => <Title entry={entry} /> },
            { label: 'Owner', text: ({ ownerEmail }) => ownerEmail },
            { label: 'Size', text: ({ dimensionsMm }) => sizesText(dimensionsMm) },
            ageColumn('Published', now, 'publishedAt'),
            { label: 'State', cell: (entry) => <EntryState entry={entry} /> },
            { label: 'Reports', text: ({ reports }) => (reports === 0 ? '' : String(reports)) },
            { label: 'Reason', text: ({ takenDown }) => reasonOf(takenDown) },
          ]}
        />
        <GalleryPager path="/operator/gallery" shown={shown} />
      </Section>
    ),
  })
}

const Title = ({ entry: { id, title } }: { entry: GalleryEntry }) => (
  <a href={`/operator/gallery/${id}`}>{title}</a>
)

function EntryState({ entry: { withdrawnAt, takenDown } }: { entry: GalleryEntry }) {
  if (takenDown !== null) return <StateBadge state="broken" label="Taken down" />
  if (withdrawnAt !== null) return <span class="state">Withdrawn</span>
  return <StateBadge state="done" label="In the gallery" />
}

const reasonOf = (takenDown: GalleryEntry['takenDown']): string =>
  takenDown === null ? '' : `${takenDown.reason} (${takenDown.by})`

export type DeskEntryView = DeskView & {
  readonly entry: GalleryEntry
  readonly reports: readonly GalleryReport[]
  readonly form?: TypedReason
}

/** Page of one entry, with the operators' form that takes it down. */
export function deskEntryPage(view: DeskEntryView): Response {
  const { user, entry, reports, form } = view
  const isLive = entry.withdrawnAt === null && entry.takenDown === null
  return deskScreen({
    ...view,
    tab: 'gallery',
    title: entry.title,
    beside: <a href="/operator/gallery">All models</a>,
    errors: form?.errors ?? {},
    body: (
      <>
        <p>
          <EntryState entry={entry} />{' '}
          {isLive ? <a href={`/gallery/${entry.id}`}>Its page in the gallery</a> : ''}
        </p>
        {isLive ? (
          <img
            class="desk-picture"
            src={pictureAddress(entry)}
            alt="The model from the front left"
            width="320"
            height="320"
          />
        ) : (
          <p>{reasonOf(entry.takenDown)}</p>
        )}
        {reports.length === 0 ? '' : <Reports entry={entry} reports={reports} user={user} />}
        {user.role === 'operator' ? (
          <p>
            <a href={`${modelsPath}/${entry.generationId}`}>Delete the model</a> of this entry from
            storage.
          </p>
        ) : (
          ''
        )}
        {entry.takenDown === null && user.role === 'operator' ? (
          <TakeDownForm entry={entry} {...(form && { form })} />
        ) : (
          ''
        )}
      </>
    ),
  })
}

function Reports({ entry, reports, user }: Pick<DeskEntryView, 'entry' | 'reports' | 'user'>) {
  return (
    <Section id="reports" title="Reports">
      <ul>
        {reports.map(({ reason, at }) => (
          <li>
            {reason}, <Time at={at} words={english} />
          </li>
        ))}
      </ul>
      {user.role === 'operator' ? (
        <form method="post" action={`/operator/gallery/${entry.id}/close-reports`}>
          <button type="submit" class="quiet">
            Keep the model and close the reports
          </button>
        </form>
      ) : (
        ''
      )}
    </Section>
  )
}

function TakeDownForm({ entry, form }: Pick<DeskEntryView, 'entry' | 'form'>) {
  return (
    <Section id="take-down" title="Take this model down">
      <p>
        {entry.withdrawnAt === null
          ? 'Only its owner can see, download or order the model afterwards, and no account can publish it again.'
          : 'Its owner withdrew the model and may publish it again. Once it is taken down, no account can.'}{' '}
        Orders that were placed are not affected. The action is logged with your name.
      </p>
      <ReasonForm
        action={`/operator/gallery/${entry.id}`}
        form={form}
        maxCharacters={maxReportCharacters}
        hiddenFrom="the owner does"
        button="Take it down"
      />
    </Section>
  )
}

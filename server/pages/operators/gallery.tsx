// /operator/gallery: what people published, and taking a model down.
import type { GalleryPage } from '../../domain/gallery/list-gallery.ts'
import type { GalleryEntry, ListedEntry } from '../../domain/gallery/ports.ts'
import { maxReasonCharacters } from '../../domain/gallery/take-down.ts'
import { DataTable } from '../../html/data-table.tsx'
import { type FieldErrors, TextField } from '../../html/form-fields.tsx'
import { Notice, type NoticeKind } from '../../html/notice.tsx'
import { Section } from '../../html/section.tsx'
import { GalleryPager, pictureAddress } from '../base/gallery-links.tsx'
import { StateBadge } from '../base/state-badge.tsx'
import { sizesText } from '../quote/sizes.ts'
import { type DeskUser, deskPage } from './desk-page.tsx'
import { Age } from './parts/age.tsx'

type Notified = {
  readonly status?: number
  readonly notice?: { readonly kind: NoticeKind; readonly text: string }
}

export type DeskGalleryView = Notified & {
  readonly user: DeskUser
  readonly now: Date
  readonly shown: GalleryPage<ListedEntry>
}

export function deskGalleryPage(view: DeskGalleryView): Response {
  const { user, now, shown, notice, status = 200 } = view
  return deskPage({
    tab: 'gallery',
    user,
    title: 'Gallery',
    status,
    body: (
      <>
        <div class="page-head">
          <h1>Gallery</h1>
        </div>
        {notice === undefined ? '' : <Notice kind={notice.kind} text={notice.text} />}
        <Section id="entries" title="Published models">
          <DataTable
            caption="Published models, newest first"
            rows={shown.entries}
            empty="None here. People publish models from the pages of their generations."
            columns={[
              { label: 'Title', cell: (entry) => <Title entry={entry} /> },
              { label: 'Owner', text: ({ ownerEmail }) => ownerEmail },
              { label: 'Size', text: ({ dimensionsMm }) => sizesText(dimensionsMm) },
              {
                label: 'Published',
                kind: 'number',
                cell: ({ publishedAt }) => <Age since={publishedAt} now={now} />,
              },
              { label: 'State', cell: (entry) => <EntryState entry={entry} /> },
              { label: 'Reason', text: ({ takenDown }) => reasonOf(takenDown) },
            ]}
          />
          <GalleryPager path="/operator/gallery" shown={shown} />
        </Section>
      </>
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

export type DeskEntryView = Notified & {
  readonly user: DeskUser
  readonly entry: GalleryEntry
  readonly form?: { readonly reason: string; readonly errors: FieldErrors }
}

/** One entry, with the form that takes it down for operators. */
export function deskEntryPage({ user, entry, form, ...view }: DeskEntryView): Response {
  const { notice, status = 200 } = view
  const isLive = entry.withdrawnAt === null && entry.takenDown === null
  return deskPage({
    tab: 'gallery',
    user,
    title: entry.title,
    status,
    body: (
      <>
        <div class="page-head">
          <h1>{entry.title}</h1>
          <a href="/operator/gallery">All models</a>
        </div>
        {notice === undefined ? '' : <Notice {...notice} errors={form?.errors ?? {}} />}
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
        {entry.takenDown === null && user.role === 'operator' ? (
          <TakeDownForm entry={entry} {...(form && { form })} />
        ) : (
          ''
        )}
      </>
    ),
  })
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
      <form method="post" action={`/operator/gallery/${entry.id}`} class="narrow-form">
        <TextField
          name="reason"
          label="Reason"
          value={form?.reason ?? ''}
          errors={form?.errors ?? {}}
          hint="For the log and your colleagues; the owner does not see it."
          input={{ required: true, maxlength: maxReasonCharacters, autocomplete: 'off' }}
        />
        <button type="submit" class="danger">
          Take it down
        </button>
      </form>
    </Section>
  )
}

// Operators' records on the order page: hold, review, priority, notes and history.
import { capitalize } from '../../../domain/base/text/text.ts'
import {
  maxOrderNoteCharacters,
  maxReasonCharacters,
} from '../../../domain/base/text/text-lengths.ts'
import type { OrderNote } from '../../../domain/fulfillment/ports.ts'
import {
  actorLabel,
  changeSources,
  changeText,
  isWithoutChange,
  type OrderChange,
} from '../../../domain/orders/history/change.ts'
import { type FileReview, findingText } from '../../../domain/orders/record/file-review.ts'
import { isHoldable } from '../../../domain/orders/record/held.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { priorities } from '../../../domain/orders/record/priority.ts'
import { isClosed, shortLabel } from '../../../domain/orders/record/status.ts'
import {
  FieldError,
  type FieldErrors,
  fieldMarks,
  Hidden,
  TextArea,
  TextField,
} from '../../../html/form-fields.tsx'
import { countOf } from '../../base/figures.ts'
import type { DeskUser } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { orderPath } from '../parts/order-path.ts'
import { StepButton } from './queue-table.tsx'

/** Texts as typed, if a form was not saved. */
export type WorkForms = { readonly holdReason?: string; readonly note?: string }

type PanelProps = {
  readonly order: Order
  readonly forms: WorkForms
  readonly errors: FieldErrors
}

/** Reason for a hold, with the button that releases the order. Empty for an order that is not held. */
export function HoldBanner({ order, user }: { order: Order; user: DeskUser }) {
  const { hold, code, version } = order
  if (hold === null) return ''
  return (
    <section class="notice warning hold" aria-label="On hold">
      <p>
        <strong>On hold: </strong>
        <span>{hold.reason}</span>
        <br />
        <span class="hint">
          <span>{hold.by}</span>, <Moment at={hold.at} timeZone={user.timeZone} />
        </span>
      </p>
      {user.role === 'viewer' ? (
        ''
      ) : (
        <form method="post" action={`${orderPath(code)}/release`}>
          <Hidden name="version" value={String(version)} />
          <button type="submit">Release</button>
        </form>
      )}
    </section>
  )
}

/**
 * The geometry core lists at most this many findings per plate (MAX_FINDINGS in
 * geometry/src/parse/gcode/safety/review.rs).
 */
const maxListed = 20

/** Findings to review before printing, and the form that confirms the review. Empty for any other order. */
export function ReviewBanner({ order, user }: { order: Order; user: DeskUser }) {
  const { fileReview, code, version } = order
  if (fileReview === null) return ''
  const { findings, reviewed } = fileReview
  return (
    <section class={['notice', reviewed === null ? 'warning' : 'info']} aria-label="Review">
      <p>
        <strong>{reviewed === null ? 'Needs a review: ' : 'Reviewed: '}</strong>
        <span>
          {reviewed === null
            ? 'the sliced file has commands that no print needs. The order is neither accepted nor printed until it is reviewed.'
            : 'the sliced file has commands that no print needs, and may be printed.'}
        </span>
      </p>
      <ul>
        {findings.map((finding) => (
          <li>{`${capitalize(findingText(finding))}.`}</li>
        ))}
      </ul>
      {findings.length >= maxListed ? (
        <p class="hint">{`The first ${maxListed} are listed: read the file for more.`}</p>
      ) : (
        ''
      )}
      <ReviewedBy reviewed={reviewed} timeZone={user.timeZone} />
      {reviewed !== null || user.role === 'viewer' || isClosed(order.status) ? (
        ''
      ) : (
        <form method="post" action={`${orderPath(code)}/reviewed`}>
          <Hidden name="version" value={String(version)} />
          <button type="submit">Reviewed: may be printed</button>
        </form>
      )}
    </section>
  )
}

type ReviewedProps = { reviewed: FileReview['reviewed']; timeZone: string }

function ReviewedBy({ reviewed, timeZone }: ReviewedProps) {
  if (reviewed === null) return ''
  return (
    <p class="hint">
      <span>{reviewed.by}</span>, <Moment at={reviewed.at} timeZone={timeZone} />
    </p>
  )
}

/** The order's next step, as in the queue. Returns to this page. */
export function NextStep({ order }: { order: Order }) {
  // A held order shows its button next to the reason.
  if (order.hold !== null) return ''
  return (
    <form method="post" action="/operator/queue/step">
      <Hidden name="back" value="order" />
      {StepButton({ order })}
    </form>
  )
}

export function WorkPanel({ order, forms, errors }: PanelProps) {
  const { code, version, priority, hold, status } = order
  const isTyped = forms.holdReason !== undefined || 'holdReason' in errors || 'priority' in errors
  return (
    <section class="panel" aria-labelledby="work">
      <h2 id="work">Hold and priority</h2>
      <details open={isTyped}>
        <summary>
          {hold === null ? 'Put on hold' : 'Change the hold'}
          {`, priority ${priority}`}
        </summary>
        {isHoldable(status) ? (
          <form method="post" action={`${orderPath(code)}/hold`}>
            <Hidden name="version" value={String(version)} />
            <TextField
              name="holdReason"
              label={hold === null ? 'Reason for a hold' : 'New reason'}
              value={forms.holdReason ?? hold?.reason ?? ''}
              hint="Shown to operators. A held order is not accepted, printed or shipped until it is released."
              errors={errors}
              input={{ maxlength: maxReasonCharacters, autocomplete: 'off' }}
            />
            <button type="submit" class="quiet">
              {hold === null ? 'Put on hold' : 'Change the reason'}
            </button>
          </form>
        ) : (
          ''
        )}
        <form method="post" action={`${orderPath(code)}/priority`} class="actions">
          <Hidden name="version" value={String(version)} />
          <label for="priority">Priority</label>
          <select id="priority" name="priority" {...fieldMarks(errors, 'priority')}>
            {priorities.map((each) => (
              <option value={each} selected={each === priority}>
                {each}
              </option>
            ))}
          </select>
          <button type="submit" class="quiet">
            Set
          </button>
          <FieldError name="priority" errors={errors} />
        </form>
      </details>
    </section>
  )
}

type NotesProps = PanelProps & {
  readonly notes: readonly OrderNote[]
  readonly user: DeskUser
}

export function NotesPanel({ order, notes, forms, errors, user }: NotesProps) {
  return (
    <section class="panel" aria-labelledby="notes">
      <h2 id="notes">Internal notes</h2>
      {notes.length === 0 ? <p class="muted">No notes. Customers never see them.</p> : ''}
      <ul class="items">
        {notes.map(({ by, text, at }) => (
          <li>
            <div>
              <p class="note">{text}</p>
              <p class="hint">
                <span>{by}</span>, <Moment at={at} timeZone={user.timeZone} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {user.role === 'viewer' ? (
        ''
      ) : (
        <details open={forms.note !== undefined || 'note' in errors}>
          <summary>Write a note</summary>
          <form method="post" action={`${orderPath(order.code)}/notes`}>
            <TextArea
              name="note"
              label="New note"
              value={forms.note ?? ''}
              errors={errors}
              area={{ rows: 2, maxlength: maxOrderNoteCharacters }}
            />
            <button type="submit" class="quiet">
              Add the note
            </button>
          </form>
        </details>
      )}
    </section>
  )
}

type TimelineProps = { readonly events: readonly OrderChange[]; readonly timeZone: string }

/** Events, newest first: time, user and action. */
export function Timeline({ events, timeZone }: TimelineProps) {
  const newest = events.toReversed()
  const older = newest.slice(shownEvents)
  return (
    <section class="panel" aria-labelledby="timeline">
      <h2 id="timeline">History</h2>
      <Events events={newest.slice(0, shownEvents)} timeZone={timeZone} />
      {older.length === 0 ? (
        ''
      ) : (
        <details>
          <summary>{`${countOf(older.length, 'older change')}`}</summary>
          <Events events={older} timeZone={timeZone} />
        </details>
      )}
    </section>
  )
}

/** Number of visible events. The others are collapsed. */
const shownEvents = 3

const Events = ({ events, timeZone }: TimelineProps) => (
  <ol class="timeline">
    {events.map((event) => (
      <li>
        <Moment at={event.at} timeZone={timeZone} /> <span>{actorLabel(event.by)}</span>
        <p>{eventText(event)}</p>
      </li>
    ))}
  </ol>
)

function eventText(event: OrderChange): string {
  if (event.by === changeSources.submit) return 'placed the order'
  return isWithoutChange(event) ? `saved as ${shortLabel(event.to)}` : changeText(event)
}

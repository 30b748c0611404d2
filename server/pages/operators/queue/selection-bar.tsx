// Actions on the selected orders, or on all that the filter finds. Every change is previewed first.
import { keysOf } from '../../../domain/base/keys-of.ts'
import { maxReasonCharacters } from '../../../domain/base/text/text-lengths.ts'
import type { BulkKind } from '../../../domain/fulfillment/bulk-action.ts'
import { steps } from '../../../domain/fulfillment/next-step.ts'
import { statusesOf } from '../../../domain/fulfillment/queue-filter.ts'
import type { QueuePage } from '../../../domain/fulfillment/read-queue.ts'
import { type Priority, priorities } from '../../../domain/orders/record/priority.ts'
import { countOf } from '../../base/figures.ts'
import { stepLabels } from './work-words.ts'

export type EnteredSelection = {
  /** Selected order codes. */
  readonly picked: ReadonlySet<string>
  readonly isAll: boolean
  readonly reason: string
  readonly priority: Priority | null
}

type BarProps = { readonly queue: QueuePage; readonly entered: EnteredSelection }

/** Inputs of the form around the table. Without JavaScript, both scopes are always available. */
export function SelectionBar({ queue: { filter, sums }, entered }: BarProps) {
  const { isAll, reason, priority } = entered
  const statuses: readonly string[] = statusesOf(filter)
  const offered = keysOf(steps).filter((kind) => statuses.includes(steps[kind].from))
  return (
    <section class="selection" id="selection" aria-label="Actions">
      <span class="scopes">
        <label>
          <input type="radio" name="scope" value="picked" checked={!isAll} />
          <span id="picked">Selected</span>
        </label>
        <label>
          <input type="radio" name="scope" value="all" checked={isAll} />
          <span>{`All ${countOf(sums.orders, 'order')} found`}</span>
        </label>
      </span>
      <span class="actions">
        {offered.map((kind) => (
          <Action kind={kind} isMain={offered.length === 1} />
        ))}
        <button type="submit" class="quiet" formmethod="get" formaction="/operator/slips">
          Packing slips
        </button>
        <button type="submit" class="quiet" formmethod="get" formaction="/operator/customs">
          Customs
        </button>
        <button type="submit" class="quiet" formmethod="get" formaction="/operator/files.zip">
          Files
        </button>
        <button type="submit" class="quiet" formaction="/operator/export.csv">
          CSV
        </button>
        <details class="more" open={reason !== ''}>
          <summary class="button quiet">More</summary>
          <div class="popover">
            <p class="field">
              <label for="reason">Reason of the hold</label>
              <input
                id="reason"
                name="reason"
                maxlength={maxReasonCharacters}
                autocomplete="off"
                value={reason}
              />
            </p>
            <Action kind="hold" />
            <Action kind="release" />
            <p class="field">
              <label for="priority">Priority</label>
              <select id="priority" name="priority">
                {priorities.map((each) => (
                  <option value={each} selected={each === (priority ?? 'high')}>
                    {each}
                  </option>
                ))}
              </select>
            </p>
            <Action kind="priority" />
          </div>
        </details>
      </span>
    </section>
  )
}

/**
 * The first button of the form, which Enter in a field presses: it starts a hold if its reason was entered, and
 * otherwise does nothing.
 */
export function EnterButton() {
  return (
    <button type="submit" name="action" value="" hidden>
      Continue
    </button>
  )
}

function Action({ kind, isMain = false }: { kind: BulkKind; isMain?: boolean }) {
  return (
    <button type="submit" name="action" value={kind} class={isMain ? undefined : 'quiet'}>
      {stepLabels[kind]}
    </button>
  )
}

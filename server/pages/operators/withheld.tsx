// /operator/withheld: generated models that moderation refused or could not check, and the operator's decision about
// each.

import { cutText, singleLine } from '../../domain/base/text/text.ts'
import { withheldDays } from '../../domain/base/time/retention.ts'
import { type ListedWithheld, listedWithheld } from '../../domain/generation/run/withheld.ts'
import { DataTable } from '../../html/data-table.tsx'
import { Section } from '../../html/section.tsx'
import { StateBadge } from '../base/state-badge.tsx'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'
import { ageColumn } from './parts/columns.tsx'
import { type DeskView, deskScreen } from './parts/desk-page.tsx'

export const withheldPath = '/operator/withheld'

export type WithheldView = DeskView & {
  readonly now: Date
  readonly withheld: readonly ListedWithheld[]
}

export function deskWithheldPage(view: WithheldView): Response {
  const { now, withheld } = view
  return deskScreen({
    ...view,
    tab: 'gallery',
    title: 'Withheld models',
    beside: <a href="/operator/gallery">Gallery</a>,
    body: (
      <Section id="withheld" title="Withheld models">
        <p>
          Moderation refused a picture of them, or could not review one. Their jobs ended in error
          with all credits refunded. A model without a decision is deleted after {withheldDays}{' '}
          days.
        </p>
        <DataTable<ListedWithheld>
          caption={`Withheld models, oldest first, at most ${listedWithheld}`}
          rows={withheld}
          empty="None."
          columns={[
            { label: 'Words', cell: (one) => <a href={pathOf(one)}>{titleOf(one)}</a> },
            { label: 'Account', text: ({ email }) => email },
            { label: 'Cause', cell: (one) => <Cause withheld={one} /> },
            { label: 'Reason', text: ({ reason }) => reason },
            ageColumn('Age', now, 'since'),
          ]}
        />
      </Section>
    ),
  })
}

const shownCharacters = 80
const titleOf = ({ prompt, id }: ListedWithheld) =>
  cutText(singleLine(prompt), shownCharacters) || id
const pathOf = ({ id }: Pick<ListedWithheld, 'id'>) => `${withheldPath}/${id}`

const Cause = ({ withheld: { cause } }: { withheld: ListedWithheld }) =>
  cause === 'refused' ? (
    <StateBadge state="broken" label="Refused" />
  ) : (
    <StateBadge state="waiting" label="Not reviewed" />
  )

export type WithheldOneView = DeskView & { readonly withheld: ListedWithheld }

export function deskWithheldOnePage(view: WithheldOneView): Response {
  const { user, withheld } = view
  return deskScreen({
    ...view,
    tab: 'gallery',
    title: 'A withheld model',
    beside: <a href={withheldPath}>All withheld models</a>,
    body: (
      <>
        <dl class="facts">
          <dt>Words</dt>
          <dd>{titleOf(withheld)}</dd>
          <dt>Account</dt>
          <dd>{withheld.email}</dd>
          <dt>Cause</dt>
          <dd>
            <Cause withheld={withheld} />
          </dd>
          <dt>Reason</dt>
          <dd>{withheld.reason}</dd>
          <dt>Since</dt>
          <dd>
            <Time at={withheld.since} words={english} />
          </dd>
        </dl>
        <details>
          <summary>Show the picture</summary>
          <img
            class="desk-picture"
            src={`${pathOf(withheld)}/picture`}
            alt="The withheld model from the front left"
            width="320"
            height="320"
            loading="lazy"
          />
        </details>
        {user.role === 'operator' ? <Decision withheld={withheld} /> : ''}
      </>
    ),
  })
}

const Decision = ({ withheld }: { withheld: ListedWithheld }) => (
  <Section id="decision" title="Decision">
    <p>
      A delivered model belongs to its account like any other, costs no credits, and its owner gets
      an email. The files of a deleted model leave storage within hours, and no email is sent. Both
      are logged with your name.
    </p>
    <form method="post" action={`${pathOf(withheld)}/deliver`}>
      <button type="submit">Deliver it</button>
    </form>
    <form method="post" action={`${pathOf(withheld)}/delete`}>
      <button type="submit" class="danger">
        Delete it
      </button>
    </form>
  </Section>
)

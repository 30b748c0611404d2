// Relation of a generation to drafts: its set, the draft that it refines, its refined model, or the button that creates
// one.

import type { Refinable } from '../../domain/generation/drafts/read-drafts.ts'
import { creditsText } from '../../domain/generation/request/credit-cost.ts'
import { FormKey } from '../base/form-key.tsx'

type DraftPanelProps = {
  readonly id: string
  readonly drafts: Refinable
  readonly formKey: string
}

export function DraftPanel({ id, drafts, formKey }: DraftPanelProps) {
  const { setId, refines, refinesSetId, refinedId, refineCredits } = drafts
  const isAlone = setId === null && refines === null && refinedId === null && refineCredits === null
  if (isAlone) return ''
  return (
    <section class="panel narrow" aria-labelledby="drafts">
      <h2 id="drafts">{refines === null ? 'Draft' : 'Refined model'}</h2>
      {refines === null ? (
        ''
      ) : (
        <p>
          Refined from <a href={`/models/${refines}`}>its draft</a>
          {refinesSetId === null ? (
            '.'
          ) : (
            <>
              , one of <a href={`/drafts/${refinesSetId}`}>these drafts</a>.
            </>
          )}
        </p>
      )}
      {setId === null ? (
        ''
      ) : (
        <p>
          One of <a href={`/drafts/${setId}`}>these drafts</a>.
        </p>
      )}
      {refinedId !== null ? (
        <p>
          It was refined: <a href={`/models/${refinedId}`}>see the refined model</a>.
        </p>
      ) : refineCredits !== null ? (
        <>
          <p>
            Refining makes a model of high fidelity in the shape and size of this draft, in some
            minutes. The draft stays.
          </p>
          <RefineForm id={id} credits={refineCredits} formKey={formKey} />
        </>
      ) : (
        ''
      )}
    </section>
  )
}

/** `name`: label of the draft on a page with several drafts. */
export function RefineForm({
  id,
  credits,
  formKey,
  name,
}: {
  readonly id: string
  readonly credits: number
  readonly formKey: string
  readonly name?: string
}) {
  return (
    <form method="post" action={`/models/${id}/refine`}>
      <FormKey value={formKey} />
      <button type="submit">
        {`Refine this one for ${creditsText(credits)}`}
        {name === undefined ? '' : <span class="visually-hidden">{`: ${name}`}</span>}
      </button>
    </form>
  )
}

// /hand-in/{token}: where an agent's buyer uploads a file, without a key or an account session.
import { lengthUnits } from '../../domain/models/format.ts'
import { maxModelText } from '../../domain/models/size-limit.ts'
import { sizesText } from '../../domain/models/size-text.ts'
import { Field, type FieldErrors } from '../../html/form-fields.tsx'
import { Notice } from '../../html/notice.tsx'
import { pageResponse } from '../base/layout.tsx'

export type HandInView =
  | { readonly kind: 'open'; readonly action: string; readonly refusal?: string }
  | {
      readonly kind: 'received'
      readonly fileName: string
      readonly dimensionsMm: readonly [number, number, number]
    }
  | { readonly kind: 'closed'; readonly sentence: string }

const title = 'Hand in a model'
const noErrors: FieldErrors = {}

export function handInPage(view: HandInView, status = 200): Response {
  const isError = view.kind === 'closed' || (view.kind === 'open' && view.refusal !== undefined)
  return pageResponse({
    title: isError ? `Error: ${title}` : title,
    visitor: { isSignedIn: false, basketParts: 0 },
    status,
    body: (
      <>
        <h1>{title}</h1>
        <Body view={view} />
      </>
    ),
  })
}

function Body({ view }: { view: HandInView }) {
  switch (view.kind) {
    case 'open':
      return (
        <>
          {view.refusal === undefined ? '' : <Notice kind="error" text={view.refusal} />}
          <p>
            Your assistant asked for this file. It is kept with the account of the assistant, and
            nothing is charged here.
          </p>
          <HandInForm action={view.action} />
        </>
      )
    case 'received':
      return (
        <>
          <Notice kind="info" text={`${view.fileName} has arrived.`} />
          <p>It measures {sizesText(view.dimensionsMm)}. Tell your assistant to continue.</p>
        </>
      )
    case 'closed':
      return <Notice kind="error" text={view.sentence} />
  }
}

function HandInForm({ action }: { action: string }) {
  return (
    <form method="post" action={action} enctype="multipart/form-data" class="stack">
      <Field name="file" label="Model" errors={noErrors}>
        {(field) => <input {...field} type="file" accept=".stl,.3mf,.obj,.glb" required />}
      </Field>
      <p class="hint">
        An STL, 3MF, OBJ or GLB file, up to {maxModelText}. Sliced files are not accepted here.
      </p>
      <Field name="units" label="Units" errors={noErrors}>
        {(field) => (
          <select {...field}>
            <option value="">from file</option>
            {lengthUnits.map((unit) => (
              <option value={unit}>{unit}</option>
            ))}
          </select>
        )}
      </Field>
      <button type="submit">Hand it in</button>
    </form>
  )
}

// Changes a model of the account without credits, and lists the resulting models.
import { type CutAxis, changedSizeRangeMm } from '../../domain/changes/change-request.ts'
import type { MadeModel, Origin } from '../../domain/changes/ports.ts'
import { defaultWallMm, wallRangeMm } from '../../domain/measurement/part-changes.ts'
import { sizeText } from '../../domain/models/size-text.ts'
import { Choice, Field, FieldError, type FieldErrors, fieldMarks } from '../../html/form-fields.tsx'
import type { Child } from '../../html/markup.ts'
import { FormKey } from '../base/form-key.tsx'
import { ThumbPicture } from '../base/thumb-picture.tsx'

/** Returns the entered value of a field. */
export type ChangeEntries = (name: string) => string

export type ChangePanelProps = {
  readonly id: string
  /** Width, depth and height in millimeters. null for a model that could not be measured. */
  readonly sidesMm: readonly [number, number, number] | null
  readonly made: readonly MadeModel[]
  readonly formKey: string
  readonly form?: { readonly entries: ChangeEntries; readonly errors: FieldErrors }
}

const nothingTyped: ChangeEntries = () => ''

const axisWords: Readonly<Record<CutAxis, string>> = {
  z: 'above its lowest point',
  x: 'from its left side',
  y: 'from its front',
}

export function ChangePanel({ id, sidesMm, made, formKey, form }: ChangePanelProps) {
  const { entries = nothingTyped, errors = {} } = form ?? {}
  const cut = entries('cut')
  return (
    <section class="panel narrow change-model" aria-labelledby="change">
      <h2 id="change">Change it</h2>
      <p>
        Costs no credits. You get a new model with its own price, and this one stays as it is. Every
        change also repairs the mesh.
      </p>
      <form method="post" action={`/models/${id}/change`}>
        <FormKey value={formKey} />
        <SizeField sidesMm={sidesMm} entries={entries} errors={errors} />
        <WallFields entries={entries} errors={errors} />
        <Choice
          type="checkbox"
          id="change-orient"
          name="orient"
          value="1"
          label="Lay it on the side on which it prints best"
          checked={entries('orient') === '1'}
        />
        <fieldset class="cut-choices">
          <legend>Cut</legend>
          {cutChoices.map(({ value, label }) => (
            <Choice
              type="radio"
              id={`cut-${value}`}
              name="cut"
              value={value}
              label={label}
              checked={value === (cut || 'none')}
            />
          ))}
          <PlaneFields entries={entries} errors={errors} />
        </fieldset>
        <Choice
          type="checkbox"
          id="change-repair"
          name="repair"
          value="1"
          label="Only repair it"
          checked={entries('repair') === '1'}
        />
        <div class="buttons">
          <button type="submit" class="quiet">
            Make the changed model
          </button>
        </div>
      </form>
      <Made made={made} />
    </section>
  )
}

const cutChoices = [
  { value: 'none', label: 'In one piece' },
  { value: 'plate', label: 'Into parts that fit the plate' },
  { value: 'plane', label: 'In two, at a plane' },
] as const

type FieldsProps = { readonly entries: ChangeEntries; readonly errors: FieldErrors }

function SizeField({ sidesMm, entries, errors }: FieldsProps & Pick<ChangePanelProps, 'sidesMm'>) {
  const now = sidesMm === null ? '' : `Now ${sizeText(Math.max(...sidesMm))}. `
  return (
    <Field
      name="sizeMm"
      id="change-size"
      label="Longest side"
      unit="mm"
      hint={`${now}Leave it empty to keep the size.`}
      errors={errors}
    >
      {({ id, name, ...marks }) => (
        <input
          id={id}
          name={name}
          class="change-number"
          type="number"
          inputmode="decimal"
          min={changedSizeRangeMm.min}
          max={changedSizeRangeMm.max}
          step="any"
          value={entries('sizeMm')}
          {...marks}
        />
      )}
    </Field>
  )
}

function WallFields({ entries, errors }: FieldsProps) {
  return (
    <div class="change-row">
      <Choice
        type="checkbox"
        id="change-hollow"
        name="hollow"
        value="1"
        label="Hollow"
        checked={entries('hollow') === '1'}
      />
      <label class="wall-label" for="change-wall">
        with walls of
      </label>
      <div class="with-unit">
        <input
          id="change-wall"
          name="wallMm"
          class="change-number"
          type="number"
          inputmode="decimal"
          min={wallRangeMm.min}
          max={wallRangeMm.max}
          step="any"
          value={entries('wallMm') || defaultWallMm.toFixed(1)}
          {...fieldMarks(errors, 'wallMm', { id: 'change-wall' })}
        />
        <span>mm</span>
      </div>
      <FieldError name="wallMm" id="change-wall" errors={errors} />
    </div>
  )
}

function PlaneFields({ entries, errors }: FieldsProps) {
  const axis = entries('axis') || 'z'
  return (
    <div class="change-row cut-plane">
      <label for="cut-at">The plane is</label>
      <div class="with-unit">
        <input
          id="cut-at"
          name="atMm"
          class="change-number"
          type="number"
          inputmode="decimal"
          min="0"
          step="any"
          value={entries('atMm')}
          {...fieldMarks(errors, 'atMm', { id: 'cut-at' })}
        />
        <span>mm</span>
      </div>
      <select name="axis" aria-label="Measured from">
        {(['z', 'x', 'y'] as const).map((each) => (
          <option value={each} selected={each === axis}>
            {axisWords[each]}
          </option>
        ))}
      </select>
      <FieldError name="atMm" id="cut-at" errors={errors} />
    </div>
  )
}

function Made({ made }: { made: readonly MadeModel[] }) {
  if (made.length === 0) return ''
  return (
    <>
      <h3>Made from this model</h3>
      <ul class="items made-models">
        {made.map((model) => (
          <MadeLine model={model} />
        ))}
      </ul>
    </>
  )
}

function MadeLine({ model: { id, words, part, parts } }: { model: MadeModel }) {
  return (
    <PictureItem id={id}>
      <a href={`/models/${id}`}>{parts === 1 ? words : `${words}: part ${part}`}</a>
    </PictureItem>
  )
}

function PictureItem({ id, children }: { id: string; children: Child }) {
  return (
    <li>
      <ThumbPicture id={id} />
      {children}
    </li>
  )
}

/** Such as "Made from a fox: hollow 2 mm, 120 mm". */
export function OriginLine({ origin: { from, words } }: { origin: Origin }) {
  return (
    <span>
      Made from {from === null ? 'a deleted model' : <a href={`/models/${from.id}`}>{from.name}</a>}
      : {words}
    </span>
  )
}

/** Parts of a cut. The part `id` is the current one. */
export function CutParts({ id, origin: { cut } }: { id: string; origin: Origin }) {
  if (cut.length < 2) return ''
  return (
    <section class="panel narrow" aria-labelledby="cut-parts">
      <h2 id="cut-parts">Parts of the cut</h2>
      <ul class="items made-models">
        {cut.map((each) => (
          <PictureItem id={each.id}>
            {each.id === id ? (
              <strong>{`Part ${each.part}, shown here`}</strong>
            ) : (
              <a href={`/models/${each.id}`}>{`Part ${each.part}`}</a>
            )}
          </PictureItem>
        ))}
      </ul>
    </section>
  )
}

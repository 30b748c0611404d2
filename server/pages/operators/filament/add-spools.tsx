// Form that adds equal spools.
import { keysOf } from '../../../domain/base/keys-of.ts'
import { stockColors } from '../../../domain/catalog/colors.ts'
import { materialNames } from '../../../domain/catalog/materials.ts'
import { maxColorCharacters } from '../../../domain/catalog/options.ts'
import { maxLotCharacters, usualSpoolGrams } from '../../../domain/farm/spools/spool.ts'
import { formKeyField } from '../../../domain/idempotency/form-key.ts'
import { Field, type FieldErrors, Hidden, TextField } from '../../../html/form-fields.tsx'
import { filamentPath } from '../parts/filament-paths.ts'

/** Input names of the form. */
export const addInputs = [
  'material',
  'color',
  'count',
  'fullGrams',
  'emptyGrams',
  'price',
  'lot',
] as const

export type TypedSpools = Readonly<Partial<Record<(typeof addInputs)[number], string>>>

type Props = {
  readonly formKey: string
  readonly typed?: TypedSpools
  readonly errors?: FieldErrors
}

export function AddSpools({ formKey, typed = {}, errors = {} }: Props) {
  const { material, color = '', count = '1', fullGrams = String(usualSpoolGrams) } = typed
  return (
    <form method="post" action={filamentPath}>
      <Hidden name={formKeyField} value={formKey} />
      <div class="columns">
        <Field name="material" label="Material" errors={errors}>
          {(field) => (
            <select {...field}>
              {materialNames.map((name) => (
                <option value={name} selected={name === material}>
                  {name.toUpperCase()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          name="color"
          label="Color"
          value={color}
          errors={errors}
          input={{
            maxlength: maxColorCharacters,
            list: 'filament-colors',
            autocomplete: 'off',
            required: true,
          }}
        />
        <WholeNumberField
          name="count"
          label="Number of spools"
          value={count}
          errors={errors}
          isRequired
        />
        <WholeNumberField
          name="fullGrams"
          label="Filament of each, g"
          value={fullGrams}
          errors={errors}
          isRequired
        />
        <WholeNumberField
          name="emptyGrams"
          label="Empty spool, g"
          value={typed.emptyGrams ?? ''}
          errors={errors}
        />
        <TextField
          name="price"
          label="Price of each, $"
          value={typed.price ?? ''}
          errors={errors}
          input={{ inputmode: 'decimal', maxlength: 10, autocomplete: 'off' }}
        />
        <TextField
          name="lot"
          label="Lot"
          value={typed.lot ?? ''}
          errors={errors}
          input={{ maxlength: maxLotCharacters, autocomplete: 'off' }}
        />
      </div>
      <datalist id="filament-colors">
        {keysOf(stockColors).map((name) => (
          <option value={name}></option>
        ))}
      </datalist>
      <p class="hint">
        Write on each spool the number that it is given. If you enter the weight of the empty spool,
        spools can be weighed with their filament. Price and lot are optional.
      </p>
      <p class="actions">
        <button type="submit">Add</button>
      </p>
    </form>
  )
}

type GramsProps = {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly errors: FieldErrors
  readonly isRequired?: boolean
}

export const WholeNumberField = ({ isRequired = false, ...field }: GramsProps) => (
  <TextField
    {...field}
    input={{ inputmode: 'numeric', maxlength: 6, autocomplete: 'off', required: isRequired }}
  />
)

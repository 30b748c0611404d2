// Form for a printer's spools: one row per slot, and one empty row.

import { keysOf } from '../../../domain/base/keys-of.ts'
import { stockColors } from '../../../domain/catalog/colors.ts'
import { materialNames } from '../../../domain/catalog/materials.ts'
import { maxSpools, type Printer, type Spool } from '../../../domain/farm/printers/printer.ts'
import { Field, type FieldErrors, Hidden, TextField } from '../../../html/form-fields.tsx'
import { spoolPath } from '../parts/filament-paths.ts'
import { printerFormPath } from './printer-paths.ts'

/** Returns the input names of a slot. */
export const spoolFields = (slot: number) =>
  ({ material: `material-${slot}`, color: `color-${slot}`, grams: `grams-${slot}` }) as const

/** Entries by input name. */
export type Typed = Readonly<Record<string, string>>

type FormProps = {
  readonly printer: Printer
  /** Set after a refusal. */
  readonly typed?: Typed | undefined
  readonly errors: FieldErrors
}

export function SpoolsForm({ printer, typed, errors }: FormProps) {
  const { name, spools, version } = printer
  const last = Math.max(0, ...spools.map(({ slot }) => slot), ...slotsOf(typed ?? {}))
  const slots = Array.from({ length: Math.min(maxSpools, last + 1) }, (_, index) => index + 1)
  const entries = typed ?? recordedValues(printer)
  const countedIn = (slot: number) => spools.find((spool) => spool.slot === slot)?.counted
  return (
    <form method="post" action={printerFormPath(name, 'spools')}>
      <Hidden name="version" value={String(version)} />
      {slots.map((slot) => (
        <SpoolRow slot={slot} entries={entries} errors={errors} counted={countedIn(slot)} />
      ))}
      <datalist id="stock-colors">
        {keysOf(stockColors).map((color) => (
          <option value={color}></option>
        ))}
      </datalist>
      <p class="hint">
        The printer gets jobs of these materials and colors only. Without any, it gets what its
        program asks for.
      </p>
      <p class="actions">
        <button type="submit">Save the spools</button>
      </p>
    </form>
  )
}

const recordedValues = ({ spools }: Printer): Typed =>
  Object.fromEntries(
    spools.flatMap(({ slot, material, color, gramsLeft }) => {
      const names = spoolFields(slot)
      return [
        [names.material, material],
        [names.color, color],
        [names.grams, gramsLeft === null ? '' : String(gramsLeft)],
      ]
    }),
  )

const slotsOf = (typed: Typed): readonly number[] =>
  Object.entries(typed).flatMap(([name, value]) =>
    value === '' ? [] : [Number(name.split('-')[1])],
  )

type RowProps = {
  slot: number
  entries: Typed
  errors: FieldErrors
  counted: Spool['counted']
}

function SpoolRow({ slot, entries, errors, counted }: RowProps) {
  const names = spoolFields(slot)
  const chosen = entries[names.material] ?? ''
  return (
    <fieldset class="spool">
      <legend>{`Slot ${slot}`}</legend>
      <Field name={names.material} label="Material" errors={errors}>
        {(field) => (
          <select {...field}>
            <option value="">Empty</option>
            {materialNames.map((material) => (
              <option value={material} selected={material === chosen}>
                {material.toUpperCase()}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        name={names.color}
        label="Color"
        value={entries[names.color] ?? ''}
        errors={errors}
        input={{ maxlength: 64, list: 'stock-colors', autocomplete: 'off' }}
      />
      {counted === undefined ? (
        <TextField
          name={names.grams}
          label="Grams left"
          value={entries[names.grams] ?? ''}
          errors={errors}
          input={{ inputmode: 'numeric', maxlength: 6, autocomplete: 'off' }}
        />
      ) : (
        <p class="counted">
          <a href={spoolPath(counted.id)}>{`Spool ${counted.id}`}</a>
          {`, ${counted.gramsLeft} g`}
        </p>
      )}
    </fieldset>
  )
}

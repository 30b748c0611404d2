// Filters of the work queue: a form that writes them to the address.
import { stockColors } from '../../../domain/catalog/colors.ts'
import { servedCountries } from '../../../domain/catalog/countries.ts'
import { materialNames } from '../../../domain/catalog/materials.ts'
import { noColor, nozzleDiametersMm } from '../../../domain/catalog/options.ts'
import {
  maxColorLength,
  maxTextLength,
  type QueueFilter,
  wholeQueue,
} from '../../../domain/fulfillment/queue-filter.ts'
import { queuePath } from './paths.ts'

type Option = readonly [value: string, label: string]

export function QueueFilters({ filter }: { filter: QueueFilter }) {
  const { status, material, color, nozzleMm, country, paid, held, late, ageDays, grouped } = filter
  const isFiltered = queuePath({ ...filter, status: null }) !== queuePath(wholeQueue)
  const isUnfolded = queuePath({ ...filter, status: null, text: '' }) !== queuePath(wholeQueue)
  return (
    <search>
      <form class="bar queue-filters" method="get" action="/operator/queue">
        {status === null ? '' : <input type="hidden" name="status" value={status} />}
        <input
          type="search"
          name="q"
          id="queue-search"
          aria-label="Search by code, name, email, file, city or tracking number"
          placeholder="Code, name, email, file, city"
          maxlength={maxTextLength}
          autocomplete="off"
          value={filter.text}
        />
        <details class="fold" open={isUnfolded}>
          <summary>Filters</summary>
          <Select name="material" label="Material" value={material} options={materialOptions} />
          <input
            name="color"
            list="colors"
            aria-label="Color"
            placeholder="Color"
            maxlength={maxColorLength}
            autocomplete="off"
            value={color ?? ''}
          />
          <datalist id="colors">
            {[...Object.keys(stockColors), noColor].map((name) => (
              <option value={name}></option>
            ))}
          </datalist>
          <Select
            name="nozzle"
            label="Nozzle"
            value={nozzleMm === null ? null : String(nozzleMm)}
            options={nozzleOptions}
          />
          <Select name="country" label="Country" value={country} options={countryOptions} />
          <Select name="paid" label="Paid" value={paid} options={paidOptions} />
          <Select name="held" label="Hold" value={held} options={heldOptions} />
          <Select
            name="review"
            label="Review"
            value={filter.toReview ? 'yes' : null}
            options={reviewOptions}
          />
          <Select name="late" label="Due" value={late ? 'yes' : null} options={lateOptions} />
          <Select
            name="age"
            label="Age"
            value={ageDays === null ? null : String(ageDays)}
            options={ageOptions(ageDays)}
          />
          {filter.sort === null ? '' : <input type="hidden" name="sort" value={filter.sort} />}
          <Select
            name="group"
            label="Grouping"
            value={grouped ? 'spool' : null}
            options={[['spool', 'By spool']]}
            none="Not grouped"
          />
          <button type="submit" class="quiet">
            Apply
          </button>
          {isFiltered ? <a href={queuePath({ ...wholeQueue, status })}>Clear</a> : ''}
        </details>
      </form>
    </search>
  )
}

type SelectProps = {
  readonly name: string
  /** Label for screen readers. Sighted users see the option without a value. */
  readonly label: string
  readonly value: string | null
  readonly options: readonly Option[]
  readonly none?: string
}

function Select({ name, label, value, options, none = label }: SelectProps) {
  return (
    <select name={name} aria-label={label} class={value === null ? 'unset' : undefined}>
      <option value="">{none}</option>
      {options.map(([each, text]) => (
        <option value={each} selected={each === value}>
          {text}
        </option>
      ))}
    </select>
  )
}

const materialOptions = materialNames.map((name): Option => [name, name.toUpperCase()])
const nozzleOptions = nozzleDiametersMm.map((mm): Option => [String(mm), `${mm} mm`])
const countryOptions = servedCountries.map((name): Option => [name, name])
const paidOptions: readonly Option[] = [
  ['yes', 'Paid'],
  ['no', 'Not paid'],
  ['any', 'Paid and not'],
]
const heldOptions: readonly Option[] = [
  ['yes', 'On hold'],
  ['no', 'Not on hold'],
]
const reviewOptions: readonly Option[] = [['yes', 'Needs review']]
const lateOptions: readonly Option[] = [['yes', 'Late']]

const usualAges = [1, 3, 7, 14, 30]

function ageOptions(chosen: number | null): readonly Option[] {
  const days = chosen === null || usualAges.includes(chosen) ? usualAges : [...usualAges, chosen]
  return days.map((each) => [String(each), each === 1 ? 'Over 1 day' : `Over ${each} days`])
}

// /operator/plates, where several plates are cleared at once, and the labels whose codes lead to the printers.
import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import { readFloor } from '../../../../domain/desk/read-floor.ts'
import { clearPlates, type NamedClearing } from '../../../../domain/farm/clear-plate.ts'
import { listFullPlates } from '../../../../domain/farm/read-printers.ts'
import { type FieldErrors, hasErrors } from '../../../../html/form-fields.tsx'
import { countOf } from '../../../../pages/base/figures.ts'
import { floorPage } from '../../../../pages/operators/floor/floor.tsx'
import {
  plateCountFields,
  readPlateCounts,
} from '../../../../pages/operators/parts/plate-counts.tsx'
import { printerLabelsPage } from '../../../../pages/operators/printers/labels.tsx'
import {
  maxPlates,
  type PlatesView,
  plateFields,
  platesPage,
} from '../../../../pages/operators/printers/plates.tsx'
import {
  floorPath,
  platesPath,
  printerLabelsPath,
} from '../../../../pages/operators/printers/printer-paths.ts'
import type { Field, SentFields } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskReader, operators, viewers } from '../../../middleware/page-access.ts'
import { info, outcomeOf as noticeOf, type Outcome, problem, warning } from '../desk-list.ts'
import { scrapReasonField } from '../scrap-reason-field.ts'
import { dateOf, plateJobField } from './printer-fields.ts'

type Plate = Omit<NamedClearing, 'by' | 'scrapReason'>

/** The plates whose checkbox is set. */
const platesField: Field<readonly Plate[]> = {
  read: (field) => {
    const wrong: FieldErrors[] = []
    const plates: Plate[] = []
    for (let index = 0; index < maxPlates && field(plateFields(index).printer) !== ''; index += 1) {
      if (field(plateFields(index).take) !== '1') continue
      const plate = readPlate(field, index)
      if (plate.ok) {
        plates.push(plate.value)
      } else {
        wrong.push(plate.failure)
      }
    }
    if (wrong.length > 0) return fail(Object.assign({}, ...wrong))
    return plates.length > 0 ? ok(plates) : fail('Check the plates that you cleared.')
  },
}

/** Its counts as the form of one plate names them. */
const countsOf = (field: SentFields, index: number): SentFields => {
  const { jobs } = plateFields(index)
  return (name) => field(name === 'jobs' ? jobs : name)
}

function readPlate(field: SentFields, index: number): Result<Plate, FieldErrors> {
  const names = plateFields(index)
  const counts = readPlateCounts(countsOf(field, index))
  if (counts !== null && hasErrors(counts.wrong)) return fail(counts.wrong)
  const job = plateJobField.read(field, names.job)
  const since = dateOf(field(names.since))
  const jobId = job.ok ? job.value : null
  const printer = field(names.printer)
  return ok({ printer, jobId, since, scrap: 0, ...(counts !== null && { jobs: counts.jobs }) })
}

/** All that was typed, for the page that shows the form again. */
function typedIn(field: SentFields): Readonly<Record<string, string>> {
  const names = ['scrapReason']
  for (let index = 0; index < maxPlates && field(plateFields(index).printer) !== ''; index += 1) {
    names.push(plateFields(index).take, ...plateCountFields(countsOf(field, index)))
  }
  return Object.fromEntries(names.map((name) => [name, field(name)]))
}

const floorNotices = { plate: info('The plate is clear. The printer gets the next job.') }

export const platePages = [
  page({
    path: floorPath,
    access: viewers,
    show: async function showFloor({ deps }, { query, caller: user }) {
      const printers = await readFloor(deps, deps.timeZone)
      const filter = query['show'] === 'attention' ? 'attention' : 'all'
      const notice = noticeOf(floorNotices, query['done'])
      return floorPage({ ...notice, printers, filter, user, now: deps.clock.now() })
    },
  }),
  page({
    path: platesPath,
    access: viewers,
    show: function showPlatesToClear(http, { query, caller }) {
      return showPlates(http, caller, outcomeOf(query))
    },
  }),
  form({
    path: platesPath,
    access: operators,
    fields: { plates: platesField, scrapReason: scrapReasonField },
    act: async function clearByList({ deps }, { caller, body: { plates, scrapReason } }) {
      const clearings = plates.map((plate) => ({ ...plate, by: caller.email, scrapReason }))
      return ok(await clearPlates(deps, clearings))
    },
    done: (_http, _input, { cleared, refused }) =>
      `${platesPath}?${new URLSearchParams({ cleared: String(cleared), left: String(refused.length) })}`,
    refuse: (http, { caller }, { status, text, errors, field }) =>
      showPlates(http, caller, { status, errors, notice: problem(text), typed: typedIn(field) }),
  }),
  page({
    path: printerLabelsPath,
    access: viewers,
    show: async function showLabels({ deps }, { caller: user }) {
      const works = await deps.printers.list(deps.timeZone)
      const printers = works.map(({ printer }) => printer)
      return printerLabelsPage({ printers, user, baseUrl: deps.baseUrl })
    },
  }),
]

function outcomeOf(query: Readonly<Record<string, string | undefined>>): Outcome {
  const [cleared, left] = [query['cleared'], query['left']].map(countIn)
  if (cleared === undefined || left === undefined) return {}
  const text = `${countOf(cleared, 'plate')} cleared.`
  if (left === 0) return { notice: info(text) }
  const rest =
    left === 1
      ? '1 has changed since you opened the page'
      : `${left} have changed since you opened the page`
  return { notice: warning(`${text} ${rest}, and nothing of it was counted.`) }
}

const countIn = (text: string | undefined): number | undefined =>
  /^\d{1,3}$/.test(text ?? '') ? Number(text) : undefined

async function showPlates(
  { deps }: HttpContext,
  user: DeskReader,
  shown: Outcome & Pick<PlatesView, 'typed' | 'errors'>,
): Promise<Response> {
  const plates = await listFullPlates(deps, deps.timeZone)
  return platesPage({ ...shown, plates, user, now: deps.clock.now() })
}

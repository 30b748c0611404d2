// /operator/plates, where operators clear several plates together, and the labels whose codes link to the printers.

import { fail, ok, type Result } from '../../../../domain/base/result.ts'
import { readWhole } from '../../../../domain/base/text/whole-number.ts'
import { readFloor } from '../../../../domain/desk/read-floor.ts'
import type { PrintJob } from '../../../../domain/farm/jobs/job.ts'
import { listFullPlates } from '../../../../domain/farm/read/read-printers.ts'
import {
  clearPlates,
  type NamedClearing,
  wrongCounts,
} from '../../../../domain/farm/reports/clear-plate.ts'
import { readEndingMaterials } from '../../../../domain/farm/spools/read-filament.ts'
import type { FieldErrors } from '../../../../html/form-fields.tsx'
import { countOf } from '../../../../pages/base/figures.ts'
import { floorPage } from '../../../../pages/operators/floor/floor.tsx'
import { scrapFieldOf } from '../../../../pages/operators/parts/plate-counts.tsx'
import { printerLabelsPage } from '../../../../pages/operators/printers/labels.tsx'
import {
  maxPlates,
  type PlatesView,
  plateFields,
  platesPage,
  takeKey,
} from '../../../../pages/operators/printers/plates.tsx'
import {
  floorPath,
  platesPath,
  printerLabelsPath,
} from '../../../../pages/operators/printers/printer-paths.ts'
import type { Field, SentFields } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { form, wrongAt } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { info, type ListNotice, outcomeOf as noticeOf, problem, warn } from '../forms/desk-list.ts'
import { plateCountFields, readPlateCounts } from '../forms/plate-counts-field.ts'
import { scrapReasonField } from '../forms/scrap-reason-field.ts'
import { plateNotices } from './plate-notices.ts'
import { countError, dateOf, plateJobField } from './printer-fields.ts'

type Typed = NonNullable<PlatesView['typed']>
type Plate = Omit<NamedClearing, 'by' | 'scrapReason'>

/** Plates with a checked checkbox. */
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

/** Returns a field reader that maps the job's count names to those of one plate's form. */
const countsOf = (field: SentFields, index: number): SentFields => {
  const { jobs } = plateFields(index)
  return (name) => field(name === 'jobs' ? jobs : name)
}

function readPlate(field: SentFields, index: number): Result<Plate, FieldErrors> {
  const names = plateFields(index)
  const counts = readPlateCounts(countsOf(field, index))
  if (!counts.ok) return counts
  const job = plateJobField.read(field, names.job)
  const since = dateOf(field(names.since))
  const jobId = job.ok ? job.value : null
  const printer = field(names.printer)
  const jobs = counts.value
  return ok({ printer, jobId, since, scrap: 0, ...(jobs !== undefined && { jobs }) })
}

/** Returns all typed values, for the page that shows the form again. */
function allTyped(field: SentFields): Typed {
  const typed: Record<string, string> = { scrapReason: field('scrapReason') }
  for (let index = 0; index < maxPlates && field(plateFields(index).printer) !== ''; index += 1) {
    const { take, printer, job, since } = plateFields(index)
    typed[takeKey(field(printer), field(job), field(since))] = field(take)
    for (const name of plateCountFields(countsOf(field, index))) typed[name] = field(name)
  }
  return typed
}

const typedField: Field<Typed> = { read: (field) => ok(allTyped(field)) }

export const platePages = [
  page({
    path: floorPath,
    access: viewers,
    show: async function showFloor({ deps }, { query, caller: user }) {
      const [printers, endingMaterials] = await Promise.all([
        readFloor(deps, deps.timeZone),
        readEndingMaterials(deps),
      ])
      const filter = query['show'] === 'attention' ? 'attention' : 'all'
      const notice = noticeOf(plateNotices, query['done'])
      return floorPage({
        ...notice,
        printers,
        endingMaterials,
        filter,
        user,
        now: deps.clock.now(),
      })
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
    fields: { plates: platesField, scrapReason: scrapReasonField, typed: typedField },
    act: async function clearByList({ deps }, { caller, body: { plates, scrapReason } }) {
      const wrong = await wrongCounts(deps, plates)
      if (wrong.length > 0) return wrongAt(Object.fromEntries(wrong.map(markedCount)))
      const clearings = plates.map((plate) => ({ ...plate, by: caller.email, scrapReason }))
      return ok(await clearPlates(deps, clearings))
    },
    done: (http, { caller, body: { typed } }, { cleared, repeats, refused }) => {
      if (refused.length === 0) {
        const counts = { cleared: String(cleared), before: String(repeats) }
        return `${platesPath}?${new URLSearchParams(counts)}`
      }
      const left = `${countOf(refused.length, 'plate')} could not be cleared, and nothing of ${refused.length === 1 ? 'it' : 'them'} was counted:`
      return showPlates(http, caller, {
        status: 409,
        notice: warn(`${clearedText(cleared, repeats)} ${left}`),
        typed,
        refused: refused.map(({ printer, failure }) => ({
          printer,
          text: refusalOf(failure).error,
        })),
      })
    },
    refuse: (http, { caller }, { status, text, errors, typedIn }) =>
      showPlates(http, caller, { status, errors, notice: problem(text), typed: allTyped(typedIn) }),
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

function outcomeOf(query: Readonly<Record<string, string | undefined>>): ListNotice {
  const [cleared, repeats] = [query['cleared'], query['before']].map(countIn)
  if (cleared === undefined || repeats === undefined) return {}
  return { notice: info(clearedText(cleared, repeats)) }
}

function clearedText(cleared: number, repeats: number): string {
  const text = `${countOf(cleared, 'plate')} cleared.`
  if (repeats === 0) return text
  const before = `${countOf(repeats, 'plate')} ${repeats === 1 ? 'was' : 'were'} cleared before; nothing was counted again.`
  return cleared === 0 ? before : `${text} ${before}`
}

const markedCount = ({ id, parts }: Pick<PrintJob, 'id' | 'parts'>): [string, string] => [
  scrapFieldOf(id),
  countError(parts),
]

const countIn = (text: string | undefined): number | undefined => readWhole(text, 3) ?? undefined

async function showPlates(
  { deps }: HttpContext,
  user: DeskViewer,
  shown: ListNotice & Pick<PlatesView, 'typed' | 'errors' | 'refused'>,
): Promise<Response> {
  const plates = await listFullPlates(deps, deps.timeZone, maxPlates)
  return platesPage({ ...shown, plates, user, now: deps.clock.now() })
}

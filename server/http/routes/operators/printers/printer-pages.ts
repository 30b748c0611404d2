// /operator/printers: the list, one printer, and the forms that change it.

import { ok } from '../../../../domain/base/result.ts'
import { changePrinter, removePrinter } from '../../../../domain/farm/change-printer.ts'
import { clearPlate } from '../../../../domain/farm/clear-plate.ts'
import { maxSpools } from '../../../../domain/farm/printers/printer.ts'
import { listPrinters, readPrinter } from '../../../../domain/farm/read-printers.ts'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import { plateCountFields } from '../../../../pages/operators/parts/plate-counts.tsx'
import {
  type PrinterForm,
  type PrinterView,
  printerPage,
} from '../../../../pages/operators/printers/printer.tsx'
import {
  floorPath,
  printerFormPath,
  printerPath,
  printersPath,
} from '../../../../pages/operators/printers/printer-paths.ts'
import { printersPage } from '../../../../pages/operators/printers/printers.tsx'
import { spoolFields } from '../../../../pages/operators/printers/spools-form.tsx'
import { anyText, checkbox, type SentFields, version } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { type FormRefusal, form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskReader, operators, viewers } from '../../../middleware/page-access.ts'
import { askOnce } from '../ask-once.ts'
import { info, listPage, type Outcome, outcomeOf, problem, refusedOutcome } from '../desk-list.ts'
import { scrapReasonField } from '../scrap-reason-field.ts'
import { plateNoticeOf, plateNotices } from './plate-notices.ts'
import {
  noteField,
  plateCountsField,
  plateJobField,
  plateSinceField,
  scrapField,
  spoolsField,
  tagsField,
} from './printer-fields.ts'

const path = `${printersPath}/:name` as const

const notices = {
  ...plateNotices,
  spools: info('The spools are saved. The next claim uses them.'),
  tags: info('The tags are saved.'),
  maintenance: info('The printer is out of service. The current print continues.'),
  work: info('The printer is back in service.'),
  removed: info('The printer was removed.'),
}

/** The pages with a button of their own, by what it sends. */
const listPaths: ReadonlyMap<string, string> = new Map([
  ['1', printersPath],
  ['floor', floorPath],
])

type PrinterAddress = { readonly params: { readonly name: string } }

/** The address of the printer after a form. */
const after = ({ params }: PrinterAddress, notice: keyof typeof notices) =>
  `${printerPath(params.name)}?done=${notice}`

/** What the forms of a printer's page share: a refusal shows the page with what was typed. */
const printerForm = (name: PrinterForm, inputs: readonly string[]) => ({
  access: operators,
  refuse: (
    http: HttpContext,
    { caller, params }: PrinterAddress & { readonly caller: DeskReader },
    { status, text, errors, field }: FormRefusal,
  ) =>
    showPrinter(http, caller, params.name, {
      status,
      errors,
      notice: problem(text),
      refused: { form: name, typed: typedIn(field, inputs) },
    }),
})

const typedIn = (field: SentFields, inputs: readonly string[]) =>
  Object.fromEntries([...inputs, ...plateCountFields(field)].map((input) => [input, field(input)]))

const spoolInputs = Array.from({ length: maxSpools }, (_, index) => spoolFields(index + 1)).flatMap(
  (names) => Object.values(names),
)

export const printerPages = [
  listPage({ path: printersPath, notices, show: showPrinters }),
  page({
    path,
    access: viewers,
    show: function showOnePrinter(http, { params, query, caller }) {
      return showPrinter(http, caller, params.name, outcomeOf(notices, query['done']))
    },
  }),
  form({
    ...printerForm('plate', ['scrap', 'scrapReason']),
    path: `${path}/plate`,
    // `list`: the button of the list or of the floor, to which it returns.
    fields: {
      job: plateJobField,
      since: plateSinceField,
      scrap: scrapField,
      jobs: plateCountsField,
      scrapReason: scrapReasonField,
      list: anyText,
    },
    act: async function clearByForm({ deps }, { caller, params, body }) {
      const { job: jobId, since, scrap, jobs, scrapReason } = body
      const clearing = { by: caller.email, scrap, jobs, scrapReason, jobId, since }
      return await clearPlate(deps, params.name, clearing)
    },
    done: (_http, input, cleared) => {
      const [returnPath, notice] = [listPaths.get(input.body.list), plateNoticeOf(cleared)]
      return returnPath === undefined ? after(input, notice) : `${returnPath}?done=${notice}`
    },
    marks: {
      job_counts_wrong: ({ parts }) => ({ scrap: `Enter a number from 0 to ${parts}.` }),
    },
  }),
  form({
    ...printerForm('spools', spoolInputs),
    path: `${path}/spools`,
    fields: { version, spools: spoolsField },
    act: async function setSpools({ deps }, { caller, params, body }) {
      return await changePrinter(deps, params.name, {
        action: 'spools',
        by: caller.email,
        ...body,
      })
    },
    done: (_http, input) => after(input, 'spools'),
  }),
  form({
    ...printerForm('tags', ['tags']),
    path: `${path}/tags`,
    fields: { version, tags: tagsField },
    act: async function setTags({ deps }, { caller, params, body }) {
      return await changePrinter(deps, params.name, { action: 'tags', by: caller.email, ...body })
    },
    done: (_http, input) => after(input, 'tags'),
  }),
  form({
    ...printerForm('maintenance', ['note']),
    path: `${path}/maintenance`,
    fields: { version, note: noteField },
    act: async function setMaintenance({ deps }, { caller, params, body }) {
      return await changePrinter(deps, params.name, {
        action: 'maintenance',
        by: caller.email,
        ...body,
      })
    },
    done: (_http, input) => after(input, input.body.note === null ? 'work' : 'maintenance'),
  }),
  form({
    path: `${path}/remove`,
    access: operators,
    fields: { confirmed: checkbox },
    ask: askOnce(
      async (
        { deps },
        input: PrinterAddress & { caller: DeskReader; body: { confirmed: boolean } },
      ) => {
        const { name } = input.params
        const printer = await readPrinter(deps, name, input.caller.timeZone)
        if (!printer.ok) return printer
        return ok({
          tab: 'printers' as const,
          title: `Remove ${name}?`,
          facts: [],
          text: 'Its spools, tags and notes are forgotten. It is added again when it reports or claims.',
          action: printerFormPath(name, 'remove'),
          fields: {},
          button: 'Remove the printer',
          isDanger: true,
          back: printerPath(name),
        })
      },
    ),
    act: async function removeByForm({ deps }, { caller, params }) {
      return await removePrinter(deps, params.name, caller.email)
    },
    done: () => `${printersPath}?done=removed`,
    refuse: (http, { caller, params }, refused) =>
      showPrinter(http, caller, params.name, refusedOutcome(refused)),
  }),
]

async function showPrinters(
  { deps }: HttpContext,
  user: DeskReader,
  outcome: Outcome,
): Promise<Response> {
  const printers = await listPrinters(deps, user.timeZone)
  return printersPage({ ...outcome, printers, user, now: deps.clock.now() })
}

async function showPrinter(
  { deps }: HttpContext,
  user: DeskReader,
  name: string,
  shown: Outcome & Pick<PrinterView, 'refused' | 'errors'>,
): Promise<Response> {
  const printer = await readPrinter(deps, name, user.timeZone)
  return printer.ok
    ? printerPage({ ...shown, page: printer.value, user, now: deps.clock.now() })
    : deskNotFound(user, 'printer')
}

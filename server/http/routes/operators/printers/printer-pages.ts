// /operator/printers: the list, the page of one printer, and the forms that change it.

import type { PrintJobId } from '../../../../domain/base/ids/print-job-id.ts'
import { fail, ok } from '../../../../domain/base/result.ts'
import { changePrinter, removePrinter } from '../../../../domain/farm/printers/change-printer.ts'
import { commandPrinter } from '../../../../domain/farm/printers/command-printer.ts'
import { maxSpools } from '../../../../domain/farm/printers/printer.ts'
import { listPrinters, readPrinter } from '../../../../domain/farm/read/read-printers.ts'
import { clearPlate } from '../../../../domain/farm/reports/clear-plate.ts'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
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
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { askOnce } from '../forms/ask-once.ts'
import {
  info,
  type ListNotice,
  listPage,
  outcomeOf,
  problem,
  refusedOutcome,
} from '../forms/desk-list.ts'
import { plateCountFields, plateCountsField, scrapField } from '../forms/plate-counts-field.ts'
import { scrapReasonField } from '../forms/scrap-reason-field.ts'
import { plateNoticeOf, plateNotices } from './plate-notices.ts'
import {
  commandActionField,
  commandVersionField,
  countError,
  noteField,
  plateJobField,
  plateSinceField,
  printJobField,
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
  pause: info('The printer is asked to pause.'),
  resume: info('The printer is asked to resume.'),
  cancel: info('The printer is asked to cancel its print.'),
}

/** Pages with a button for this form, by the value that the button sends. */
const listPaths: ReadonlyMap<string, string> = new Map([
  ['1', printersPath],
  ['floor', floorPath],
])

type PrinterAddress = { readonly params: { readonly name: string } }

/** Returns the printer's address after a form. */
const pathAfter = ({ params }: PrinterAddress, notice: keyof typeof notices) =>
  `${printerPath(params.name)}?done=${notice}`

/** Builds a form of the printer page. A refusal shows the page with the entered values. */
const printerForm = (name: PrinterForm, inputs: readonly string[]) => ({
  access: operators,
  refuse: (
    http: HttpContext,
    { caller, params }: PrinterAddress & { readonly caller: DeskViewer },
    { status, text, errors, typedIn }: FormRefusal,
  ) =>
    showPrinter(http, caller, params.name, {
      status,
      errors,
      notice: problem(text),
      refused: { form: name, typed: allTyped(typedIn, inputs) },
    }),
})

const allTyped = (field: SentFields, inputs: readonly string[]) =>
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
    // `list`: the page of the pressed button (list or floor), which the form returns to.
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
      return returnPath === undefined ? pathAfter(input, notice) : `${returnPath}?done=${notice}`
    },
    marks: {
      job_counts_wrong: ({ parts }) => ({ scrap: countError(parts) }),
    },
  }),
  page({
    path: `${path}/picture`,
    access: viewers,
    show: async function showPicture({ deps }, { params, caller }) {
      const picture = await deps.printers.readPicture(params.name)
      if (picture === null) return deskNotFound(caller, 'printer')
      return new Response(Buffer.from(picture.jpeg), {
        headers: {
          'content-type': 'image/jpeg',
          'last-modified': picture.at.toUTCString(),
          'cache-control': 'private, no-store',
        },
      })
    },
  }),
  form({
    ...printerForm('command', []),
    path: `${path}/command`,
    fields: {
      action: commandActionField,
      job: printJobField,
      command: commandVersionField,
      confirmed: checkbox,
    },
    ask: async (http, input) =>
      input.body.action === 'cancel' ? await askToCancel(http, input) : ok(null),
    act: async function commandByForm({ deps }, { caller, params, body }) {
      const { action, job: jobId, command } = body
      if (jobId === null) return fail({ kind: 'printer_work_changed' })
      const request = { action, jobId, version: command, by: caller.email }
      return await commandPrinter(deps, params.name, request)
    },
    done: (_http, input) => pathAfter(input, input.body.action),
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
    done: (_http, input) => pathAfter(input, 'spools'),
  }),
  form({
    ...printerForm('tags', ['tags']),
    path: `${path}/tags`,
    fields: { version, tags: tagsField },
    act: async function setTags({ deps }, { caller, params, body }) {
      return await changePrinter(deps, params.name, { action: 'tags', by: caller.email, ...body })
    },
    done: (_http, input) => pathAfter(input, 'tags'),
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
    done: (_http, input) => pathAfter(input, input.body.note === null ? 'work' : 'maintenance'),
  }),
  form({
    path: `${path}/remove`,
    access: operators,
    fields: { confirmed: checkbox },
    ask: askOnce(
      async (
        { deps },
        input: PrinterAddress & { caller: DeskViewer; body: { confirmed: boolean } },
      ) => {
        const { name } = input.params
        const printer = await readPrinter(deps, name, input.caller.timeZone)
        if (!printer.ok) return printer
        return ok({
          tab: 'printers' as const,
          title: `Remove ${name}?`,
          facts: [],
          text: 'Its spools, tags and notes are deleted. The printer is added again when it reports or claims.',
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

type CommandInput = PrinterAddress & {
  readonly caller: DeskViewer
  readonly body: {
    readonly confirmed: boolean
    readonly job: PrintJobId | null
    readonly command: number
  }
}

const askToCancel = askOnce(async ({ deps }: HttpContext, input: CommandInput) => {
  const { params, caller, body } = input
  const { name } = params
  const found = await readPrinter(deps, name, caller.timeZone)
  if (!found.ok) return found
  const { job } = found.value
  if (job === null || job.id !== body.job) return fail({ kind: 'printer_work_changed' } as const)
  return ok({
    tab: 'printers' as const,
    title: `Cancel the print on ${name}?`,
    facts: [['Plate', `${job.orderCode}, plate ${job.plate}`]] as const,
    text: 'The printer stops, and the print cannot be continued. The attempt counts as failed: after three, the job needs attention. The printer gets its next job when its plate is cleared.',
    action: printerFormPath(name, 'command'),
    fields: { action: 'cancel', job: job.id, command: String(body.command) },
    button: 'Cancel the print',
    isDanger: true,
    back: printerPath(name),
  })
})

async function showPrinters(
  { deps }: HttpContext,
  user: DeskViewer,
  outcome: ListNotice,
): Promise<Response> {
  const printers = await listPrinters(deps, user.timeZone)
  return printersPage({ ...outcome, printers, user, now: deps.clock.now() })
}

async function showPrinter(
  { deps }: HttpContext,
  user: DeskViewer,
  name: string,
  shown: ListNotice & Pick<PrinterView, 'refused' | 'errors'>,
): Promise<Response> {
  const printer = await readPrinter(deps, name, user.timeZone)
  return printer.ok
    ? printerPage({ ...shown, page: printer.value, user, now: deps.clock.now() })
    : deskNotFound(user, 'printer')
}

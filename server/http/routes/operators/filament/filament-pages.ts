// /operator/filament: the counted spools, the page of one spool, and the forms that change them.

import { ok } from '../../../../domain/base/result.ts'
import { addSpools, changeSpool } from '../../../../domain/farm/spools/change-spool.ts'
import { readFilament, readSpool } from '../../../../domain/farm/spools/read-filament.ts'
import { maxAddedSpools } from '../../../../domain/farm/spools/spool.ts'
import { onceByForm } from '../../../../domain/idempotency/once-by-form.ts'
import { addInputs } from '../../../../pages/operators/filament/add-spools.tsx'
import { type FilamentView, filamentPage } from '../../../../pages/operators/filament/filament.tsx'
import { type SpoolView, spoolPage } from '../../../../pages/operators/filament/spool.tsx'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import { filamentPath, spoolPath } from '../../../../pages/operators/parts/filament-paths.ts'
import { choice, version } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { type FormRefusal, form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { readSpools } from '../../../middleware/stored-values.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { info, outcomeOf, problem } from '../forms/desk-list.ts'
import { addFields, gramsField, printerField, slotField, spoolIdOf } from './filament-fields.ts'

const notices = {
  weighed: info('The weight is saved.'),
  loaded: info('The spool is loaded. The next claim of the printer uses it.'),
  unloaded: info('The spool is on the shelf.'),
  emptied: info('The spool is marked as empty.'),
}

const path = `${filamentPath}/:id` as const

type SpoolAddress = { readonly params: { readonly id: string } }

/** The part of a form that shows the page of the spool. A refusal shows it with the entered values. */
const spoolForm = (notice: keyof typeof notices, inputs: readonly string[] = []) => ({
  access: operators,
  done: (_http: HttpContext, { params }: SpoolAddress) =>
    `${spoolPath(spoolIdOf(params.id))}?done=${notice}`,
  refuse: (
    http: HttpContext,
    { caller, params }: SpoolAddress & { readonly caller: DeskViewer },
    { status, text, errors, typedIn }: FormRefusal,
  ) =>
    showSpool(http, caller, params.id, {
      status,
      errors,
      notice: problem(text),
      typed: Object.fromEntries(inputs.map((input) => [input, typedIn(input)])),
    }),
})

export const filamentPages = [
  page({
    path: filamentPath,
    access: viewers,
    show: function showFilamentPage(http, { query, caller }) {
      const which = query['show'] === 'empty' ? 'empty' : 'kept'
      return showFilament(http, caller, { which, ...addedNotice(query['added']) })
    },
  }),
  form({
    path: filamentPath,
    access: operators,
    fields: addFields,
    act: async function addByForm({ deps }, { request: { signal }, caller, body }) {
      const { key: formKey, price: priceCents, ...typed } = body
      const added = { ...typed, priceCents }
      const sent = { caller, formKey, asked: ['add spools', added], signal }
      return await onceByForm(deps, sent, readSpools, async (runId) =>
        ok({ ids: await addSpools(deps, caller.email, { ...added, runId }) }),
      )
    },
    done: (_http, _input, { value: { ids } }) => `${filamentPath}?added=${ids.join('-')}`,
    refuse: (http, { caller }, { status, text, errors, typedIn }) =>
      showFilament(http, caller, {
        which: 'kept',
        status,
        errors,
        notice: problem(text),
        typed: Object.fromEntries(addInputs.map((input) => [input, typedIn(input)])),
      }),
  }),
  page({
    path,
    access: viewers,
    show: function showOneSpool(http, { params, query, caller }) {
      return showSpool(http, caller, params.id, outcomeOf(notices, query['done']))
    },
  }),
  form({
    ...spoolForm('weighed', ['grams', 'how']),
    path: `${path}/weigh`,
    fields: {
      version,
      grams: gramsField,
      how: choice(['gross', 'net'], 'Choose what was weighed.'),
    },
    act: async function weighByForm({ deps }, { caller, params, body }) {
      const { how, ...seen } = body
      const change = {
        ...seen,
        action: 'weigh',
        isGross: how === 'gross',
        by: caller.email,
      } as const
      return await changeSpool(deps, spoolIdOf(params.id), change)
    },
    marks: { spool_weight_wrong: (failure) => ({ grams: refusalOf(failure).error }) },
  }),
  form({
    ...spoolForm('loaded', ['printer', 'slot']),
    path: `${path}/load`,
    fields: { version, printer: printerField, slot: slotField },
    act: async function loadByForm({ deps }, { caller, params, body }) {
      const change = { ...body, action: 'load', by: caller.email } as const
      return await changeSpool(deps, spoolIdOf(params.id), change)
    },
    marks: { printer_not_found: { printer: 'Choose a printer.' } },
  }),
  form({
    ...spoolForm('unloaded'),
    path: `${path}/unload`,
    fields: { version },
    act: async function unloadByForm({ deps }, { caller, params, body }) {
      const change = { ...body, action: 'unload', by: caller.email } as const
      return await changeSpool(deps, spoolIdOf(params.id), change)
    },
  }),
  form({
    ...spoolForm('emptied'),
    path: `${path}/empty`,
    fields: { version },
    act: async function markEmptyByForm({ deps }, { caller, params, body }) {
      const change = { ...body, action: 'empty', by: caller.email } as const
      return await changeSpool(deps, spoolIdOf(params.id), change)
    },
  }),
]

/** Names the new spools, whose numbers are in the query. */
function addedNotice(added: string | undefined) {
  const ids = /^\d{1,15}(-\d{1,15})*$/.test(added ?? '') ? (added ?? '').split('-') : []
  if (ids.length === 0 || ids.length > maxAddedSpools) return {}
  return {
    notice: info(
      ids.length === 1
        ? `Added spool ${ids[0]}. Write the number on it.`
        : `Added spools ${ids.join(', ')}. Write each number on its spool.`,
    ),
  }
}

async function showFilament(
  { deps }: HttpContext,
  user: DeskViewer,
  shown: Pick<FilamentView, 'which' | 'status' | 'notice' | 'errors' | 'typed'>,
): Promise<Response> {
  const filament = await readFilament(deps, shown.which)
  return filamentPage({ ...shown, filament, user, formKey: deps.ids.uuid() })
}

async function showSpool(
  { deps }: HttpContext,
  user: DeskViewer,
  id: string,
  shown: Pick<SpoolView, 'status' | 'notice' | 'errors' | 'typed'>,
): Promise<Response> {
  const spool = await readSpool(deps, spoolIdOf(id))
  if (!spool.ok) return deskNotFound(user, 'spool')
  const works = await deps.printers.list(user.timeZone)
  const printers = works.map(({ printer }) => printer)
  return spoolPage({ ...shown, ...spool.value, printers, user })
}

// /operator/engines/{engine}: an operator switches an engine off or on.
import { findEngine, switchEngine } from '../../../../domain/operators/switch-engine.ts'
import { notFoundPage } from '../../../../pages/base/not-found.tsx'
import { enginePath, engineSwitchPage } from '../../../../pages/operators/engine-switch.tsx'
import { anyText, buttonOf } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { type FormRefusal, form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { refusedOutcome } from '../forms/desk-list.ts'

const path = `${enginePath}/:engine` as const

export const engineSwitchPages = [
  page({
    path,
    access: viewers,
    show: (http, { params, caller }) => showEngine(http, caller, params.engine),
  }),
  form({
    path,
    access: operators,
    fields: { turn: buttonOf(['on', 'off']), reason: anyText },
    act: async function switchEngineByForm({ deps }, { caller, params, body }) {
      const { turn, reason } = body
      const change = { engine: params.engine, isOff: turn === 'off', reason }
      return await switchEngine(deps, caller.email, change)
    },
    done: () => '/operator/system',
    refuse: (http, { caller, params }, refused) => showEngine(http, caller, params.engine, refused),
  }),
]

async function showEngine(
  { deps }: HttpContext,
  user: DeskViewer,
  name: string,
  refused?: FormRefusal,
): Promise<Response> {
  const found = await findEngine(deps, name)
  if (found === null) return notFoundPage()
  if (refused === undefined) return engineSwitchPage({ ...found, user })
  const { failure, text, typedIn } = refused
  const errors = failure?.kind === 'engine_reason_required' ? { reason: text } : {}
  const typed = { reason: typedIn('reason'), errors }
  return engineSwitchPage({ ...refusedOutcome(refused), ...found, user, form: typed })
}

// /operator/failed: failed tasks of the job queue and failed generations.
import { ok } from '../../../../domain/base/result.ts'
import { readFailedWork } from '../../../../domain/desk/failed.ts'
import {
  changeTask,
  findFailedTask,
  generationTask,
  type TaskAction,
  taskActions,
} from '../../../../domain/operators/failed-tasks.ts'
import { failedPage, taskLabel } from '../../../../pages/operators/failed.tsx'
import { anyText, buttonOf, checkbox } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { form } from '../../../middleware/form.ts'
import type { DeskViewer } from '../../../middleware/page-access.ts'
import { askOnce } from '../forms/ask-once.ts'
import { type DeskNotice, info, type ListNotice, listForm, listPage } from '../forms/desk-list.ts'

const path = '/operator/failed'

const notices: Readonly<Record<TaskAction, DeskNotice>> = {
  run: info('The task runs now.'),
  stop: info('The task does not run again by itself.'),
  discard: info('The task was discarded.'),
}

const words: Readonly<Record<TaskAction, { title: string; text: string; button: string }>> = {
  run: {
    title: 'Run this task now?',
    text: 'It starts immediately and has all its attempts again.',
    button: 'Run it now',
  },
  stop: {
    title: 'Give this task up?',
    text: 'It does not run again by itself and stays listed with its error.',
    button: 'Give it up',
  },
  discard: {
    title: 'Discard this task?',
    text: 'It is removed for good. An email that it would have sent stays in the outbox as failing.',
    button: 'Discard it',
  },
}

const refundsCredits = ' Its generation ends in error, and the credits are refunded.'

export const failedPages = [
  listPage({ path, notices, show }),
  form({
    ...listForm(show),
    path: `${path}/task`,
    fields: { id: anyText, action: buttonOf(taskActions), confirmed: checkbox },
    ask: askOnce(async ({ deps }, { body: { id: taskId, action } }) => {
      const outcome = await findFailedTask(deps, taskId)
      if (!outcome.ok) return outcome
      const { id, task, payloadId, attempts, maxAttempts, lastError } = outcome.value
      const { title, text, button } = words[action]
      const ends = action !== 'run' && task === generationTask
      return ok({
        tab: 'system',
        title,
        facts: [
          ['Task', taskLabel(task)],
          ['About', payloadId ?? `task ${id}`],
          ['Attempts', `${attempts} of ${maxAttempts}`],
          ['Error', lastError ?? 'none'],
        ],
        text: ends ? text + refundsCredits : text,
        action: `${path}/task`,
        fields: { id, action },
        button,
        isDanger: action !== 'run',
        back: path,
      })
    }),
    act: async function changeFailedTask({ deps }, { caller, body }) {
      return await changeTask(deps, caller.email, body)
    },
    done: (_http, { body }) => `${path}?done=${body.action}`,
  }),
]

async function show(
  { deps }: HttpContext,
  user: DeskViewer,
  outcome: ListNotice,
): Promise<Response> {
  return failedPage({ ...outcome, ...(await readFailedWork(deps)), user, now: new Date() })
}

// /operator/failed: failed tasks of the job queue and failed generations.
import { operationalFailures } from '../../../domain/generation/request/failure.ts'
import {
  changeTask,
  findFailedTask,
  generationTask,
  type TaskAction,
  taskActions,
} from '../../../domain/operators/failed-tasks.ts'
import { type FailedView, failedPage, taskLabel } from '../../../pages/operators/failed.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { seeOther } from '../../requests/forms.ts'
import { askedForm, type DeskNotice, info, noticeOf, refuserOf } from './ask-first.ts'
import { type DeskReader, forViewer } from './operator-view.ts'

const path = '/operator/failed'
const rows = 100
const days = 7

const notices: Readonly<Record<string, DeskNotice>> = {
  run: info('The task runs now.'),
  stop: info('The task does not run again by itself.'),
  discard: info('The task was discarded.'),
}

const words: Readonly<Record<TaskAction, { title: string; text: string; button: string }>> = {
  run: {
    title: 'Run this task now?',
    text: 'It starts at once and has all its attempts again.',
    button: 'Run it now',
  },
  stop: {
    title: 'Give this task up?',
    text: 'It does not run again by itself and stays listed with its error.',
    button: 'Give it up',
  },
  discard: {
    title: 'Discard this task?',
    text: 'It is removed for good. A mail that it would have sent stays in the outbox as failing.',
    button: 'Discard it',
  },
}

const refundsCredits = ' Its generation ends in error, and the credits are refunded.'

export const failedPages = [
  page('GET', path, showFailed),
  askedForm(`${path}/task`, {
    question: async ({ http, operator, field }) => {
      const action = actionOf(field('action'))
      if (action === null) return unknownAction(http, operator)
      const found = await findFailedTask(http.deps, field('id'))
      if (!found.ok) return refused(http, operator, found.failure)
      const { id, task, payloadId, attempts, maxAttempts, lastError } = found.value
      const { title, text, button } = words[action]
      const ends = action !== 'run' && task === generationTask
      return {
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
      }
    },
    act: async ({ http, operator, field }) => {
      const action = actionOf(field('action'))
      if (action === null) return unknownAction(http, operator)
      const changed = await changeTask(http.deps, operator.email, { id: field('id'), action })
      return changed.ok
        ? seeOther(`${path}?done=${action}`)
        : refused(http, operator, changed.failure)
    },
  }),
]

const actionOf = (sent: string): TaskAction | null =>
  taskActions.find((action) => action === sent) ?? null

function showFailed(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, (user) => {
    const notice = noticeOf(notices, query['done'])
    return render(http, user, notice === undefined ? {} : { notice })
  })
}

const unknownAction = (http: HttpContext, user: DeskReader) =>
  refused(http, user, {
    kind: 'field_invalid',
    message: `action must be one of ${taskActions.join(', ')}.`,
  })

const refused = refuserOf(render)

async function render(
  { deps }: HttpContext,
  user: DeskReader,
  shown: Pick<FailedView, 'status' | 'notice'>,
): Promise<Response> {
  const [tasks, generations] = await Promise.all([
    deps.taskQueue.listFailed(rows),
    deps.generationBoard.listFailed({ reasons: operationalFailures, days, limit: rows }),
  ])
  return failedPage({ ...shown, user, now: new Date(), tasks, generations, days })
}

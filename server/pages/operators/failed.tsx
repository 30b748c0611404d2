// /operator/failed: tasks of the job queue that failed, and generations that ended for reasons of our own.
import type { FailedGeneration, FailedTask } from '../../domain/operators/ports.ts'
import { ActionForm } from '../../html/action-form.tsx'
import { DataTable } from '../../html/data-table.tsx'
import { Notice, type NoticeKind } from '../../html/notice.tsx'
import { Section } from '../../html/section.tsx'
import { durationText } from '../base/duration.ts'
import { StateBadge } from '../base/state-badge.tsx'
import { type DeskUser, deskPage } from './desk-page.tsx'
import { Age } from './parts/age.tsx'

export type FailedView = {
  readonly user: DeskUser
  readonly now: Date
  readonly tasks: readonly FailedTask[]
  readonly generations: readonly FailedGeneration[]
  /** How far back the list of generations goes. */
  readonly days: number
  readonly status?: number
  readonly notice?: { readonly kind: NoticeKind; readonly text: string }
}

export function failedPage(view: FailedView): Response {
  const { user, status = 200, notice } = view
  return deskPage({
    tab: 'system',
    user,
    title: 'Failed work',
    status,
    body: (
      <>
        <div class="page-head">
          <h1>Failed work</h1>
        </div>
        {notice === undefined ? '' : <Notice kind={notice.kind} text={notice.text} />}
        <Tasks view={view} />
        <Generations view={view} />
      </>
    ),
  })
}

const taskLabels: Readonly<Record<string, string>> = {
  'send-email': 'Send a mail',
  generate: 'Run a generation',
  sweep: 'Hourly clean-up',
  'sum-up-orders': 'Sums of orders by hour',
}

export const taskLabel = (task: string): string => taskLabels[task] ?? task

function Tasks({ view: { user, tasks, now } }: { view: FailedView }) {
  return (
    <Section id="tasks" title="Tasks">
      <p class="hint">
        A task is tried up to 25 times at growing intervals. “Run now” starts it at once with all
        its attempts; “Give up” keeps it here without running it; “Discard” removes it. A generation
        that is given up ends in error, and its credits are refunded.
      </p>
      <DataTable
        caption="Failed tasks, those that do not run again first"
        rows={tasks}
        empty="None. A task comes here when it fails, and leaves when it succeeds."
        columns={[
          { label: 'Task', text: ({ task }) => taskLabel(task) },
          { label: 'About', text: ({ payloadId, id }) => payloadId ?? `task ${id}` },
          {
            label: 'State',
            cell: ({ nextRunAt }) =>
              nextRunAt === null ? (
                <StateBadge state="broken" label="Given up" />
              ) : (
                <StateBadge state="waiting" label="Retrying" />
              ),
          },
          {
            label: 'Attempts',
            kind: 'number',
            text: ({ attempts, maxAttempts }) => `${attempts} of ${maxAttempts}`,
          },
          {
            label: 'Next attempt',
            kind: 'number',
            text: ({ nextRunAt }) =>
              nextRunAt === null
                ? 'none'
                : `in ${durationText((nextRunAt.getTime() - now.getTime()) / 1000)}`,
          },
          {
            label: 'Age',
            kind: 'number',
            cell: ({ createdAt }) => <Age since={createdAt} now={now} />,
          },
          { label: 'Error', text: ({ lastError }) => firstLine(lastError ?? '') },
          ...(user.role === 'viewer'
            ? []
            : [{ label: 'Actions', cell: (task: FailedTask) => <TaskActions task={task} /> }]),
        ]}
      />
    </Section>
  )
}

const firstLine = (text: string) => text.split('\n', 1)[0]?.slice(0, 200) ?? ''

function TaskActions({ task: { id, task, nextRunAt } }: { task: FailedTask }) {
  const action = '/operator/failed/task'
  const about = `${taskLabel(task)} ${id}`
  return (
    <span class="row">
      <ActionForm action={action} fields={{ id, action: 'run' }} label="Run now" about={about} />
      {nextRunAt === null ? (
        <ActionForm
          action={action}
          fields={{ id, action: 'discard' }}
          label="Discard"
          about={about}
        />
      ) : (
        <ActionForm action={action} fields={{ id, action: 'stop' }} label="Give up" about={about} />
      )}
    </span>
  )
}

function Generations({ view: { generations, days, now } }: { view: FailedView }) {
  return (
    <Section id="generations" title="Generations">
      <p class="hint">
        {`Jobs of the last ${days} days that an engine or the service failed. They have ended and their credits were refunded; customers start them again.`}
      </p>
      <DataTable
        caption="Failed generations, newest first"
        rows={generations}
        empty="None. Generations that were refused for what was sent are not listed."
        columns={[
          { label: 'Job', text: ({ id }) => id },
          { label: 'Reason', text: ({ reason }) => reasonLabels[reason] ?? reason },
          {
            label: 'Age',
            kind: 'number',
            cell: ({ endedAt }) => <Age since={endedAt} now={now} />,
          },
          {
            label: 'Credits refunded',
            kind: 'number',
            text: ({ creditsRefunded }) => String(creditsRefunded),
          },
          { label: 'Customer', text: ({ email }) => email },
          { label: 'Message', text: ({ message }) => message ?? '' },
        ]}
      />
    </Section>
  )
}

const reasonLabels: Readonly<Record<string, string>> = {
  engine_failed: 'The engine failed',
  generation_interrupted: 'Interrupted for too long',
  moderation_unavailable: 'Moderation could not be reached',
}

// /operator/failed: failed tasks of the job queue, and generations that failed for reasons of the service.
import type { FailedWork } from '../../domain/desk/failed.ts'
import type { FailedTask } from '../../domain/operators/ports.ts'
import { ActionForm } from '../../html/action-form.tsx'
import { DataTable } from '../../html/data-table.tsx'
import { Section } from '../../html/section.tsx'
import { durationText } from '../base/duration.ts'
import { ageColumn, forOperators, stateColumn } from './parts/columns.tsx'
import { type DeskView, deskScreen } from './parts/desk-page.tsx'

export type FailedView = DeskView & FailedWork & { readonly now: Date }

export function failedPage(view: FailedView): Response {
  return deskScreen({
    ...view,
    tab: 'system',
    title: 'Failed work',
    body: (
      <>
        <Tasks view={view} />
        <Generations view={view} />
      </>
    ),
  })
}

const taskLabels: Readonly<Record<string, string>> = {
  'send-email': 'Send an email',
  generate: 'Run a generation',
  sweep: 'Hourly clean-up',
  'sum-up-orders': 'Sums of orders by hour',
}

export const taskLabel = (task: string): string => taskLabels[task] ?? task

function Tasks({ view: { user, tasks, now } }: { view: FailedView }) {
  return (
    <Section id="tasks" title="Tasks">
      <p class="hint">
        A task is tried up to 25 times at growing intervals. “Run now” starts it immediately with
        all its attempts; “Give up” keeps it here without running it; “Discard” removes it. A
        generation that is given up ends in error, and its credits are refunded.
      </p>
      <DataTable
        caption="Failed tasks, those that do not run again first"
        rows={tasks}
        empty="None. A task is listed here from when it fails until it succeeds."
        columns={[
          { label: 'Task', text: ({ task }) => taskLabel(task) },
          { label: 'About', text: ({ payloadId, id }) => payloadId ?? `task ${id}` },
          stateColumn(({ nextRunAt }: FailedTask) =>
            nextRunAt === null ? ['broken', 'Given up'] : ['waiting', 'Retrying'],
          ),
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
          ageColumn('Age', now, 'createdAt'),
          { label: 'Error', text: ({ lastError }) => firstLine(lastError ?? '') },
          ...forOperators<FailedTask>(user, {
            label: 'Actions',
            cell: (task) => <TaskActions task={task} />,
          }),
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
          ageColumn('Age', now, 'endedAt'),
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
  result_not_checked: 'Made, and not reviewed by moderation',
}

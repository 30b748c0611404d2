// Bugs that the simulation must find: each breaks one rule of generation in a copy of the sources.
import type { Bug } from '../lib/bug.ts'

export const bugs: readonly Bug[] = [
  {
    name: 'a failed job is not refunded',
    file: 'server/db/generation/finish-generation-job.ts',
    search: 'if (credits !== null) await refundCredits',
    replace: 'if (credits === 0) await refundCredits',
  },
  {
    name: 'a model without its refinement costs as much as with it',
    file: 'server/db/generation/finish-generation-job.ts',
    search: 'if (creditsBack > 0) {',
    replace: 'if (creditsBack > 99) {',
  },
  {
    name: 'a create call of unknown outcome is repeated',
    file: 'server/domain/generation/run/advance-job.ts',
    search: 'if (lease.job.createInFlight) {',
    replace: 'if (lease.job.createInFlight && lease.job.crashCount > 9) {',
  },
  {
    name: 'a lost response counts as a refusal',
    file: 'server/adapters/engines/vendor-health.ts',
    search: '  failures.budgetUsedUp,\n])',
    replace: '  failures.budgetUsedUp,\n  failures.noResponse,\n])',
  },
  {
    name: 'an error of the vendor counts as a refusal',
    file: 'server/adapters/engines/vendor-http.ts',
    search: "response.kind === 'response' && response.status >= 500",
    replace: "response.kind === 'response' && response.status >= 600",
  },
  {
    name: 'a pinned engine is replaced',
    file: 'server/adapters/engines/vendor-engines.ts',
    search: "if (request.options.engine !== 'auto') return [chosen]",
    replace: "if (request.options.engine === 'engine_3') return [chosen]",
  },
  {
    name: 'auto asks one engine only',
    file: 'server/adapters/engines/vendor-engines.ts',
    search: '.filter((name) => name !== chosen)]',
    replace: '.slice(0, 0)]',
  },
  {
    name: 'a full queue ends a job',
    file: 'server/adapters/engines/vendor-engines.ts',
    search:
      "outcome === failures.busy ? { kind: 'busy', message: failures.busy.message } : outcome",
    replace: 'outcome',
  },
  {
    name: 'a refinement that fails ends a job',
    file: 'server/adapters/engines/vendor-engines.ts',
    search: 'return { ...task, taskId: made.id, state: before, notes, isPartial: true }',
    replace: "return made.id === '' ? task : null",
  },
  {
    name: 'the pass that auto gave up is forgotten with the first task',
    file: 'server/adapters/engines/vendor-engines.ts',
    search: 'const kept = { engine, notes, ...(lacksRefinement && { lacksRefinement }) }',
    replace: 'const kept = { engine, notes, ...(notes.length > 99 && { lacksRefinement }) }',
  },
  {
    name: 'a call that may have made a task is uncounted from the budget',
    file: 'server/adapters/engines/vendor-engines.ts',
    search: 'if (isRefusal(made.created)) await budget.giveBack(counted)',
    replace: "if (made.created.kind !== 'created') await budget.giveBack(counted)",
  },
  {
    name: 'the budget of a day has no ceiling',
    file: 'server/db/generation/engine-spend.ts',
    search: 'isLimited ? fits : sql`true`',
    replace: 'sql`true`',
  },
  {
    name: 'an odd response to a status request ends a job',
    file: 'server/adapters/engines/fal.ts',
    search: "return { kind: 'unclear', failure: readRefusal(connection, task.call, current) }",
    replace: 'return readRefusal(connection, task.call, current)',
  },
  {
    name: 'a failed store is not repeated',
    file: 'server/domain/generation/run/repair-model.ts',
    search: 'const isPatient = now.getTime() - failedAt.getTime() < deliveryPatienceMs',
    replace: 'const isPatient = now.getTime() - failedAt.getTime() < 0',
  },
  {
    name: 'a model that was cut off is not fetched again',
    file: 'server/adapters/engines/download-result.ts',
    search: 'if (truncated !== null || (await isWhole(outcome.file))) return outcome',
    replace: 'if (truncated === null || (await isWhole(outcome.file))) return outcome',
  },
  {
    name: 'drafts beyond the balance are queued without a charge',
    file: 'server/db/generation/drafts.ts',
    search: 'throw new NotAdded({ ...charged, available: charged.available + taken })',
    replace: 'break',
  },
  {
    name: 'a draft is refined as often as it is asked for',
    file: 'server/db/generation/drafts.ts',
    search: 'refines: refines ?? null,',
    replace: 'refines: null,',
  },
  {
    name: 'a refused model is delivered',
    file: 'server/domain/generation/run/moderate-result.ts',
    search: 'return ok(seen.withheld)',
    replace: 'return ok(null)',
  },
  {
    name: 'a model is delivered unseen while moderation is away',
    file: 'server/domain/generation/run/moderate-result.ts',
    search: 'return await retryModeration(deps, lease, silent)',
    replace: 'return ok(null)',
  },
  {
    name: 'a repeat under a key makes a job of its own',
    file: 'server/domain/generation/start-generation.ts',
    search: 'const id = generationJobIdOf(runId ?? deps.ids.uuid())',
    replace: 'const id = generationJobIdOf(deps.ids.uuid())',
  },
]

// Bugs that a day of the farm must find: each breaks one rule of the farm in a copy of the sources.
import type { Bug } from '../lib/bug.ts'

export const bugs: readonly Bug[] = [
  {
    name: 'scrap is not queued again',
    file: 'server/domain/farm/queue/order-progress.ts',
    search: 'scrap > 0 && isPrintable(status)',
    replace: 'scrap < 0 && isPrintable(status)',
  },
  {
    name: 'a claim ignores due dates',
    file: 'server/domain/farm/claim/claim-order.ts',
    search: "  { by: 'dueAt', descending: false },\n",
    replace: '',
  },
  {
    name: 'a late report under a lost lease is counted',
    file: 'server/db/farm/job-ends.ts',
    search: 'if (lead.lease !== lease) return false',
    replace:
      "if (lead.state !== 'done' && lead.state !== 'cancelled') return true\n  if (lead.lease !== sent) return false",
  },
  {
    name: 'a lease that ran out holds until the worker has seen it',
    file: 'server/db/farm/job-ends.ts',
    search: 'const valid = await tx',
    replace: 'if (isLed) return true\n  const valid = await tx',
  },
  {
    name: 'an idle printer gets no job without a color',
    file: 'server/db/farm/plate-filament.ts',
    search: 'noColor.toLowerCase()',
    replace: 'color.toLowerCase()',
  },
  {
    name: 'a printer prints from any spool',
    file: 'server/db/farm/job-leases.ts',
    search: 'if (spools !== null) {',
    replace: 'if (spools === undefined) {',
  },
  {
    name: 'an order on hold is printed on',
    file: 'server/db/farm/job-heartbeats.ts',
    search: 'if (row !== undefined && !row.held)',
    replace: 'if (row !== undefined)',
  },
  {
    name: 'the jobs of a cancelled order stay',
    file: 'server/db/orders/rows/order-jobs.ts',
    search: 'if (reason !== null) jobs +=',
    replace: "if (reason === '') jobs +=",
  },
  {
    name: 'a printer with a full plate gets the next job',
    file: 'server/domain/farm/printers/printer.ts',
    search: "if (isPlateFull(printer)) return 'plate'",
    replace: 'if (isPlateFull(printer)) return null',
  },
  {
    name: 'a repeated report is refused',
    file: 'server/db/farm/job-reports.ts',
    search: 'if (lead.lease === lease && done.length > 0) {',
    replace: 'if (lead.lease === null && done.length > 0) {',
  },
  {
    name: 'a lease runs out for the worker after a minute',
    file: 'server/db/farm/job-ends.ts',
    search: "hasLapsed('leased_until')",
    replace: "sql`leased_until < now() + interval '9 minutes'`",
  },
  {
    name: 'only the job that leads a plate is counted',
    file: 'server/db/farm/job-reports.ts',
    search: 'for (const { jobId, good, scrap } of counted.value) {',
    replace: 'for (const { jobId, good, scrap } of counted.value.slice(0, 1)) {',
  },
  {
    name: 'only the job that leads a plate is handed out',
    file: 'server/db/farm/job-leases.ts',
    search: 'if (riders.length > 0) {',
    replace: 'if (riders.length > 50) {',
  },
]

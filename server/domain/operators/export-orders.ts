// Exports of orders by operators: packing slips, lists, and archives of files. Customers' data leaves the service here, so who exported
// which orders is recorded first.
import type { QueueFilter } from '../fulfillment/queue-filter.ts'
import { type FetchDeps, fetchModelFile } from '../models/fetch-stored-model.ts'
import type { Order } from '../orders/order.ts'
import type { OrderLine } from '../orders/order-lines.ts'
import type { OperatorActionKind, OperatorDeps } from './ports.ts'

/** What one export holds at most. */
export const exportLimits = { slips: 500, files: 500, archiveBytes: 2_000_000_000 } as const

type ExportKind = Extract<OperatorActionKind, 'slips_opened' | 'orders_exported' | 'files_exported'>

type Recorder = Pick<OperatorDeps, 'operatorActions'>

export async function recordExport(
  { operatorActions }: Recorder,
  {
    by,
    kind,
    orders,
  }: {
    readonly by: string
    readonly kind: ExportKind
    readonly orders: readonly Pick<Order, 'code'>[]
  },
): Promise<void> {
  const codes = orders.map(({ code }) => code)
  const subject =
    codes.length === 1 ? String(codes[0]) : `${codes.length.toLocaleString('en-US')} orders`
  await operatorActions.record({ by, kind, subject, detail: { codes } })
}

/** Records an export whose orders are read while it is sent. */
export async function recordFilterExport(
  { operatorActions }: Recorder,
  by: string,
  filter: QueueFilter,
): Promise<void> {
  const subject = 'orders of a filter'
  await operatorActions.record({ by, kind: 'orders_exported', subject, detail: filter })
}

/** Lines by the id of their order. */
type LinesByOrder = ReadonlyMap<string, readonly OrderLine[]>

export type ArchiveSize = {
  readonly files: number
  readonly bytes: number
  readonly isTooLarge: boolean
}

/** How many files and bytes an archive of these lines would have. */
export function archiveSize(lines: LinesByOrder): ArchiveSize {
  const files = [...lines.values()].flat().map(({ file }) => file)
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const isTooLarge = files.length > exportLimits.files || bytes > exportLimits.archiveBytes
  return { files: files.length, bytes, isTooLarge }
}

export type ArchiveFile = {
  /** Unique within the archive: `CODE_name`, or `CODE_LINE_name` of an order with several lines. */
  readonly name: string
  readonly path: string
  readonly at: Date
}

/**
 * The files of the lines, one after the other, each fetched when the one before was sent and removed when it was. Files that storage does
 * not return are named in a last one, `MISSING.txt`.
 */
export async function* archiveFiles(
  deps: FetchDeps & Pick<OperatorDeps, 'clock'>,
  orders: readonly Order[],
  lines: LinesByOrder,
): AsyncGenerator<ArchiveFile> {
  const missing: string[] = []
  const files = orders.flatMap(({ id, code, createdAt }) =>
    (lines.get(id) ?? []).map(({ place, file }, _, { length }) => ({
      code: length === 1 ? code : `${code}_${place}`,
      file,
      createdAt,
    })),
  )
  for (const { code, file, createdAt } of files) {
    const fetched = await fetchModelFile(deps, file)
    if (!fetched.ok) {
      missing.push(`${code}: ${file.fileName}`)
      continue
    }
    const { path } = fetched.value
    try {
      yield { name: `${code}_${safeName(file.fileName)}`, path, at: createdAt }
    } finally {
      await deps.temporaryFiles.remove(path)
    }
  }
  if (missing.length === 0) return
  const text = `Storage did not return these files. Try again, or open the order’s page.\n\n${missing.join('\n')}\n`
  const { path } = await deps.temporaryFiles.write(new TextEncoder().encode(text))
  try {
    yield { name: 'MISSING.txt', path, at: deps.clock.now() }
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

/** A customer's name without characters that have a meaning in a path. */
const safeName = (name: string): string =>
  name
    .replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/u, '_')
    .slice(-120)

// Exports of orders by operators: packing slips, lists, and file archives. Each export is recorded with the operator
// before customers' data is sent.
import { megabyte } from '../base/text/megabytes.ts'
import type { QueueFilter } from '../fulfillment/queue-filter.ts'
import { type FetchDeps, fetchModelFile } from '../models/fetch-stored-model.ts'
import type { Order } from '../orders/record/order.ts'
import type { OrderLine } from '../orders/record/order-lines.ts'
import type { OperatorActionKind, OperatorDeps } from './ports.ts'

/** Maximum number of orders in one export. */
export const exportLimits = { slips: 500, files: 500, archiveBytes: 2000 * megabyte } as const

type ExportKind = Extract<
  OperatorActionKind,
  'slips_opened' | 'customs_opened' | 'orders_exported' | 'files_exported'
>

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

/** Returns the number of files and bytes of an archive of these lines. */
export function archiveSize(lines: LinesByOrder): ArchiveSize {
  const files = [...lines.values()].flat().map(({ file }) => file)
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const isTooLarge = files.length > exportLimits.files || bytes > exportLimits.archiveBytes
  return { files: files.length, bytes, isTooLarge }
}

export type ArchiveFile = {
  /** Unique within the archive: `CODE_name`, or `CODE_LINE_name` for an order with several lines. */
  readonly name: string
  readonly path: string
  readonly at: Date
}

/**
 * Yields the files of the lines one at a time. Each file is fetched after the previous one was sent, and removed
 * afterwards. Missing files are listed in a final file `MISSING.txt`.
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

/** Removes path characters from a customer's name. */
const safeName = (name: string): string =>
  name
    .replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
    .replace(/^\.+/u, '_')
    .slice(-120)

// The parts of the page and their choices, kept in this browser across a reload, Back, and the next visit. Nothing is uploaded.
// Loaded with the first part. The files are stored once each, and the list, which changes often, on its own.
import { dayMs } from '../../domain/base/day.ts'
import { maxLines } from '../../domain/cart/cart.ts'
import { type LengthUnit, lengthUnits } from '../../domain/models/format.ts'
import { inStore, readStore, storeKeys } from '../base/browser-store.ts'
import type { PartState } from './part-state.ts'

export type KeptPart = Pick<
  PartState,
  'file' | 'units' | 'scale' | 'changes' | 'fields' | 'isAdded'
>

export type KeptPage = {
  readonly parts: readonly KeptPart[]
  /** The part that was shown, by its place. */
  readonly open: number
  /** Parts of a visit before, which were not put back. */
  readonly earlier: readonly KeptPart[]
}

/** Set while something is kept: the script of a page without it does not load this file. */
export const keptFlag = 'print-farm-parts'
const listKey = 'parts'
const filePrefix = 'part '
const keptDays = 7

type StoredPart = Omit<KeptPart, 'file'> & { readonly key: string }
type StoredPage = {
  readonly savedAt: number
  readonly open: number
  readonly parts: readonly StoredPart[]
  readonly earlier: readonly StoredPart[]
}

const keys = new WeakMap<File, string>()
let stored: ReadonlySet<string> = new Set()
let saving: Promise<void> = Promise.resolve()

/** One change after the other; a browser that keeps nothing is not asked again. */
export function keepParts(page: KeptPage): Promise<void> {
  saving = saving.then(() => save(page)).catch(() => {})
  return saving
}

async function save({ parts, open, earlier }: KeptPage): Promise<void> {
  const all = [...parts, ...earlier].slice(0, 2 * maxLines)
  const isEmpty = all.length === 0
  if (isEmpty) localStorage.removeItem(keptFlag)
  if (!isEmpty) localStorage.setItem(keptFlag, '1')
  const wanted = new Map(all.map(({ file }) => [keyOf(file), file]))
  const page: StoredPage = {
    savedAt: Date.now(),
    open,
    parts: parts.map(storedPart),
    earlier: earlier.map(storedPart),
  }
  await inStore((kept) => {
    for (const [key, file] of wanted) if (!stored.has(key)) kept.put(file, key)
    for (const key of stored) if (!wanted.has(key)) kept.delete(key)
    if (isEmpty) kept.delete(listKey)
    if (!isEmpty) kept.put(page, listKey)
  })
  stored = new Set(wanted.keys())
}

/** Empty after a week, and for what another release wrote. */
export async function loadParts(): Promise<KeptPage> {
  const [page] = await readStore([listKey])
  const found = isStoredPage(page) && Date.now() - page.savedAt < keptDays * dayMs ? page : null
  const names = (await storeKeys()).filter((key) => key.startsWith(filePrefix))
  stored = new Set(names)
  if (found === null) return { parts: [], open: 0, earlier: [] }
  const files = new Map<string, File>()
  for (const [index, file] of (await readStore(names)).entries()) {
    const key = names[index]
    if (!(file instanceof File) || key === undefined) continue
    files.set(key, file)
    keys.set(file, key)
  }
  const withFiles = (list: readonly StoredPart[]): KeptPart[] =>
    list.flatMap(({ key, ...part }) => {
      const file = files.get(key)
      return file === undefined ? [] : [{ ...part, file, units: unitOf(part.units) }]
    })
  return {
    parts: withFiles(found.parts),
    open: found.open,
    earlier: withFiles(found.earlier),
  }
}

const storedPart = ({ file, units, scale, changes, fields, isAdded }: KeptPart): StoredPart => ({
  key: keyOf(file),
  units,
  scale,
  changes,
  fields,
  isAdded,
})

function keyOf(file: File): string {
  const key =
    keys.get(file) ??
    `${filePrefix}${Date.now().toString(36)} ${Math.random().toString(36).slice(2)}`
  keys.set(file, key)
  return key
}

const unitOf = (text: unknown): LengthUnit | null =>
  lengthUnits.find((unit) => unit === text) ?? null

const isStoredPage = (page: unknown): page is StoredPage =>
  typeof page === 'object' &&
  page !== null &&
  'savedAt' in page &&
  'parts' in page &&
  Array.isArray(page.parts) &&
  page.parts.every((part: unknown) => isStoredPart(part)) &&
  'earlier' in page &&
  Array.isArray(page.earlier) &&
  page.earlier.every((part: unknown) => isStoredPart(part))

const isStoredPart = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && 'fields' in part && part.fields instanceof Map

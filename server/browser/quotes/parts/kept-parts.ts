// Stores the page's parts and choices in this browser across a reload, Back, and the next visit. Nothing is uploaded.
// Loaded with the first part. Each file is stored once. The list, which changes often, is stored separately per page,
// so that two tabs do not overwrite each other. A file is deleted when no list refers to it.
import { dayMs } from '../../../domain/base/time/day.ts'
import { awaitRequest, inStore, keysOf, readStore, storeKeys } from '../../base/browser-store.ts'
import type { PartState } from './part-state.ts'
import { readStoredPage, type StoredPage, type StoredPart, storedVersion } from './stored-page.ts'

export type KeptPart = Pick<
  PartState,
  'file' | 'units' | 'scale' | 'changes' | 'fields' | 'isAdded'
>

export type KeptPage = {
  readonly parts: readonly KeptPart[]
  /** Index of the part that was shown. */
  readonly open: number
}

export type FoundParts = KeptPage & {
  /** Parts of other visits and tabs that were not restored. */
  readonly earlier: readonly KeptPart[]
}

const listPrefix = 'list '
const filePrefix = 'part '
/** Key in the history entry's state that identifies its list. A reload and Back find it, a new visit does not. */
const stateName = 'parts'
const keptMs = 7 * dayMs

/** Identifies this run of the script, to distinguish a duplicated tab from a reload. */
const writer = newName()
let lastWriter = writer
const keys = new WeakMap<File, string>()
/** Files that exceed the browser's storage. */
const failed = new Set<string>()
/** Lists whose parts were taken over or dismissed. */
const dropped = new Set<string>()
let found: readonly string[] = []
let saving: Promise<unknown> = Promise.resolve()

/**
 * Stores the page, one change at a time. Resolves to the number of parts that could not be stored. Calls `listed` after
 * the list is stored; `isEmpty` is true if the browser then stores no parts.
 */
export function keepParts(page: KeptPage, listed: (isEmpty: boolean) => void): Promise<number> {
  const saved = saving.then(() => save(page, listed)).catch(() => page.parts.length)
  saving = saved
  return saved
}

/** Marks the lists of the earlier parts for deletion on the next change. */
export function dropEarlier(): void {
  for (const key of found) dropped.add(key)
}

async function save(
  { parts, open }: KeptPage,
  listed: (isEmpty: boolean) => void,
): Promise<number> {
  const files = new Map(parts.map(({ file }) => [keyOf(file), file]))
  const list: StoredPage = {
    version: storedVersion,
    writer,
    savedAt: Date.now(),
    open,
    parts: parts.map(storedPart),
  }
  const deleted = [...dropped]
  const { missing, isEmpty } = await inStore((kept) => putList(kept, list))
  // The pages of these parts, in other tabs, may store them again.
  for (const key of deleted) dropped.delete(key)
  listed(isEmpty)
  // Stores each part separately, so that one that is too large does not affect the others.
  for (const key of missing) {
    const file = files.get(key)
    if (file === undefined || failed.has(key)) continue
    await inStore((kept) => awaitRequest(kept.put(file, key))).catch(() => failed.add(key))
  }
  return parts.filter(({ file }) => failed.has(keyOf(file))).length
}

/**
 * Stores the list, and deletes old lists and unreferenced files. Returns the files of the list that are not stored.
 */
async function putList(kept: IDBObjectStore, list: StoredPage) {
  const all = await keysOf(kept)
  const others = new Map<string, StoredPage>()
  for (const key of all.filter((one) => one.startsWith(listPrefix))) {
    const page = readStoredPage(await awaitRequest<unknown>(kept.get(key)))
    if (page !== null && isFresh(page) && !dropped.has(key)) others.set(key, page)
    if (!others.has(key)) kept.delete(key)
  }
  const own = ownKey()
  const written = others.get(own)
  const isOthers = written !== undefined && ![writer, lastWriter].includes(written.writer)
  const key = isOthers ? newOwnKey() : own
  lastWriter = writer
  others.delete(key)
  kept.delete(key)
  if (list.parts.length > 0) await awaitRequest(kept.put(list, key))
  const named = new Set([...others.values(), list].flatMap(({ parts }) => parts.map(keyOfPart)))
  for (const one of all) if (one.startsWith(filePrefix) && !named.has(one)) kept.delete(one)
  const missing = list.parts.map(keyOfPart).filter((one) => !all.includes(one))
  return { missing, isEmpty: named.size === 0 }
}

/**
 * Loads the stored parts. Skips entries that other pages stored more than a week ago, and those of another release.
 */
export async function loadParts(): Promise<FoundParts> {
  const listKeys = (await storeKeys()).filter((key) => key.startsWith(listPrefix))
  const lists = new Map<string, StoredPage>()
  for (const [index, value] of (await readStore(listKeys)).entries()) {
    const page = readStoredPage(value)
    const key = listKeys[index]
    if (key !== undefined && page !== null && isFresh(page)) lists.set(key, page)
  }
  // A link to the page that is already open keeps the state of its history entry, but starts a new visit.
  if (!isComingBack()) newOwnKey()
  const own = lists.get(ownKey())
  lastWriter = own?.writer ?? writer
  lists.delete(ownKey())
  found = [...lists.keys()]
  const ownParts = own?.parts ?? []
  const known = new Set(ownParts.map(keyOfPart))
  const earlier: StoredPart[] = []
  for (const { parts } of [...lists.values()].sort((a, b) => b.savedAt - a.savedAt)) {
    // Parts that another page took over are in two lists.
    earlier.push(...parts.filter((part) => !part.isAdded && !known.has(part.key)))
    for (const { key } of parts) known.add(key)
  }
  return {
    parts: await withFiles(ownParts),
    open: own?.open ?? 0,
    earlier: await withFiles(earlier),
  }
}

async function withFiles(parts: readonly StoredPart[]): Promise<readonly KeptPart[]> {
  const files = await readStore(parts.map(keyOfPart))
  return parts.flatMap(({ key, ...part }, index) => {
    const file = files[index]
    if (!(file instanceof File)) return []
    keys.set(file, key)
    return [{ ...part, file }]
  })
}

const keyOfPart = ({ key }: StoredPart): string => key

const isFresh = ({ savedAt }: StoredPage): boolean => Date.now() - savedAt < keptMs

const storedPart = ({ file, units, scale, changes, fields, isAdded }: KeptPart): StoredPart => ({
  key: keyOf(file),
  units,
  scale,
  changes,
  fields,
  isAdded,
})

function keyOf(file: File): string {
  const key = keys.get(file) ?? `${filePrefix}${newName()}`
  keys.set(file, key)
  return key
}

/** Whether the page was reached by a reload or Back instead of a link. */
function isComingBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate'
}

function ownKey(): string {
  const state: unknown = history.state
  const known =
    typeof state === 'object' && state !== null && stateName in state ? state[stateName] : null
  return typeof known === 'string' ? known : newOwnKey()
}

function newOwnKey(): string {
  const key = `${listPrefix}${newName()}`
  history.replaceState({ [stateName]: key }, '')
  return key
}

function newName(): string {
  return `${Date.now().toString(36)} ${Math.random().toString(36).slice(2)}`
}

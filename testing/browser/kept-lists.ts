// Content of the quote page's database in the browser.
import type { Page } from 'playwright-core'

/**
 * Resolves once the stored lists have these numbers of parts, in any order, the files of all but `missing` parts are
 * stored, and one part has this quantity and material. The page stores a change with a delay.
 */
export async function keptLists(
  page: Page,
  counts: readonly number[],
  {
    missing = 0,
    quantity = '1',
    material = null,
  }: { missing?: number; quantity?: string; material?: string | null } = {},
): Promise<void> {
  const expected = { counts: [...counts], missing, quantity, material }
  while (!(await page.evaluate(areKept, expected))) await page.waitForTimeout(100)
}

type Expected = {
  readonly counts: number[]
  readonly missing: number
  readonly quantity: string
  readonly material: string | null
}

/** Runs in the page. */
async function areKept({ counts, missing, quantity, material }: Expected): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const opened = indexedDB.open('print-farm')
  // The database is not created here, because the page creates it with its store.
  opened.onupgradeneeded = () => opened.transaction?.abort()
  const db = await done(opened).catch(() => null)
  if (db === null) return false
  try {
    const store = db.transaction('files').objectStore('files')
    const keys = (await done(store.getAllKeys())).map(String)
    const lists = await Promise.all(
      keys.filter((key) => key.startsWith('list ')).map((key) => done(store.get(key))),
    )
    type Part = { readonly key: string; readonly fields: ReadonlyMap<string, string> }
    const parts: Part[] = lists.flatMap((list) => list.parts)
    const absent = new Set(parts.map(({ key }) => key).filter((key) => !keys.includes(key)))
    const inOrder = (numbers: number[]) => [...numbers].sort((a, b) => a - b).join()
    return (
      inOrder(lists.map((list) => list.parts.length)) === inOrder(counts) &&
      absent.size === missing &&
      parts.some(
        ({ fields }) =>
          fields.get('quantity') === quantity &&
          (material === null || fields.get('material') === material),
      )
    )
  } finally {
    db.close()
  }
}

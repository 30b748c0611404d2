// What the quote page keeps in the browser's database.
import type { Page } from 'playwright-core'

/**
 * Resolves once the lists that are kept have these numbers of parts, in any order, the files of all but `missing` parts are stored, and one
 * part has this quantity. The page stores a change some time after it.
 */
export async function keptLists(
  page: Page,
  counts: readonly number[],
  { missing = 0, quantity = '1' } = {},
): Promise<void> {
  await page.waitForFunction(
    async (expected) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const databases = await indexedDB.databases()
      if (!databases.some(({ name }) => name === 'print-farm')) return false
      const db = await done(indexedDB.open('print-farm'))
      try {
        const store = db.transaction('files').objectStore('files')
        const keys = (await done(store.getAllKeys())).map(String)
        const lists = await Promise.all(
          keys.filter((key) => key.startsWith('list ')).map((key) => done(store.get(key))),
        )
        const found = lists.map(({ parts }) => Number(parts.length))
        const named = new Set(
          lists.flatMap(({ parts }) => parts.map(({ key }: { key: string }) => key)),
        )
        const absent = [...named].filter((key) => !keys.includes(key)).length
        const hasQuantity = lists.some(({ parts }) =>
          parts.some(
            ({ fields }: { fields: Map<string, string> }) =>
              fields.get('quantity') === expected.quantity,
          ),
        )
        const inOrder = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b).join()
        return (
          inOrder(found) === inOrder(expected.counts) && absent === expected.missing && hasQuantity
        )
      } finally {
        db.close()
      }
    },
    { counts: [...counts], missing, quantity },
  )
}

// Parts that the quote page stores in the browser: lists of two tabs, files without room, and entries of another
// release. Skipped without an installed Chromium.
import { afterEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { keptLists } from '../../../testing/browser/kept-lists.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { useService } from '../../../testing/use.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })

const fileOf = (name: string, sizeMm: number) => ({
  name,
  mimeType: 'model/stl',
  buffer: Buffer.from(cubeStl({ sizeMm })),
})
const names = (page: Page) => page.locator('.part-name').allTextContents()
async function openWith(page: Page, ...files: ReturnType<typeof fileOf>[]): Promise<void> {
  await page.goto(`${service.baseUrl}/quote`)
  await page.waitForSelector('html.scripted')
  if (files.length === 0) return
  await page.setInputFiles('#file', files)
  await page.locator('.part-name', { hasText: files.at(-1)?.name ?? '' }).waitFor()
}

describe.skipIf(chromiumPath === null)('parts that are stored in a browser', () => {
  afterEach(async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/help`)
    await page.evaluate(async () => {
      localStorage.clear()
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
    })
  })

  test('two tabs keep separate parts, and each is offered those of the other', async () => {
    const { page } = browser
    const other = await page.context().newPage()
    await openWith(page, fileOf('one.stl', 40))
    await keptLists(page, [1])
    await openWith(other, fileOf('two.stl', 30), fileOf('three.stl', 20))
    await keptLists(other, [1, 2])
    // The first tab changes its list after that, without knowing about the second.
    await page.locator('.card:has([value="petg"])').click()
    await keptLists(page, [1, 2], { material: 'petg' })
    for (const tab of [page, other]) await tab.reload()
    await page.locator('.part-name').first().waitFor()
    await other.locator('.part-name').nth(1).waitFor()
    expect([await names(page), await names(other)]).toEqual([['one.stl'], ['two.stl', 'three.stl']])
    // The second tab takes the part of the first, which still keeps it.
    await other.getByRole('button', { name: 'Open it' }).click()
    await keptLists(other, [1, 3])
    await page.reload()
    await page.locator('.part-name').first().waitFor()
    expect(await names(page)).toEqual(['one.stl'])
    await other.reload()
    await other.locator('.part-name').nth(2).waitFor()
    expect(await names(other)).toEqual(['two.stl', 'three.stl', 'one.stl'])
    await other.close()
  })

  test('a file without room does not remove the others', async () => {
    const { page } = browser
    const tab = await page.context().newPage()
    await tab.addInitScript(() => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
        const request = put.call(this, value, key)
        if (value instanceof File && value.name === 'large.stl') this.transaction.abort()
        return request
      }
    })
    await openWith(tab, fileOf('one.stl', 40), fileOf('large.stl', 50), fileOf('two.stl', 30))
    await keptLists(tab, [3], { missing: 1 })
    await tab
      .locator('#not-kept', {
        hasText: 'One part will not survive a reload: this browser has no room for more.',
      })
      .waitFor()
    await tab.reload()
    await tab.locator('.part-name').nth(1).waitFor()
    expect(await names(tab)).toEqual(['one.stl', 'two.stl'])
    await tab.close()
  })

  test('entries of another release, and a part with a wrong value, are omitted', async () => {
    const { page } = browser
    await openWith(page, fileOf('one.stl', 40), fileOf('two.stl', 30))
    await keptLists(page, [2])
    await page.evaluate(async () => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const db = await done(indexedDB.open('print-farm'))
      const store = db.transaction('files', 'readwrite').objectStore('files')
      const key = (await done(store.getAllKeys())).find((one) => String(one).startsWith('list '))
      if (key === undefined) throw new Error('no list')
      const list = await done(store.get(key))
      Reflect.deleteProperty(list.parts[0], 'changes')
      await done(store.put(list, key))
      await done(store.put({ savedAt: Date.now(), parts: [{ fields: new Map() }] }, 'list old'))
      db.close()
    })
    await page.reload()
    await page.locator('.part-name').first().waitFor()
    expect(await names(page)).toEqual(['two.stl'])
    await page.locator('#add:not([disabled])').waitFor()
  })

  test('the browser logged no errors', () => {
    expect(browser.complaints).toEqual([])
  })
})

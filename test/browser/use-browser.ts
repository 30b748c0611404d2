// A browser for the tests of a file.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { use } from '../helpers/use.ts'
import { type ChromiumOptions, chromiumPath, openChromium, type TestBrowser } from './chromium.ts'

/** Empty where no browser is installed: tests that need one are skipped there. */
export const useBrowser = (options: ChromiumOptions = {}): TestBrowser =>
  use(async () =>
    chromiumPath === null ? ({} as TestBrowser) : openChromium(chromiumPath, options),
  )

/** Waits until the element with the id has the focus: the browser applies `autofocus` when it draws, which is after the text is there. */
export async function expectFocus(page: Page, id: string): Promise<void> {
  const hasFocus = (wanted: string) => document.activeElement?.id === wanted
  await page.waitForFunction(hasFocus, id, { timeout: 5000 }).catch(() => {})
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(id)
}

// A browser for the tests of a file.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  type ChromiumOptions,
  chromiumPath,
  openChromium,
  type TestBrowser,
} from '../../testing/browser/chromium.ts'
import { use } from '../../testing/use.ts'

/**
 * Opens a browser. Tests that need it are skipped when none is installed; one that is not skipped fails there by
 * name.
 */
export const useBrowser = (options: ChromiumOptions = {}): TestBrowser =>
  use(async () => (chromiumPath === null ? noBrowser : openChromium(chromiumPath, options)))

const refuse = (): never => {
  throw new Error('No Chromium is installed: this test has to be skipped.')
}
const noBrowser: TestBrowser = {
  get page() {
    return refuse()
  },
  get profile() {
    return refuse()
  },
  get complaints() {
    return refuse()
  },
  look: async () => refuse(),
  close: async () => {},
}

/**
 * Waits until the element with the id has the focus: the browser applies `autofocus` when it draws, after the text
 * has arrived.
 */
export async function expectFocus(page: Page, id: string): Promise<void> {
  const hasFocus = (wanted: string) => document.activeElement?.id === wanted
  await page.waitForFunction(hasFocus, id, { timeout: 5000 }).catch(() => {})
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(id)
}

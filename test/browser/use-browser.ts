// A browser for the tests of a file.
import { use } from '../helpers/use.ts'
import { chromiumPath, openChromium, type TestBrowser } from './chromium.ts'

/** Empty where no browser is installed: tests that need one are skipped there. */
export const useBrowser = (): TestBrowser =>
  use(async () => (chromiumPath === null ? ({} as TestBrowser) : openChromium(chromiumPath)))

// A browser for the tests of a file.
import { use } from '../helpers/use.ts'
import { type ChromiumOptions, chromiumPath, openChromium, type TestBrowser } from './chromium.ts'

/** Empty where no browser is installed: tests that need one are skipped there. */
export const useBrowser = (options: ChromiumOptions = {}): TestBrowser =>
  use(async () =>
    chromiumPath === null ? ({} as TestBrowser) : openChromium(chromiumPath, options),
  )

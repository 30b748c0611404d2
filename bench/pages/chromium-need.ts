// The browser that the scenarios of the pages need.
import { chromiumPath } from '../../testing/browser/chromium.ts'
import type { Need } from '../lib/scenario.ts'

const missing = 'Chromium is missing: apt-get install chromium'

export const chromium: Need = {
  name: 'Chromium',
  missing: () => (chromiumPath === null ? missing : null),
}

/** Returns the path of the browser. Throws where it is not installed. */
export function requireChromium(): string {
  if (chromiumPath === null) throw new Error(missing)
  return chromiumPath
}

// Faults of a page in its present state: findings of axe, in both color schemes and at every width, and elements that
// overflow sideways.
import { expect } from 'bun:test'
import axe from 'axe-core'
import { noOverflow, screens, type TestBrowser } from '../../testing/browser/chromium.ts'

/**
 * Inspects the page. With SCREENSHOTS=<folder>, pictures are saved there under the name. `parts`: selectors that axe
 * checks, for a page that repeats them a hundred times; without them it checks the complete page.
 */
export async function inspectPage(
  browser: TestBrowser,
  name: string,
  parts?: readonly string[],
): Promise<void> {
  const overflow = await browser.look(name)
  expect([name, overflow]).toEqual([name, noOverflow])
  const { page } = browser
  for (const [screen, size] of Object.entries(screens)) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect([name, screen, colorScheme, await runAxe(page, parts)]).toEqual([
        name,
        screen,
        colorScheme,
        { wrong: [], contrastChecked: true },
      ])
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(screens.desktop)
}

async function runAxe(page: TestBrowser['page'], parts?: readonly string[]) {
  // Not a script element, because the page's policy refuses those.
  await page.evaluate(axe.source)
  return await page.evaluate(async (include) => {
    // @ts-expect-error: the line before defined it
    const { violations, passes } = await window.axe.run(include ? { include } : document)
    const rules = passes.map(({ id }: { id: string }) => id)
    const wrong = violations.map(
      ({ id, impact, nodes }: { id: string; impact: string; nodes: { html: string }[] }) =>
        `${impact} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    )
    return { wrong, contrastChecked: rules.includes('color-contrast') }
  }, parts)
}

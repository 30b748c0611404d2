// Broken and malicious files in the page: each ends with a price or a sentence, the page continues, and memory is
// released. Skipped without an installed Chromium or the corpus.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slabStl } from '../../../bench/lib/large-stl.ts'
import { chromiumPath } from '../../../testing/browser/chromium.ts'
import { type Random, seededRandom, seedFromEnvironment } from '../../../testing/seeded-random.ts'
import { useService } from '../../../testing/use.ts'
import { useBrowser } from '../use-browser.ts'

const service = useService()
const browser = useBrowser({ webgl: true })
const corpus = join(import.meta.dir, '../../../../shared/corpus')
const isReady = chromiumPath !== null && existsSync(corpus)
const models = isReady
  ? readdirSync(corpus).filter((name) => /\.(stl|3mf|glb|obj|gcode)$/i.test(name))
  : []
const seed = seedFromEnvironment()
const mutations = Number(process.env['MUTATIONS'] ?? 200)
/** Maximum size in bytes. Reading larger files a hundred times takes long, and they fail at the same places. */
const maxMutatedBytes = 250_000

type Hostile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

function corpusFile(name: string): Hostile {
  return { name, mimeType: 'application/octet-stream', buffer: readFileSync(join(corpus, name)) }
}

function* mutated(random: Random): Generator<Hostile> {
  const sources = models
    .filter((name) => statSync(join(corpus, name)).size <= maxMutatedBytes)
    .map(corpusFile)
  const whole = (below: number) => Math.floor(random() * below)
  for (let i = 0; i < mutations; i++) {
    const source = sources[i % sources.length]
    if (source === undefined) return
    const { name } = source
    const bytes = Buffer.from(source.buffer)
    const kinds = {
      cut: () => bytes.subarray(0, whole(bytes.length)),
      flipped: () => {
        for (let n = 1 + whole(20); n > 0; n--) {
          const at = whole(bytes.length)
          bytes[at] = (bytes[at] ?? 0) ^ (1 << whole(8))
        }
        return bytes
      },
      header: () => {
        for (let at = 0; at < Math.min(100, bytes.length); at++) {
          if (random() < 0.3) bytes[at] = whole(256)
        }
        return bytes
      },
      counts: () => {
        // Mutates the triangle count of a binary STL, and lengths of the other formats.
        const at = whole(Math.min(96, bytes.length - 4))
        bytes.writeUInt32LE([0, 1, 0x7fffffff, 0xffffffff][whole(4)] ?? 0, at)
        return bytes
      },
      doubled: () => Buffer.concat([bytes, bytes.subarray(whole(bytes.length))]),
    }
    const mutate = Object.values(kinds)[whole(5)] ?? kinds.cut
    yield { name: `${i}-${name}`, mimeType: 'application/octet-stream', buffer: mutate() }
  }
}

/** Opens the files one after the other, each as the only part, and returns the text that the page shows for it. */
async function openAll(files: readonly Hostile[]): Promise<Record<string, string>> {
  const { page } = browser
  await page.evaluate(() => {
    document.querySelector('#probe')?.remove()
    const input = document.createElement('input')
    input.type = 'file'
    input.id = 'probe'
    input.multiple = true
    document.body.append(input)
  })
  await page.setInputFiles('#probe', [...files])
  return await page.evaluate(async () => {
    const said: Record<string, string> = {}
    const find = (selector: string) => document.querySelector<HTMLElement>(selector)
    const textOf = (selector: string) => find(selector)?.textContent?.trim() ?? ''
    /** Returns null while the file is read or checked. */
    const saidOf = (name: string): string | null => {
      const isIdle = find('#reading')?.hidden && find('#report .finding-icon.running') === null
      if (!isIdle || textOf('#file-name') !== name) return null
      const total = textOf('#total')
      const sentence = ['#stage-refused [role="alert"]', '#report [role="alert"]', '#size-notice']
        .map(textOf)
        .find((text) => text !== '')
      return sentence ?? (total === '–' ? null : total)
    }
    for (const file of document.querySelector<HTMLInputElement>('#probe')?.files ?? []) {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(file)
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
      find('#stage')?.dispatchEvent(event)
      const deadline = performance.now() + 40_000
      while (saidOf(file.name) === null && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      said[file.name] = saidOf(file.name) ?? ''
      find('[data-remove]')?.click()
    }
    return said
  })
}

const isAnswer = (text: string) => /^\$[\d,]+\.\d\d$/.test(text) || /[.?][^.]*$/.test(text)

/** Returns the main memory of the browser's processes, in bytes. */
function browserBytes(): number {
  const own = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(browser.profile)
    } catch {
      // The process ended meanwhile.
      return false
    }
  })
  const [main] = own
  return main === undefined ? 0 : treeBytes(new Set(own))
}

function treeBytes(found: Set<string>): number {
  let bytes = 0
  const parents = new Map<string, string>()
  const pages = new Map<string, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      parents.set(name, fields[1] ?? '')
      pages.set(name, Number(readFileSync(`/proc/${name}/statm`, 'utf8').split(' ')[1] ?? 0))
    } catch {
      // The process ended meanwhile.
    }
  }
  const isOwn = (name: string): boolean =>
    found.has(name) || (parents.has(name) && isOwn(parents.get(name) ?? ''))
  for (const [name, count] of pages) if (isOwn(name)) bytes += 4096 * count
  return bytes
}

describe.skipIf(!isReady)('in a browser', () => {
  test(`the corpus and ${mutations} mutated files each end with a price or a sentence (SEED=${seed})`, async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/quote`)
    const said = await openAll(models.map(corpusFile))
    const before = existsSync('/proc/self/statm') ? browserBytes() : 0
    const files = [...mutated(seededRandom(seed))]
    const all = { ...said, ...(await openAll(files)) }
    expect(Object.keys(all).length).toBe(models.length + mutations)
    expect(Object.entries(all).filter(([, text]) => !isAnswer(text))).toEqual([])
    // Some of them still have a price, and most do not.
    const prices = Object.values(all).filter((text) => text.startsWith('$')).length
    expect(prices).toBeGreaterThan(10)
    expect(prices).toBeLessThan(Object.keys(all).length - 50)
    const after = existsSync('/proc/self/statm') ? browserBytes() : 0
    // Each file that stayed in memory would add several megabytes, with the core that read it.
    expect(after - before).toBeLessThan(400 * 2 ** 20)
    // The page still works.
    expect(await openAll([corpusFile('20mm-xyz-cube.stl')])).toEqual({
      '20mm-xyz-cube.stl': '$8.00',
    })
  }, 300_000)

  test('a core that uses too much memory is replaced, and the next file has a price', async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/quote`)
    const large = join(service.stateDir, 'slab.stl')
    writeFileSync(large, slabStl(45 * 2 ** 20))
    const [worker] = await Promise.all([
      page.waitForEvent('worker', (one) => one.url().includes('core-worker')),
      page.setInputFiles('#file', large),
    ])
    await worker.waitForEvent('close')
    expect(await page.textContent('#total')).toMatch(/^\$/)
    expect(page.workers().filter((one) => one.url().includes('core-worker'))).toEqual([])
    await page.locator('[data-remove]').click()
    expect(await openAll([corpusFile('20mm-xyz-cube.stl')])).toEqual({
      '20mm-xyz-cube.stl': '$8.00',
    })
  })

  test('a file that breaks the core fails alone; later files are read', async () => {
    const { page } = browser
    await page.goto(`${service.baseUrl}/quote`)
    const cube = corpusFile('20mm-xyz-cube.stl')
    // A file without a mesh, among valid ones.
    const broken = { ...cube, name: 'broken.stl', buffer: Buffer.from('solid nothing') }
    await page.setInputFiles('#file', [cube, broken, { ...cube, name: 'second.stl' }])
    await page.waitForFunction(() => {
      const prices = [...document.querySelectorAll('.part-price')].map((one) => one.textContent)
      return prices.length === 3 && !prices.includes('…')
    })
    expect(await page.locator('.part-price').allTextContents()).toEqual([
      '$1.00',
      'no price',
      '$1.00',
    ])
    await page.locator('.part-open', { hasText: 'broken.stl' }).click()
    // The refusal covers the 3D view of the previous part.
    await page.locator('#stage-refused .button').click({ trial: true })
  })

  test('the browser logged no errors', () => {
    expect(browser.complaints).toEqual([])
  })
})

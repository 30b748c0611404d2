// The guides' sentences about prices are replaced by those of the terms in force, so each must occur in exactly one
// guide, once.
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { priceRules } from '../../server/pages/docs/guides.ts'

const folder = join(import.meta.dir, '../../docs/guides')
const guides = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))

test.each(priceRules.map(([inSource, inForce]) => ({ inSource, inForce })))(
  '$inSource is found once, and equals the contract’s terms',
  ({ inSource, inForce }) => {
    const found = guides.reduce((sum, text) => sum + text.split(inSource).length - 1, 0)
    expect(found).toBe(1)
    expect(inForce()).toBe(inSource)
  },
)

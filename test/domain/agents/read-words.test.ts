// Statements about an order in texts, derived manually (decisions.md 43). Each row contains everything that its text
// states.
import { describe, expect, test } from 'bun:test'
import { readWords } from '../../../server/domain/agents/read-words.ts'

type Row = readonly [
  text: string,
  stated: Record<string, string | number>,
  unclear?: readonly string[],
]

const tables: Readonly<Record<string, readonly Row[]>> = {
  'several settings': [
    [
      'Three copies in black PETG, 40 % infill, shipped to Germany',
      { quantity: 3, color: 'Black', material: 'petg', infill: 40, country: 'DE' },
    ],
    [
      'Please print 10 of these in premium quality, mint green pla, 0.6 mm nozzle with high flow, 0.3mm layers',
      {
        quantity: 10,
        quality: 'premium',
        color: 'Mint Green',
        material: 'pla',
        nozzleDiameter: 0.6,
        nozzleFlow: 'high',
        layerHeight: 0.3,
      },
    ],
    [
      'qty 5, ASA, white, infill: 25%, layer height 0.12, standard quality, country: FR',
      {
        quantity: 5,
        material: 'asa',
        color: 'White',
        infill: 25,
        layerHeight: 0.12,
        quality: 'standard',
        country: 'FR',
      },
    ],
    ['Can you print this for me?', {}],
    ['', {}],
  ],
  material: [
    ['in PLA', { material: 'pla' }],
    ['use pet-g', { material: 'petg' }],
    ['TPU please', { material: 'tpu' }],
    ['ABS or ASA', {}, ['material']],
    ['PETG, not PLA', { material: 'petg' }],
    ['PETG instead of PLA', { material: 'petg' }],
    ['not in PLA', {}, ['material']],
    ['in nylon', {}, ['material']],
    ['PLA or nylon', {}, ['material']],
    ['pla+', {}, ['material']],
    ['PLA, and once more: pla', { material: 'pla' }],
    ['absolutely plain', {}],
  ],
  quality: [
    ['high quality', { quality: 'premium' }],
    ['premium', { quality: 'premium' }],
    ['quality: standard', { quality: 'standard' }],
    ['standard quality, or premium', {}, ['quality']],
    ['not premium', {}, ['quality']],
    ['a standard bracket', {}],
  ],
  color: [
    ['sakura pink', { color: 'Sakura Pink' }],
    ['pink', { color: 'pink' }],
    ['SUNNY ORANGE', { color: 'Sunny Orange' }],
    ['dark green', { color: 'dark green' }],
    ['matte black', { color: 'Black' }],
    ['#e4002b', { color: 'Red' }],
    ['#000', { color: 'Black' }],
    ['#123456', { color: '#123456' }],
    ['black (#000000)', { color: 'Black' }],
    ['black and white', {}, ['color']],
    ['not black', {}, ['color']],
    ['white, not black', { color: 'White' }],
    ['for Mr. Brown, Green Street 5', {}],
    ['Mrs Black wants it in red', { color: 'Red' }],
    ['blackboard, redo', {}],
  ],
  quantity: [
    ['x5', { quantity: 5 }],
    ['5x', { quantity: 5 }],
    ['5 x', { quantity: 5 }],
    ['twelve pieces', { quantity: 12 }],
    ['a dozen', { quantity: 12 }],
    ['half a dozen', { quantity: 6 }],
    ['two dozen', { quantity: 24 }],
    ['a pair of them', { quantity: 2 }],
    ['I need 4', { quantity: 4 }],
    ['order two', { quantity: 2 }],
    ['100 parts', { quantity: 100 }],
    ['0 copies', { quantity: 0 }],
    ['2 copies, or 3 copies', {}, ['quantity']],
    ['it is 20 x 30 x 40 mm', {}],
    ['20x30 mm', {}],
    ['20×30 mm', {}],
    ['make 20 mm holes', {}],
    ['I need 2 days', {}],
    ['print 0.2 mm layers', { layerHeight: 0.2 }],
    ['print 30% infill', { infill: 30 }],
  ],
  infill: [
    ['15% infill', { infill: 15 }],
    ['infill of 80 percent', { infill: 80 }],
    ['infill 100', { infill: 100 }],
    ['fully solid', { infill: 100 }],
    ['20% or 40% infill', { infill: 40 }],
    ['20% infill or 40% infill', {}, ['infill']],
    ['scale it by 50%', {}],
  ],
  'layer height': [
    ['0.2 mm layers', { layerHeight: 0.2 }],
    ['.16mm layer height', { layerHeight: 0.16 }],
    ['layer height: 0,28', { layerHeight: 0.28 }],
    ['200 micron layers', { layerHeight: 0.2 }],
    ['0.1 mm layers, then 0.2 mm layers', {}, ['layerHeight']],
    ['3 layers', {}],
  ],
  nozzle: [
    ['0.4 nozzle', { nozzleDiameter: 0.4 }],
    ['nozzle size 0.8 mm', { nozzleDiameter: 0.8 }],
    ['a 0.5 mm nozzle', {}, ['nozzleDiameter']],
    ['0.4 mm nozzle, 0.2 mm layers', { nozzleDiameter: 0.4, layerHeight: 0.2 }],
    ['high-flow', { nozzleFlow: 'high' }],
    ['standard flow', { nozzleFlow: 'standard' }],
    ['high flow or standard flow', {}, ['nozzleFlow']],
  ],
  country: [
    ['ship it to the United Kingdom', { country: 'GB' }],
    ['to UK', { country: 'GB' }],
    ['country GB', { country: 'GB' }],
    ['to the USA', { country: 'US' }],
    ['to DE', { country: 'DE' }],
    ['send it to us', {}],
    ['send it to me in PLA', { material: 'pla' }],
    ['I live in Sweden', { country: 'SE' }],
    ['shipping to japan', { country: 'JP' }],
    ['to Georgia', {}],
    ['to Germany or to France', {}, ['country']],
    ['a model of Germany', {}],
    ['to Indiana', {}],
  ],
}

for (const [setting, rows] of Object.entries(tables)) {
  describe(setting, () => {
    for (const [text, stated, unclear = []] of rows) {
      test(text || 'nothing', () => {
        const { settings, country, unclear: found } = readWords(text)
        const said = Object.entries({ ...settings, country }).filter(
          ([, value]) => value !== undefined,
        )
        expect([Object.fromEntries(said), found]).toEqual([stated, unclear])
      })
    }
  })
}

test('every served country is read by its name and its code', () => {
  const served = {
    US: 'United States',
    CA: 'Canada',
    GB: 'United Kingdom',
    AU: 'Australia',
    DE: 'Germany',
    FR: 'France',
    IN: 'India',
    NL: 'the Netherlands',
    IE: 'Ireland',
    NZ: 'New Zealand',
    SE: 'Sweden',
    IT: 'Italy',
    ES: 'Spain',
    MX: 'Mexico',
  }
  for (const [code, name] of Object.entries(served)) {
    expect([code, readWords(`Ship it to ${name}.`).country]).toEqual([code, code])
    expect([code, readWords(`Ship it to ${code}.`).country]).toEqual([code, code])
  }
})

test('a long text is read in linear time', () => {
  // The longest text of a request, made of the beginnings of the patterns; the words of a quadratic pattern would
  // take minutes.
  for (const piece of [
    '1',
    'x 1',
    ' to the ',
    'not ',
    'layer height ',
    '0.',
    ' nozzle ',
    'print ',
  ]) {
    expect(readWords(piece.repeat(2000 / piece.length)).country).toBeUndefined()
  }
})

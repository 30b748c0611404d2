// The file of TERMS_FILE: its optional parts, and the refusals with their lines.
import { describe, expect, test } from 'bun:test'
import { buildVolumeMm } from '../../../server/domain/catalog/build-volume.ts'
import { servedCountries } from '../../../server/domain/catalog/countries.ts'
import { qualityFactorPercent } from '../../../server/domain/catalog/materials.ts'
import { quantityRange } from '../../../server/domain/catalog/options.ts'
import { contractTerms } from '../../../server/domain/catalog/terms.ts'
import { changesOf } from '../../../server/domain/terms/changes.ts'
import { readStoredTerms, readTerms, termsRanges } from '../../../server/domain/terms/read-terms.ts'
import { parseTermsFile } from '../../../server/domain/terms/terms-file.ts'
import { verifies } from '../../helpers/verifies.ts'

const problemsOf = (text: string) => {
  const parsed = parseTermsFile(text)
  return parsed.ok ? [] : parsed.failure
}

describe('the terms file of the farm', () => {
  verifies('terms.omitted', 'uses the contract’s values for omitted entries', () => {
    const parsed = parseTermsFile('{"version": 1}')
    expect(parsed).toEqual({
      ok: true,
      value: { version: 1, validFrom: null, reason: null, terms: contractTerms },
    })
  })

  test('states differences that apply from a given time', () => {
    const parsed = parseTermsFile(`{
      "version": 2, "validFrom": "2027-01-01T00:00:00+01:00", "discounts": [],
      "materials": {"pla": {"centsPerGram": 14}}
    }`)
    if (!parsed.ok) throw new Error(parsed.failure.join(' '))
    const { validFrom, terms } = parsed.value
    expect(validFrom).toEqual(new Date('2026-12-31T23:00:00Z'))
    expect(terms.materials.pla).toEqual({ centsPerGram: 14, densityHundredths: 126 })
    expect(terms.discounts).toEqual([])
    expect(terms.postage).toEqual(contractTerms.postage)
    expect(terms.opening).toEqual({
      weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
      closedDays: [],
    })
  })

  test('states opening days and holidays', () => {
    const parsed = parseTermsFile(
      '{"version": 2, "opening": {"weekdays": ["sun", "mon"], "closedDays": ["2027-12-24"]}}',
    )
    if (!parsed.ok) throw new Error(parsed.failure.join(' '))
    const { opening } = parsed.value.terms
    expect(opening).toEqual({ weekdays: ['sun', 'mon'], closedDays: ['2027-12-24'] })
    expect(changesOf(contractTerms, parsed.value.terms)).toEqual([
      'Open on: mon, tue, wed, thu, fri, sat to sun, mon.',
      'Closed on: none to 2027-12-24.',
    ])
  })

  test.each([
    ['{"weekdays": []}', 'opening.weekdays must list the open days'],
    ['{"weekdays": ["mon", "mon"]}', 'opening.weekdays must list the open days, each at most once'],
    ['{"weekdays": "mon"}', 'opening.weekdays must list the open days'],
    ['{"weekdays": ["Monday"]}', 'opening.weekdays must list the open days'],
    ['{"closedDays": ["2027-02-30"]}', 'opening.closedDays must list at most 400 different days'],
    ['{"closedDays": ["24.12.2027"]}', 'opening.closedDays must list at most 400 different days'],
    ['{"holidays": []}', 'opening.holidays is not known; there are weekdays, closedDays'],
  ])('refuses the opening %s', (opening, problem) => {
    expect(problemsOf(`{"version": 1, "opening": ${opening}}`)).toEqual([
      expect.stringContaining(problem),
    ])
  })

  test.each([
    ['{"hsCodes": {"pla": "3926.90"}}', 'customs.hsCodes.pla must be 6 to 10 digits'],
    ['{"hsCodes": {"pla": 392690}}', 'customs.hsCodes.pla must be 6 to 10 digits'],
    ['{"hsCodes": {"wood": "440000"}}', 'customs.hsCodes.wood is not known'],
    ['{"postedFrom": "de"}', 'customs.postedFrom must be a country in two capital letters'],
    // No countries of ISO 3166-1: reserved, former, a group, a part of Spain, not assigned.
    ...['UK', 'EL', 'SU', 'DD', 'EU', 'UN', 'IC', 'ZZ', 'XX', 'USA', ''].flatMap((code) =>
      ['postedFrom', 'originCountry'].map(
        (name) =>
          [
            JSON.stringify({ [name]: code }),
            `customs.${name} must be a country in two capital letters of ISO 3166-1, such as US, or GB for the United Kingdom`,
          ] as const,
      ),
    ),
    ['{"packagingGrams": 0}', 'customs.packagingGrams must be a whole number from 1 to 20000'],
    ['{"sdrCents": 1.3}', 'customs.sdrCents must be a whole number from 100 to 200'],
    ['{"origin": "DE"}', 'customs.origin is not known; there are postedFrom, originCountry'],
  ])('refuses the customs %s', (customs, problem) => {
    expect(problemsOf(`{"version": 1, "customs": ${customs}}`)).toEqual([
      expect.stringContaining(problem),
    ])
  })

  test.each([...servedCountries, 'AT', 'CH', 'CN', 'IM', 'JP', 'MC', 'PR', 'TR', 'TW', 'VN', 'XK'])(
    'accepts parcels from %s',
    (postedFrom) => {
      const parsed = parseTermsFile(JSON.stringify({ version: 2, customs: { postedFrom } }))
      expect(parsed.ok && parsed.value.terms.customs.postedFrom).toBe(postedFrom)
    },
  )

  test('states what parcels declare', () => {
    const parsed = parseTermsFile(
      '{"version": 2, "customs": {"postedFrom": "DE", "hsCodes": {"tpu": "39269097"}, "packagingGrams": 90}}',
    )
    if (!parsed.ok) throw new Error(parsed.failure.join(' '))
    expect(changesOf(contractTerms, parsed.value.terms)).toEqual([
      'Parcels are posted from: US to DE.',
      'HS code of TPU: 392690 to 39269097.',
      'Packaging of a parcel: not set to 90 g.',
    ])
  })

  test('stored opening days of another release are read', () => {
    const stored = { opening: { weekdays: ['mon', 'someday'], closedDays: ['2027-12-24', 5] } }
    const read = readStoredTerms(stored, 3)
    if (!read.ok) throw new Error('not read')
    expect(read.value.opening).toEqual({ weekdays: ['mon'], closedDays: ['2027-12-24'] })
  })

  test.each([
    ...['2027-02-30T00:00:00Z', '2027-04-31T12:00:00+02:00', '2027-01-01T24:00:00Z'].map(
      (moment) =>
        [
          `{"version": 1, "validFrom": "${moment}"}`,
          'line 1: validFrom must be a moment with its offset',
        ] as const,
    ),
    ['{\n"version": 0}', 'line 2: version must be a whole number from 1 to 1000000000'],
    [
      '{"version": 1,\n"validFrom": "2027-01-01"}',
      'line 2: validFrom must be a moment with its offset',
    ],
    [
      '{"version": 1, "materials":\n{"pla":\n{"centsPerGram": 12.5}}}',
      'line 3: materials.pla.centsPerGram must be a whole number from 1 to',
    ],
    [
      '{"version": 1,\n"materials": {"wood": {}}}',
      'line 2: materials.wood is not known; there are pla, petg',
    ],
    [
      '{"version": 1,\n"minimumCentsPerPart": 99}',
      'line 2: minimumCentsPerPart must be a whole number from 100 to',
    ],
    [
      '{"version": 1, "discounts": [\n{"fromQuantity": 5, "percent": 5},\n{"fromQuantity": 5, "percent": 9}]}',
      'line 3: discounts[1].fromQuantity must be above 5',
    ],
    [
      '{"version": 1, "postage":\n{"countries": {"CN": {}}}}',
      'line 2: postage.countries.CN is not known',
    ],
    [
      '{"version": 1,\n"postage": {"domestic": {"flatCents": "7"}}}',
      'line 2: postage.domestic.flatCents must be a whole number from 0 to',
    ],
    [
      '{"version": 1,\n"discounts": [{"fromQuantity": 51, "percent": 5}]}',
      'line 2: discounts[0].fromQuantity must be a whole number from 2 to 50.',
    ],
    [
      '{"version": 1,\n"customColorCentsPerGram": 13}',
      'line 2: customColorCentsPerGram must be at least materials.asa.centsPerGram, which is 14.',
    ],
    [
      '{"version": 1, "reason": "materials",\n"materials": {"abs":\n{"centsPerGram": 21}}}',
      'line 3: materials.abs.centsPerGram must be at most customColorCentsPerGram, which is 20',
    ],
  ])('%j is refused', (text, sentence) => {
    const problems = problemsOf(text)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toStartWith(sentence)
  })

  test('invalid JSON is refused with the line of the common mistakes', () => {
    expect(problemsOf('{"version": 1,}')[0]).toStartWith('is not valid JSON: ')
    expect(problemsOf('{"version": 1,\n"discounts": [],\n}')[0]).toEndWith('Check line 2.')
    expect(problemsOf('{\n// one\n"version": 1}')[0]).toEndWith('Check line 2.')
  })

  verifies('terms.problems', 'the first 20 problems are stated', () => {
    const wrong = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`a${index}`, 1]))
    const problems = problemsOf(JSON.stringify({ version: 1, ...wrong }))
    expect(problems).toHaveLength(21)
    expect(problems[19]).toStartWith('line 1: a19 is not known')
    expect(problems[20]).toBe('And more.')
  })

  test('a byte order mark is ignored, and the reason becomes one visible line', () => {
    const parsed = parseTermsFile(
      '\uFEFF{"version": 1, "reason": "\\u0000Filament\\ncosts more. "}',
    )
    expect(parsed).toMatchObject({ ok: true, value: { reason: 'Filament costs more.' } })
    expect(parseTermsFile('{"version": 1, "reason": "\\u0000"}')).toMatchObject({
      value: { reason: null },
    })
  })

  test('no line of an order exceeds an integer column', () => {
    const { centsPerGram, densityHundredths } = termsRanges
    const [x, y, z] = buildVolumeMm
    const grams = ((x * y * z) / 1000) * (densityHundredths.max / 100)
    const cents =
      grams * centsPerGram.max * (qualityFactorPercent.premium / 100) * quantityRange.max
    expect(cents + termsRanges.flatCents.max).toBeLessThan(2 ** 31)
  })

  test('stored terms are read without the rules of the file', () => {
    const stored = {
      ...contractTerms,
      shade: 'new',
      customColorCentsPerGram: 1,
      materials: { pla: { centsPerGram: 100_000, densityHundredths: 1, sheen: 2 } },
      discounts: [{ fromQuantity: 900, percent: 99 }],
    }
    expect(readTerms(stored).ok).toBe(false)
    const read = readStoredTerms(stored, 7)
    expect(read).toMatchObject({
      ok: true,
      value: {
        version: 7,
        customColorCentsPerGram: 1,
        materials: { pla: { centsPerGram: 100_000, densityHundredths: 1 } },
        discounts: [{ fromQuantity: 900, percent: 99 }],
      },
    })
    expect(readStoredTerms({ minimumCentsPerPart: 'many' }, 7).ok).toBe(false)
  })
})

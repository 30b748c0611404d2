// Reads and checks terms from a file or the desk's form. Omitted parts default to the contract's terms.

import { isObject } from '../base/is-object.ts'
import { tableOf } from '../base/keys-of.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { type Day, isDay } from '../base/time/day.ts'
import { internationalCountries } from '../catalog/countries.ts'
import { type CustomsTerms, usualCustomsTerms } from '../catalog/customs-terms.ts'
import { materialNames } from '../catalog/materials.ts'
import {
  type OpeningDays,
  usualOpeningDays,
  type WeekdayName,
  weekdayNames,
} from '../catalog/opening-days.ts'
import { quantityRange } from '../catalog/options.ts'
import { contractTerms, type Postage, type Terms } from '../catalog/terms.ts'

/** An invalid value: its path, such as `postage.domestic.flatCents`, and what it must be. */
export type TermsProblem = { readonly path: readonly (string | number)[]; readonly rule: string }

type Range = { readonly min: number; readonly max: number }

/**
 * Minimum and maximum of each number. The minimum per part is above the smallest charge of the card processor. The
 * maximum of a line stays below 2^31 cents, the limit of the amount columns: 50 solid premium parts of the size of the
 * build volume (36,992 cm3), at 3 g/cm3 and $2 per gram, cost 1.9 billion cents.
 */
export const termsRanges = {
  centsPerGram: { min: 1, max: 200 },
  densityHundredths: { min: 50, max: 300 },
  minimumCentsPerPart: { min: 100, max: 100_000 },
  fromQuantity: { min: 2, max: quantityRange.max },
  percent: { min: 1, max: 90 },
  flatCents: { min: 0, max: 100_000 },
  freeFromCents: { min: 0, max: 10_000_000 },
  packagingGrams: { min: 1, max: 20_000 },
  sdrCents: { min: 100, max: 200 },
} as const satisfies Record<string, Range>

const maxDiscounts = 10
const maxClosedDays = 400

/** Returns all problems together. */
export function readTerms(stated: unknown): Result<Terms, readonly TermsProblem[]> {
  const problems: TermsProblem[] = []
  const read = new Reader(problems, { isStrict: true })
  const terms = readAllTerms(read, stated, 0)
  if (problems.length === 0) refuseCheapCustomColor(read, terms, isStatedCustom(stated))
  return problems.length > 0 ? fail(problems) : ok(terms)
}

/**
 * Reads terms that were checked when they were stored, possibly by another release: ignores unknown members, and
 * accepts numbers outside this release's ranges. Fails only for a value that is not a number.
 */
export function readStoredTerms(
  stored: unknown,
  version: number,
): Result<Terms, readonly TermsProblem[]> {
  const problems: TermsProblem[] = []
  const terms = readAllTerms(new Reader(problems, { isStrict: false }), stored, version)
  return problems.length > 0 ? fail(problems) : ok(terms)
}

const isStatedCustom = (stated: unknown): boolean =>
  isObject(stated) && 'customColorCentsPerGram' in stated

/**
 * Refuses a custom rate below a material's rate: estimates and orders bill the higher of both, so the lower rate would
 * never apply.
 */
function refuseCheapCustomColor(read: Reader, terms: Terms, isStated: boolean): void {
  const custom = terms.customColorCentsPerGram
  const dearest = materialNames.reduce((one, other) =>
    terms.materials[other].centsPerGram > terms.materials[one].centsPerGram ? other : one,
  )
  const { centsPerGram } = terms.materials[dearest]
  if (custom >= centsPerGram) return
  const materialPath = ['materials', dearest, 'centsPerGram']
  if (isStated) {
    read.refuse(
      ['customColorCentsPerGram'],
      `must be at least ${pathText(materialPath)}, which is ${centsPerGram}`,
    )
  } else {
    read.refuse(
      materialPath,
      `must be at most customColorCentsPerGram, which is ${custom} where it is left out`,
    )
  }
}

function readAllTerms(read: Reader, stated: unknown, version: number): Terms {
  const root = read.object(
    stated,
    [],
    [
      'materials',
      'customColorCentsPerGram',
      'minimumCentsPerPart',
      'discounts',
      'postage',
      'opening',
      'customs',
    ],
  )
  const materials = read.object(root['materials'], ['materials'], materialNames)
  const postage = read.object(
    root['postage'],
    ['postage'],
    ['domestic', 'international', 'countries'],
  )
  const countries = read.object(
    postage['countries'],
    ['postage', 'countries'],
    internationalCountries,
  )
  return {
    version,
    materials: tableOf(materialNames, (name) => {
      const path = ['materials', name]
      const own = read.object(materials[name], path, ['centsPerGram', 'densityHundredths'])
      const usual = contractTerms.materials[name]
      return {
        centsPerGram: read.number(own, path, 'centsPerGram', usual.centsPerGram),
        densityHundredths: read.number(own, path, 'densityHundredths', usual.densityHundredths),
      }
    }),
    customColorCentsPerGram: read.ranged(
      root['customColorCentsPerGram'],
      ['customColorCentsPerGram'],
      termsRanges.centsPerGram,
      contractTerms.customColorCentsPerGram,
    ),
    minimumCentsPerPart: read.number(
      root,
      [],
      'minimumCentsPerPart',
      contractTerms.minimumCentsPerPart,
    ),
    discounts: readDiscounts(read, root['discounts']),
    postage: {
      domestic: readPostage(
        read,
        postage['domestic'],
        ['postage', 'domestic'],
        contractTerms.postage.domestic,
      ),
      international: readPostage(
        read,
        postage['international'],
        ['postage', 'international'],
        contractTerms.postage.international,
      ),
      countries: Object.fromEntries(
        internationalCountries.flatMap((country) =>
          countries[country] === undefined
            ? []
            : [
                [
                  country,
                  readPostage(
                    read,
                    countries[country],
                    ['postage', 'countries', country],
                    contractTerms.postage.international,
                  ),
                ],
              ],
        ),
      ),
    },
    opening: readOpening(read, root['opening']),
    customs: readCustoms(read, root['customs']),
  }
}

/** Returns the terms as stated in a file. */
export function statedTerms({ version: _, ...stated }: Terms): Omit<Terms, 'version'> {
  return stated
}

/** Formats a path: `postage.domestic.flatCents`, `discounts[1].percent`. */
export const pathText = (path: TermsProblem['path']): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`,
    '',
  )

function readPostage(
  read: Reader,
  stated: unknown,
  path: readonly string[],
  usual: Postage,
): Postage {
  const own = read.object(stated, path, ['flatCents', 'freeFromCents'])
  return {
    flatCents: read.number(own, path, 'flatCents', usual.flatCents),
    freeFromCents: read.number(own, path, 'freeFromCents', usual.freeFromCents),
  }
}

function readOpening(read: Reader, stated: unknown): OpeningDays {
  const path = ['opening']
  const own = read.object(stated, path, ['weekdays', 'closedDays'])
  const isWeekday = (name: unknown): name is WeekdayName => weekdayNames.some((one) => one === name)
  const isClosedDay = (day: unknown): day is Day => typeof day === 'string' && isDay(day)
  return {
    weekdays: read.list(own['weekdays'], [...path, 'weekdays'], usualOpeningDays.weekdays, {
      isItem: isWeekday,
      rule: `must list the open days, each at most once, out of ${weekdayNames.join(', ')}`,
      min: 1,
      max: weekdayNames.length,
    }),
    closedDays: read.list(own['closedDays'], [...path, 'closedDays'], usualOpeningDays.closedDays, {
      isItem: isClosedDay,
      rule: `must list at most ${maxClosedDays} different days, such as 2027-12-24`,
      min: 0,
      max: maxClosedDays,
    }),
  }
}

const countryRule =
  'must be a country in two capital letters of ISO 3166-1, such as US, or GB for the United Kingdom'
const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/**
 * Whether the code is a country. Intl also has names for former and reserved codes (UK, SU), groups of countries (EU)
 * and parts of countries (IC), but only ISO 3166-1 codes have time zones (except uninhabited BV and HM). Kosovo has no
 * such code; customs offices use XK.
 */
function isCountry(value: string): boolean {
  if (value === 'XK') return true
  if (!/^[A-Z]{2}$/.test(value) || regionNames.of(value) === undefined) return false
  const locale = new Intl.Locale(`und-${value}`)
  return locale.region === value && (locale.getTimeZones()?.length ?? 0) > 0
}

function readCustoms(read: Reader, stated: unknown): CustomsTerms {
  const path = ['customs']
  const own = read.object(stated, path, [
    'postedFrom',
    'originCountry',
    'hsCodes',
    'packagingGrams',
    'sdrCents',
  ])
  const codes = read.object(own['hsCodes'], [...path, 'hsCodes'], materialNames)
  const country = (name: 'postedFrom' | 'originCountry') =>
    read.text(own[name], [...path, name], usualCustomsTerms[name], {
      isText: isCountry,
      rule: countryRule,
    })
  return {
    postedFrom: country('postedFrom'),
    originCountry: country('originCountry'),
    hsCodes: tableOf(materialNames, (name) =>
      read.text(codes[name], [...path, 'hsCodes', name], usualCustomsTerms.hsCodes[name], {
        isText: (value) => /^\d{6,10}$/.test(value),
        rule: 'must be 6 to 10 digits of the Harmonized System without dots, such as 392690',
      }),
    ),
    packagingGrams:
      own['packagingGrams'] === undefined || own['packagingGrams'] === null
        ? null
        : read.number(own, path, 'packagingGrams', null),
    sdrCents: read.number(own, path, 'sdrCents', usualCustomsTerms.sdrCents),
  }
}

function readDiscounts(read: Reader, stated: unknown): Terms['discounts'] {
  if (stated === undefined) return contractTerms.discounts
  if (!Array.isArray(stated) || (read.isStrict && stated.length > maxDiscounts)) {
    read.refuse(['discounts'], `must be a list of at most ${maxDiscounts} discounts`)
    return []
  }
  const steps = stated.map((step: unknown, index) => {
    const path = ['discounts', index]
    const own = read.object(step, path, ['fromQuantity', 'percent'])
    return {
      fromQuantity: read.number(own, path, 'fromQuantity', null),
      percent: read.number(own, path, 'percent', null),
    }
  })
  if (!read.isStrict) return steps
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1]
    if (before === undefined) continue
    if (step.fromQuantity <= before.fromQuantity) {
      read.refuse(
        ['discounts', index, 'fromQuantity'],
        `must be above ${before.fromQuantity}, the value of the discount before it`,
      )
    }
    if (step.percent <= before.percent) {
      read.refuse(
        ['discounts', index, 'percent'],
        `must be above ${before.percent}, the value of the discount before it`,
      )
    }
  }
  return steps
}

type ListRule<Item> = {
  readonly isItem: (value: unknown) => value is Item
  readonly rule: string
  readonly min: number
  readonly max: number
}

class Reader {
  readonly #problems: TermsProblem[]
  /** False: ignores unknown members, and does not check ranges. */
  readonly isStrict: boolean

  constructor(problems: TermsProblem[], { isStrict }: { readonly isStrict: boolean }) {
    this.#problems = problems
    this.isStrict = isStrict
  }

  refuse(path: TermsProblem['path'], rule: string): void {
    this.#problems.push({ path, rule })
  }

  /**
   * Reads the members of an object; none for an absent one. Refuses an unknown name, because it is probably a
   * misspelling.
   */
  object<const Name extends string>(
    stated: unknown,
    path: TermsProblem['path'],
    names: readonly Name[],
  ): Partial<Record<Name, unknown>> {
    if (stated === undefined) return {}
    if (!isObject(stated) || Array.isArray(stated)) {
      this.refuse(path, 'must be an object')
      return {}
    }
    const known: readonly string[] = names
    for (const name of this.isStrict ? Object.keys(stated) : []) {
      if (!known.includes(name)) {
        this.refuse([...path, name], `is not known; there are ${names.join(', ')}`)
      }
    }
    const members: Partial<Record<Name, unknown>> = {}
    for (const name of names) {
      if (stated[name] !== undefined) members[name] = stated[name]
    }
    return members
  }

  /** Reads a list; `usual` if absent. Omits unknown items of a stored list. */
  list<Item>(
    stated: unknown,
    path: TermsProblem['path'],
    usual: readonly Item[],
    { isItem, rule, min, max }: ListRule<Item>,
  ): readonly Item[] {
    if (stated === undefined) return usual
    const items: readonly unknown[] = Array.isArray(stated) ? stated : []
    const known = items.filter(isItem)
    const isRight =
      Array.isArray(stated) &&
      known.length === items.length &&
      new Set(known).size === known.length &&
      known.length >= min &&
      known.length <= max
    if (!isRight && (this.isStrict || !Array.isArray(stated))) this.refuse(path, rule)
    return known
  }

  /** Reads a text; `usual` if absent. */
  text(
    stated: unknown,
    path: TermsProblem['path'],
    usual: string,
    { isText, rule }: { readonly isText: (value: string) => boolean; readonly rule: string },
  ): string {
    if (stated === undefined) return usual
    if (typeof stated === 'string' && (!this.isStrict || isText(stated))) return stated
    this.refuse(path, rule)
    return usual
  }

  number<const Name extends keyof typeof termsRanges>(
    own: Partial<Record<Name, unknown>>,
    path: TermsProblem['path'],
    name: Name,
    usual: number | null,
  ): number {
    return this.ranged(own[name], [...path, name], termsRanges[name], usual)
  }

  /** Reads a number; `usual` if absent; null = required. */
  ranged(
    stated: unknown,
    path: TermsProblem['path'],
    { min, max }: Range,
    usual: number | null,
  ): number {
    if (stated === undefined && usual !== null) return usual
    const isWhole = typeof stated === 'number' && Number.isSafeInteger(stated)
    if (isWhole && (!this.isStrict || (stated >= min && stated <= max))) return stated
    this.refuse(path, `must be a whole number from ${min} to ${max}`)
    return usual ?? min
  }
}

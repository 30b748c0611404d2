// Start page: quotes a model directly. Below are prices, ship times, the checks of a file, and how programs order.
import { buildVolumeMm } from '../../domain/catalog/build-volume.ts'
import { servedCountries } from '../../domain/catalog/countries.ts'
import {
  customColorCentsPerGram,
  materials,
  qualityFactorPercent,
  qualityLayerHeightMm,
} from '../../domain/catalog/materials.ts'
import type { LeadTime } from '../../domain/lead-time/lead-time.ts'
import { minimumCentsPerPart, overtimeCentsPerHour } from '../../domain/pricing/subtotal.ts'
import type { Child } from '../../html/markup.ts'
import { accountScript, assetUrl, homeStyle } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { EnglishLink, type PageLanguage } from '../base/page-language.tsx'
import { discountsText, postageTerms } from '../base/terms-text.ts'
import type { PageVisitor } from '../base/visitor.ts'
import type { Words } from '../languages/words.ts'
import { DropZone } from '../quotes/drop-zone.tsx'
import { defaultChoices } from '../quotes/options/default-choices.ts'
import { Developers } from './developers.tsx'

export type HomeView = {
  readonly baseUrl: string
  readonly language: PageLanguage
  /** Address of the page's module, or null if it is not built. */
  readonly script: string | null
  readonly visitor: PageVisitor
  /** null if the farm's load could not be read. */
  readonly leadTime: LeadTime | null
  /** Prefix of the account's API key. null without an account or a key. */
  readonly keyPrefix: string | null
}

export function homePage(view: HomeView): Response {
  const { language, baseUrl, leadTime, keyPrefix } = view
  const { words } = language
  return pageResponse({
    title: words.text('home.title'),
    language,
    publicUrl: `${baseUrl}/`,
    isWide: true,
    visitor: view.visitor,
    stylesheets: [assetUrl(homeStyle)],
    script: assetUrl(accountScript),
    modules: view.script === null ? [] : [view.script],
    body: (
      <>
        <Start leadTime={leadTime} words={words} />
        <div class="home-facts">
          <Costs words={words} />
          <Speed leadTime={leadTime} words={words} />
          <Checks words={words} />
        </div>
        <Developers baseUrl={baseUrl} keyPrefix={keyPrefix} words={words} />
      </>
    ),
  })
}

type WordsProps = { words: Words }
type LeadTimeProps = WordsProps & { leadTime: LeadTime | null }

function Start({ leadTime, words }: LeadTimeProps) {
  const days = leadTime?.estimates[0]?.shipsInDays
  return (
    <form
      id="start"
      class="home-start"
      method="post"
      action="/quote"
      enctype="multipart/form-data"
      aria-label={words.text('home.form')}
    >
      <div class="home-words">
        <h1>{words.text('home.heading')}</h1>
        <p class="lead">
          {words.text('home.lead')}
          {days === undefined ? '' : ` ${words.text('home.leadDays', { count: days })}`}
        </p>
        <p class="home-points">
          <span>{words.text('home.noAccount')}</span>
          <span>{words.text('home.noSetup')}</span>
          <span>{words.text('home.countries', { count: servedCountries.length })}</span>
        </p>
      </div>
      <div class="home-drop">
        <DropZone words={words} />
        {/* The quote page starts with this color as well. An order without a color is billed at the rate of a custom
            color. */}
        <input type="hidden" name="color" value={defaultChoices.color} />
        <button type="submit" data-no-script="">
          {words.text('home.show')}
        </button>
      </div>
    </form>
  )
}

function Costs({ words }: WordsProps) {
  const { money } = words
  const sentences = [
    words.text('home.minimum', { amount: money(minimumCentsPerPart()) }),
    words.text('home.premium', {
      factor: words.number(qualityFactorPercent.premium / 100),
      layer: words.number(qualityLayerHeightMm.premium),
    }),
    words.text('home.customColor', { amount: money(customColorCentsPerGram()) }),
    discountsText(words),
    words.text('home.postage', { terms: postageTerms(words) }),
    words.text('home.overtime', { amount: money(overtimeCentsPerHour) }),
  ]
  return (
    <section aria-labelledby="costs">
      <h2 id="costs">{words.text('home.costs')}</h2>
      <table class="price">
        <tbody>
          {Object.entries(materials()).map(([name, { centsPerGram }]) => (
            <tr>
              <th scope="row">{name.toUpperCase()}</th>
              <td>{words.text('home.perGram', { amount: money(centsPerGram) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        {sentences.join(' ')}{' '}
        <EnglishLink words={words} href="/docs/reference#prices">
          {words.text('home.formulas')}
        </EnglishLink>
      </p>
    </section>
  )
}

const shownOrders = 3

function Speed({ leadTime, words }: LeadTimeProps) {
  return (
    <section aria-labelledby="speed">
      <h2 id="speed">{words.text('home.speed')}</h2>
      {leadTime === null ? (
        <p class="muted">{words.text('home.speedUnknown')}</p>
      ) : (
        <>
          <table class="price">
            <tbody>
              {leadTime.estimates.slice(0, shownOrders).map(({ orders, shipsInDays }) => (
                <tr>
                  <th scope="row">{words.text('home.parts', { count: orders })}</th>
                  <td>{words.text('units.days', { count: shipsInDays })}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="hint">
            {words.text('home.speedHint', {
              grams: words.number(leadTime.gramsPerPart),
              queue: queueText(words, leadTime),
              hours: hoursText(words, Math.round(leadTime.capacity.machineHoursPerDay)),
            })}
          </p>
        </>
      )}
    </section>
  )
}

/** Such as "9 orders (15 machine hours) are ahead of yours". */
export function queueText(
  words: Words,
  { queuedOrders, queuedHours }: Pick<LeadTime, 'queuedOrders' | 'queuedHours'>,
): string {
  if (queuedOrders === 0) return words.text('home.queueEmpty')
  const hours = hoursText(words, Math.ceil(queuedHours))
  return words.text('home.queue', { count: queuedOrders, hours })
}

const hoursText = (words: Words, hours: number) =>
  words.text('units.machineHours', { count: hours })

const checks = ['home.checkFaults', 'home.checkWalls', 'home.checkSliced'] as const

function Checks({ words }: WordsProps) {
  const term = (text: Child) => <strong>{text}</strong>
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">{words.text('home.checks')}</h2>
      <ul class="checks">
        <li>{words.rich('home.checkSize', { term, size: buildVolumeMm.join(' × ') })}</li>
        {checks.map((key) => (
          <li>{words.rich(key, { term })}</li>
        ))}
      </ul>
    </section>
  )
}

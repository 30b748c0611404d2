// The start page: a model becomes a price here; below it what it costs, how fast it ships, what is checked, and how programs order.
import { buildVolumeMm } from '../../domain/catalog/build-volume.ts'
import {
  domesticPostage,
  internationalPostage,
  servedCountries,
} from '../../domain/catalog/countries.ts'
import {
  customColorCentsPerGram,
  materials,
  qualityFactorPercent,
  qualityLayerHeightMm,
} from '../../domain/catalog/materials.ts'
import type { LeadTime } from '../../domain/lead-time/lead-time.ts'
import {
  bulkDiscountPercent,
  minimumCentsPerPart,
  overtimeCentsPerHour,
} from '../../domain/pricing/subtotal.ts'
import { accountScript, assetUrl, homeStyle } from '../assets/assets.ts'
import { counted } from '../base/duration.ts'
import { pageResponse } from '../base/layout.tsx'
import { money, shortMoney } from '../base/money.ts'
import type { PageVisitor } from '../base/visitor.ts'
import { defaultChoices } from '../quotes/default-choices.ts'
import { DropZone } from '../quotes/drop-zone.tsx'
import { Developers } from './developers.tsx'

export type HomeView = {
  readonly baseUrl: string
  /** Address of the page's module; null while there is none. */
  readonly script: string | null
  readonly visitor: PageVisitor
  /** null when the farm's load could not be read. */
  readonly leadTime: LeadTime | null
  /** How the account's API key begins; null without an account or a key. */
  readonly keyPrefix: string | null
}

export function homePage(view: HomeView): Response {
  return pageResponse({
    title: '3D models in, printed parts by mail',
    wide: true,
    visitor: view.visitor,
    stylesheets: [assetUrl(homeStyle)],
    script: assetUrl(accountScript),
    modules: view.script === null ? [] : [view.script],
    body: (
      <>
        <Start leadTime={view.leadTime} />
        <div class="home-facts">
          <Costs />
          <Speed leadTime={view.leadTime} />
          <Checks />
        </div>
        <Developers baseUrl={view.baseUrl} keyPrefix={view.keyPrefix} />
      </>
    ),
  })
}

function Start({ leadTime }: { leadTime: LeadTime | null }) {
  const days = leadTime?.estimates[0]?.shipsInDays
  return (
    <form
      id="start"
      class="home-start"
      method="post"
      action="/quote"
      enctype="multipart/form-data"
      aria-label="Price a 3D model"
    >
      <div class="home-words">
        <h1>Drop a 3D model. See its price in a second.</h1>
        <p class="lead">
          Your browser measures the part, finds its faults and prices it to the cent before anything
          is uploaded. Like the price? We print it and mail it.
          {days === undefined ? '' : ` Ordered now, a part ships in ${counted(days, 'day')}.`}
        </p>
        <p class="home-points">
          <span>No account needed for a price</span>
          <span>No setup fee</span>
          <span>{String(servedCountries.length)} countries</span>
        </p>
      </div>
      <div class="home-drop">
        <DropZone />
        {/* The quote page starts with this color too; an order without one bills the rate of a custom color. */}
        <input type="hidden" name="color" value={defaultChoices.color} />
        <button type="submit" data-no-script="">
          Show the price
        </button>
      </div>
    </form>
  )
}

function Costs() {
  const premium = qualityFactorPercent.premium / 100
  return (
    <section aria-labelledby="costs">
      <h2 id="costs">What it costs</h2>
      <table class="price">
        <tbody>
          {Object.entries(materials).map(([name, { centsPerGram }]) => (
            <tr>
              <th scope="row">{name.toUpperCase()}</th>
              <td>{money(centsPerGram)} per gram</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        At least {money(minimumCentsPerPart)} a part. Premium quality ×&nbsp;{String(premium)}, in{' '}
        {String(qualityLayerHeightMm.premium)} mm layers unless an order over the REST API sets its
        own. Colors not in stock {money(customColorCentsPerGram)} per gram.{' '}
        {String(bulkDiscountPercent(5))}% off from 5 parts, {String(bulkDiscountPercent(10))}% from
        10. Postage {shortMoney(domesticPostage.flatCents)} within the US (free from{' '}
        {shortMoney(domesticPostage.freeFromCents)}), {shortMoney(internationalPostage.flatCents)}{' '}
        abroad (free from {shortMoney(internationalPostage.freeFromCents)}). Already-sliced files:{' '}
        {money(overtimeCentsPerHour)} for each hour beyond what their weight covers.{' '}
        <a href="/docs/reference#prices">All formulas</a>
      </p>
    </section>
  )
}

const shownOrders = 3

function Speed({ leadTime }: { leadTime: LeadTime | null }) {
  return (
    <section aria-labelledby="speed">
      <h2 id="speed">How fast it ships today</h2>
      {leadTime === null ? (
        <p class="muted">
          The farm’s queue could not be read just now. Reload the page to try again.
        </p>
      ) : (
        <>
          <table class="price">
            <tbody>
              {leadTime.estimates.slice(0, shownOrders).map(({ orders, shipsInDays }) => (
                <tr>
                  <th scope="row">{orders === 1 ? '1 part' : `${orders} parts`}</th>
                  <td>{counted(shipsInDays, 'day')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="hint">
            Computed now, for parts of {String(leadTime.gramsPerPart)} g: {queueText(leadTime)},{' '}
            {perDayText(leadTime)}. An estimate, not a promise; the quote page computes it for your
            part.
          </p>
        </>
      )}
    </section>
  )
}

/** "9 orders (15 machine hours) are ahead of yours". */
export function queueText({
  queuedOrders,
  queuedHours,
}: Pick<LeadTime, 'queuedOrders' | 'queuedHours'>): string {
  if (queuedOrders === 0) return 'no order is ahead of yours'
  const hours = `(${hoursText(Math.ceil(queuedHours))})`
  return queuedOrders === 1
    ? `1 order ${hours} is ahead of yours`
    : `${queuedOrders} orders ${hours} are ahead of yours`
}

const hoursText = (hours: number) => (hours === 1 ? '1 machine hour' : `${hours} machine hours`)

const perDayText = ({ capacity }: LeadTime): string =>
  `and the farm prints ${hoursText(Math.round(capacity.machineHoursPerDay))} a day`

function Checks() {
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">What we check</h2>
      <ul class="checks">
        <li>
          <strong>Size.</strong> Whether it fits {buildVolumeMm.join(' × ')} mm, and whether the
          file was meant in another unit.
        </li>
        <li>
          <strong>Faults.</strong> Open edges, faces that meet wrongly, overhangs: counted, and
          shown on the part.
        </li>
        <li>
          <strong>Walls.</strong> Measured everywhere; those too thin for the nozzle are marked.
        </li>
        <li>
          <strong>Sliced files.</strong> Their claimed time and filament are compared with their
          moves; a file whose claims disagree is refused.
        </li>
      </ul>
    </section>
  )
}

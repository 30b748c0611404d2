// Printable customs declarations: CN 22, or CN 23 with a commercial invoice, for each order that crosses a customs
// border.
import { dateFormat } from '../../../domain/base/time/date-format.ts'
import {
  assumedPackagingGrams,
  type CustomsDeclaration,
  type CustomsGap,
  type CustomsLine,
} from '../../../domain/fulfillment/customs/declaration.ts'
import { addressLines } from '../../../domain/orders/record/address-lines.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import type { Markup } from '../../../html/markup.ts'
import { Notice } from '../../../html/notice.tsx'
import { assetUrl, queueScript } from '../../assets/assets.ts'
import { countOf } from '../../base/figures.ts'
import { money } from '../../base/money.ts'
import { countryName } from '../../quotes/price/countries.ts'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'

export type DeclaredOrder = {
  readonly order: Order
  /** null if the order crosses no customs border. */
  readonly declaration: CustomsDeclaration | null
}

type CustomsView = {
  readonly orders: readonly DeclaredOrder[]
  readonly user: DeskUser
  /** Country from which parcels are sent. */
  readonly postedFrom: string
}

export function customsPage({ orders, user, postedFrom }: CustomsView): Response {
  const declared = orders.flatMap(({ order, declaration }) =>
    declaration === null ? [] : [{ order, declaration }],
  )
  const others = orders.filter(({ declaration }) => declaration === null)
  return deskPage({
    title: orders.length === 1 ? `Customs ${orders[0]?.order.code ?? ''}` : 'Customs',
    tab: 'queue',
    user,
    script: assetUrl(queueScript),
    body: (
      <>
        <div class="page-head">
          <h1>{countOf(declared.length, 'customs declaration')}</h1>
          <button type="button" data-print hidden>
            Print
          </button>
          <span class="muted">CN 22 on A6, CN 23 and commercial invoice on A4 or Letter.</span>
        </div>
        <div class="customs-hints">
          {gapSentences(declared).map((text) => (
            <Notice kind="warning" text={text} />
          ))}
          {others.length === 0 ? (
            ''
          ) : (
            <p>
              {`No declaration, because no customs border lies between ${countryName(postedFrom)} and the address: ${codesOf(others)}.`}
            </p>
          )}
        </div>
        {declared.map(({ order, declaration }) => (
          <Forms
            order={order}
            declaration={declaration}
            postedFrom={postedFrom}
            timeZone={user.timeZone}
          />
        ))}
      </>
    ),
  })
}

const codesOf = (orders: readonly { readonly order: Order }[]): string =>
  orders.map(({ order: { code } }) => code).join(', ')

/** Text on missing data and where to set it. The forms leave space for it. */
const gapTexts: Readonly<Record<CustomsGap, string>> = {
  sender:
    'The sender is missing: enter name, address and tax number on the page Shop, or in seller.txt of LEGAL_DIR.',
  packaging_weight: `The gross weight is missing: weigh the parcel, or set customs.packagingGrams in the terms. The form was chosen as if packaging weighed ${assumedPackagingGrams} g.`,
}

function gapSentences(
  declared: readonly { readonly order: Order; readonly declaration: CustomsDeclaration }[],
): readonly string[] {
  const gaps: readonly CustomsGap[] = ['sender', 'packaging_weight']
  return gaps.flatMap((gap) => {
    const lacking = declared.filter(({ declaration }) => declaration.missing.includes(gap))
    return lacking.length === 0 ? [] : [`${gapTexts[gap]} ${codesOf(lacking)}`]
  })
}

type FormProps = {
  readonly order: Order
  readonly declaration: CustomsDeclaration
  readonly postedFrom: string
  readonly timeZone: string
}

const Forms = (props: FormProps) => (
  <>
    {props.declaration.form === 'cn22' ? <SmallForm {...props} /> : <LargeForm {...props} />}
    {props.declaration.needsInvoice ? <CommercialInvoice {...props} /> : ''}
  </>
)

/** Fields are numbered as on the official form. */
function SmallForm({ order, declaration, postedFrom }: FormProps) {
  const { lines, grossGrams, valueCents } = declaration
  return (
    <article class="slip customs cn22" aria-label={`CN 22 of ${order.code}`}>
      <FormHead name="CN 22" />
      <Categories />
      <Party title="Sender" lines={senderLines(declaration, postedFrom)} />
      <ItemTable
        label={`Contents of CN 22 of ${order.code}`}
        lines={lines}
        columns={[
          ['Quantity and detailed description of contents (1)', itemFields.quantityAndDescription],
          ['Weight, kg (2)', itemFields.netWeight],
          ['Value, USD (3)', itemFields.value],
          ['HS tariff number (4)', itemFields.hsCode],
          ['Country of origin (5)', itemFields.originCode],
        ]}
      />
      <Facts
        facts={[
          ['Total weight, kg (6)', gross(grossGrams)],
          ['Total value (7)', `${money(valueCents)} USD`],
        ]}
      />
      <Signature number="8" reference={order.code} />
    </article>
  )
}

function LargeForm({ order, declaration, postedFrom }: FormProps) {
  const { lines, grossGrams, valueCents, postageCents } = declaration
  const { address, buyer, code } = order
  return (
    <article class="slip customs cn23" aria-label={`CN 23 of ${code}`}>
      <FormHead name="CN 23" />
      <div class="customs-parties">
        <Party
          title="From"
          lines={senderLines(declaration, postedFrom)}
          more={[['Sender’s customs reference', code]]}
        />
        <Party
          title="To"
          lines={recipientLines(order)}
          more={[
            ['Importer’s reference', buyer.vatId ?? ''],
            ['Importer’s telephone', address.phone ?? ''],
            ['Importer’s email', address.email],
          ]}
        />
      </div>
      <ItemTable
        label={`Contents of CN 23 of ${code}`}
        lines={lines}
        columns={[
          ['Detailed description of contents (1)', itemFields.description],
          ['Quantity (2)', itemFields.quantity],
          ['Net weight, kg (3)', itemFields.netWeight],
          ['Value, USD (5)', itemFields.value],
          ['HS tariff number (7)', itemFields.hsCode],
          ['Country of origin (8)', itemFields.origin],
        ]}
      />
      <Facts
        facts={[
          ['Total gross weight, kg (4)', gross(grossGrams)],
          ['Total value (6)', `${money(valueCents)} USD`],
          ['Postal charges (9)', `${money(postageCents)} USD`],
          ['Office of origin, date of posting', ''],
          ['Comments (11)', ''],
          ['Licence (12)', ''],
          ['Certificate (13)', ''],
          ['Invoice (14)', code],
        ]}
      />
      <Categories number="10" />
      <Signature number="15" reference={code} />
    </article>
  )
}

function CommercialInvoice({ order, declaration, postedFrom, timeZone }: FormProps) {
  const { lines, netGrams, grossGrams, valueCents, postageCents } = declaration
  const { code, createdAt, buyer } = order
  const date = dateFormat({ dateStyle: 'long' }, timeZone).format(createdAt)
  return (
    <article class="slip customs invoice" aria-label={`Commercial invoice of ${code}`}>
      <header class="row apart">
        <h2>Commercial invoice</h2>
        <span>
          <strong class="slip-code">{code}</strong>
          <br />
          {date}
        </span>
      </header>
      <div class="customs-parties">
        <Party title="Seller and exporter" lines={senderLines(declaration, postedFrom)} />
        <Party
          title="Buyer and importer"
          lines={recipientLines(order)}
          more={[['VAT ID', buyer.vatId ?? '']]}
        />
      </div>
      <ItemTable
        label={`Goods of the invoice of ${code}`}
        lines={lines}
        columns={[
          ['Description', itemFields.description],
          ['HS code', itemFields.hsCode],
          ['Country of origin', itemFields.origin],
          ['Net weight, kg', itemFields.netWeight],
          ['Quantity', itemFields.quantity],
          ['Amount, USD', itemFields.value],
        ]}
      />
      <Facts
        facts={[
          ['Goods', `${money(valueCents)} USD`],
          ['Postage', `${money(postageCents)} USD`],
          ['Total', `${money(valueCents + postageCents)} USD`],
          ['Net weight, kg', kilograms(netGrams)],
          ['Gross weight, kg', gross(grossGrams)],
          ['Reason for export', 'Sale of goods'],
          ['Terms of delivery', 'DAP: the recipient pays duty and import tax'],
        ]}
      />
      <Signature number={null} reference={code} />
    </article>
  )
}

type ItemField = {
  readonly kind: 'text' | 'number' | 'code'
  readonly text: (line: CustomsLine) => string
}

const itemFields = {
  description: { kind: 'text', text: (line) => line.description },
  quantity: { kind: 'number', text: (line) => String(line.quantity) },
  quantityAndDescription: {
    kind: 'text',
    text: (line) => `${line.quantity} x ${line.description}`,
  },
  netWeight: { kind: 'number', text: (line) => kilograms(line.netGrams) },
  value: { kind: 'number', text: (line) => money(line.valueCents) },
  hsCode: { kind: 'code', text: (line) => line.hsCode },
  origin: { kind: 'text', text: (line) => countryName(line.originCountry) },
  originCode: { kind: 'text', text: (line) => line.originCountry },
} satisfies Record<string, ItemField>

type ItemTableProps = {
  label: string
  lines: readonly CustomsLine[]
  columns: readonly (readonly [name: string, field: ItemField])[]
}

/** The declared lines. A form and an invoice name, order and number their columns differently. */
const ItemTable = ({ label, lines, columns }: ItemTableProps) => (
  <section class="scroll" aria-label={label} tabindex="0">
    <table class="slip-items">
      <thead>
        <tr>
          {columns.map(([name, { kind }]) => (
            <th scope="col" class={kind === 'number' ? kind : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr>
            {columns.map(([_name, { kind, text }]) => (
              <td class={kind === 'text' ? undefined : kind}>{text(line)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const FormHead = ({ name }: { name: string }) => (
  <header class="row apart">
    <span>
      <strong>Customs declaration</strong>
      <br />
      <span lang="fr">Déclaration en douane</span>
    </span>
    <span>
      <strong class="slip-code">{name}</strong>
      <br />
      May be opened officially
    </span>
  </header>
)

/** Categories on the form. The shop's parcels always use the marked one. */
const categories = [
  { name: 'Gift', isMarked: false },
  { name: 'Documents', isMarked: false },
  { name: 'Commercial sample', isMarked: false },
  { name: 'Returned goods', isMarked: false },
  { name: 'Sale of goods', isMarked: true },
  { name: 'Other', isMarked: false },
]

function Categories({ number = null }: { number?: string | null }) {
  return (
    <p class="customs-categories">
      {`Category of item${number === null ? '' : ` (${number})`}: `}
      {categories.map(({ name, isMarked }) => (
        <span>{`${isMarked ? '☒' : '☐'} ${name}`}</span>
      ))}
    </p>
  )
}

type PartyProps = {
  title: string
  lines: readonly string[]
  /** Fields below the address. Empty ones are left blank. */
  more?: readonly (readonly [name: string, text: string])[]
}

function Party({ title, lines, more = [] }: PartyProps) {
  return (
    <section>
      <h2>{title}</h2>
      <address>
        {lines.map((line) => (
          <div>{line}</div>
        ))}
      </address>
      {more.length === 0 ? '' : <Facts facts={more} />}
    </section>
  )
}

function Facts({ facts }: { facts: readonly (readonly [name: string, text: string])[] }): Markup {
  return (
    <dl class="customs-facts">
      {facts.map(([name, text]) => (
        <div>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Signature({ number, reference }: { number: string | null; reference: string }) {
  return (
    <footer class="customs-signature">
      <p>
        {number === null
          ? 'I certify that the particulars given in this invoice are correct.'
          : 'I certify that the particulars given in this customs declaration are correct and that this item does not contain any dangerous article or articles prohibited by legislation or by postal or customs regulations.'}
      </p>
      <p>{`Date and sender’s signature${number === null ? '' : ` (${number})`}`}</p>
      <p class="muted">{reference}</p>
    </footer>
  )
}

/** Returns the sender's lines. Always includes the country, even if the seller's lines already contain it. */
const senderLines = ({ sender }: CustomsDeclaration, postedFrom: string): readonly string[] => [
  ...sender,
  countryName(postedFrom),
]

function recipientLines(order: Order): readonly string[] {
  const { company } = order.buyer
  return [
    ...(company === null ? [] : [company]),
    ...addressLines(order),
    countryName(order.address.country),
  ]
}

/** Returns the gross weight. Empty means blank on the form. */
const gross = (grams: number | null): string => (grams === null ? '' : kilograms(grams))
const kilograms = (grams: number): string => (grams / 1000).toFixed(3)

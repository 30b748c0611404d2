// Shipping address of an order and the buyer details of its invoice, from a JSON file and options. Options override the
// file.
import { readFile } from 'node:fs/promises'
import { usageError } from '../terminal/exit-codes.ts'
import type { Arguments, OptionSpec } from '../terminal/options.ts'
import { suggestion } from '../terminal/suggest.ts'

/** Fields of `POST /api/print/orders` (docs/contract.md 4.2), without the country if none was given. */
export type Address = {
  readonly recipientName: string
  readonly street1: string
  readonly street2?: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country?: string
  readonly email?: string
  readonly phone?: string
  readonly company?: string
  readonly vatId?: string
  readonly purchaseOrder?: string
  readonly reference?: string
}

/** Names in an address file, including the contract's aliases, and the option for each. */
const fields: readonly {
  readonly names: readonly [string, ...string[]]
  readonly option: string
  readonly about: string
}[] = [
  { names: ['recipientName', 'name'], option: 'name', about: 'Recipient of the parcel.' },
  { names: ['street1', 'address1'], option: 'street1', about: 'Street and number.' },
  { names: ['street2', 'address2'], option: 'street2', about: 'Second address line, if any.' },
  { names: ['city'], option: 'city', about: 'City or town.' },
  { names: ['state'], option: 'state', about: 'State, province or region.' },
  { names: ['zip', 'postalCode'], option: 'zip', about: 'Postal code.' },
  { names: ['country'], option: 'country', about: '' },
  { names: ['email'], option: 'email', about: 'Receives the confirmation.' },
  { names: ['phone'], option: 'phone', about: 'For the carrier, if any.' },
  { names: ['company'], option: 'company', about: 'For the invoice, if any.' },
  { names: ['vatId'], option: 'vat-id', about: 'For the invoice, if any, such as DE123456789.' },
  { names: ['purchaseOrder'], option: 'purchase-order', about: 'For the invoice, if any.' },
  { names: ['reference'], option: 'reference', about: 'Your own, which every read of it has.' },
]

/** `--country` is among the print options. */
export const addressOptions: readonly OptionSpec[] = [
  {
    name: 'address',
    value: 'FILE',
    completes: 'file',
    description:
      'A JSON file: {"recipientName", "street1", "street2", "city", "state", "zip", "country", "email", "phone", "company", "vatId", "purchaseOrder", "reference"}.',
  },
  ...fields
    .filter(({ option }) => option !== 'country')
    .map(({ option, about }) => ({ name: option, value: 'TEXT', description: about })),
]

/** Reads the address. Throws a usage error that names everything that is missing. */
export async function readAddress(args: Arguments): Promise<Address> {
  const file = args.text('address')
  const given = file === undefined ? new Map<string, string>() : await readAddressFile(file)
  for (const { names, option } of fields) {
    const value = args.text(option)
    if (value !== undefined) given.set(names[0], value)
  }
  const missing: string[] = []
  const required = (name: string, option: string): string => {
    const value = given.get(name)?.trim() ?? ''
    if (value === '') missing.push(`--${option}`)
    return value
  }
  const optional = (name: string) => {
    const value = given.get(name)?.trim() ?? ''
    return value === '' ? {} : { [name]: value }
  }
  const address = {
    recipientName: required('recipientName', 'name'),
    street1: required('street1', 'street1'),
    city: required('city', 'city'),
    state: required('state', 'state'),
    zip: required('zip', 'zip'),
    email: required('email', 'email'),
    ...optional('street2'),
    ...optional('country'),
    ...optional('phone'),
    ...optional('company'),
    ...optional('vatId'),
    ...optional('purchaseOrder'),
    ...optional('reference'),
  }
  if (missing.length > 0) {
    throw usageError(
      `The address is incomplete. Add ${missing.join(', ')}, or put them into the file of --address.`,
    )
  }
  return address
}

async function readAddressFile(path: string): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw usageError(`${path} cannot be read. --address takes the path of a JSON file.`)
  })
  const parsed = objectOf(text)
  if (parsed === null) {
    throw usageError(`${path} must hold one JSON object with the fields of an address.`)
  }
  const known = fields.flatMap(({ names }) => names)
  return new Map(
    Object.entries(parsed).map(([name, value]) => {
      const field = fields.find(({ names }) => names.includes(name))
      if (field === undefined) {
        throw usageError(`${path} has an unknown field "${name}".${suggestion(name, known)}`)
      }
      if (typeof value !== 'string') {
        throw usageError(`${path}: "${name}" must be a text in quotes.`)
      }
      return [field.names[0], value]
    }),
  )
}

function objectOf(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Returns the address on one line. */
export const addressLine = (address: Address, country: string): string =>
  [
    address.recipientName,
    address.street1,
    address.street2,
    `${address.city}, ${address.state} ${address.zip}`,
    country,
  ]
    .filter((part) => part !== undefined)
    .join(', ')

// Determines whether a parcel crosses a customs border, by the country and postal code of its address.
//
// - The European Union is one area: goods move between its members without a declaration (Regulation (EU) 952/2013,
//   article 4, and Directive 2006/112/EC, article 6). Outside the area, by customs or VAT law, are Heligoland and
//   Buesingen (DE), Livigno and Campione d'Italia (IT), Ceuta, Melilla and the Canary Islands (ES), and the overseas
//   departments and territories (FR). Parcels to them need a declaration, as carriers require (European Commission,
//   "Territorial status of EU countries and certain territories"; dpd.com, "The export of dutiable goods"). Monaco,
//   which has French postal codes (98000), is treated as France (Regulation (EU) 952/2013, article 4, paragraph 2;
//   Directive 2006/112/EC, article 7), and the Isle of Man as the United Kingdom.
// - Northern Ireland belongs to both areas for goods (the same table of the Commission). Jersey and Guernsey belong to
//   neither.
// - Domestic mail of the United States needs a declaration to military and diplomatic post offices (USPS Domestic Mail
//   Manual 703.2.3.6) and to the ZIP codes 96910 to 96940, 96950 to 96952 and 96799: Guam, the Marianas, Palau and
//   American Samoa (608.2.4, Postal Bulletin 22210). Puerto Rico and the Virgin Islands need none. Military mail has
//   the states AA, AE and AP and the ZIP codes 340, 090 to 098 and 962 to 966 (Postal Bulletin, "Overseas
//   Military/Diplomatic Mail"). Either is enough, because the state is free text.
// - Any other country is a separate area.
import type { ShippingAddress } from '../../orders/record/order.ts'

const members: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

const europeanUnion = 'EU'
/** Countries that customs and VAT law treat as part of another country. */
const treatedAs: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' }

function areaOfCountry(country: string): string {
  const treated = treatedAs[country] ?? country
  return members.has(treated) ? europeanUnion : treated
}

/** Postal codes outside the customs or VAT area of their country, in the format of `bareCode`. */
const outside: Readonly<Record<string, RegExp>> = {
  DE: /^(27498|78266)/,
  ES: /^(35|38|51|52)/,
  FR: /^(97|98[4-9])/,
  IT: /^(23041|22061|22060)/,
  GB: /^(JE|GY)/,
  US: /^(969(1\d|2\d|3\d|40|5[0-2])|96799|09[0-8]|340|96[2-6])/,
}
const militaryStates: ReadonlySet<string> = new Set(['AA', 'AE', 'AP'])

export type CustomsAddress = Pick<ShippingAddress, 'country' | 'state' | 'zip'>

/**
 * Returns the uppercase letters and digits of the postal code, without a leading country or post office code
 * ("F-97400", "ES-35001", "AE 09012"). British postal codes begin with letters, so only a leading country code is
 * removed from them.
 */
function bareCode({ country, zip }: Pick<CustomsAddress, 'country' | 'zip'>): string {
  const code = zip.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return code.replace(country === 'GB' ? /^(GB|UK)(?=[A-Z])/ : /^[A-Z]+(?=\d)/, '')
}

/** Returns the customs areas that the address belongs to. */
function areasOf({ country, state, zip }: CustomsAddress): readonly string[] {
  const code = bareCode({ country, zip })
  const isMilitary = country === 'US' && militaryStates.has(state.trim().toUpperCase())
  if (isMilitary || outside[country]?.test(code) === true) return []
  const area = areaOfCountry(country)
  return country === 'GB' && code.startsWith('BT') ? [area, europeanUnion] : [area]
}

/** Whether a parcel from that country needs a customs declaration. */
export const crossesCustoms = (postedFrom: string, address: CustomsAddress): boolean =>
  !areasOf(address).includes(areaOfCountry(postedFrom))

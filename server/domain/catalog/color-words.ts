// Synonyms of stock colors that buyers use and the palette lacks: names in other languages, and gray for Silver. They
// are billed at the rate of other colors (contract.md 5). Agent tools report which spool is in stock, and a link to the
// quote page selects it.
import { keysOf } from '../base/keys-of.ts'
import { findStockColor, type StockColor } from './colors.ts'

const words = {
  Black: 'schwarz noir noire negro negra nero nera preto preta zwart svart',
  White: 'weiß weiss blanc blanche blanco blanca bianco bianca branco branca wit vit',
  Red: 'rot rouge rojo roja rosso rossa vermelho vermelha rood röd',
  Cyan: 'zyan ciano cian',
  Green: 'grün gruen vert verte verde groen grön',
  Yellow: 'gelb jaune amarillo amarilla giallo gialla amarelo amarela geel gul',
  Lavender: 'lavendel lavande lavanda',
  Silver:
    'grey gray grau gris grise grigio grigia cinza grijs grå silber argent plata argento prata zilver',
  Brown: 'braun brun brune marrón marron marrone castanho bruin',
} as const satisfies Readonly<Partial<Record<StockColor, string>>>

const byWord: ReadonlyMap<string, StockColor> = new Map<string, StockColor>(
  keysOf(words).flatMap((color) => words[color].split(' ').map((name) => [name, color] as const)),
)

/** Returns the stock color that a name means, by palette name, hex value or synonym; null for any other. */
export const stockColorMeant = (text: string): StockColor | null =>
  findStockColor(text) ?? byWord.get(text.trim().toLowerCase()) ?? null

/** Suggests a stock color for a color outside the palette: `Silver is in stock: quote color Silver.` */
export function stockColorSentence(color: string): string | null {
  const meant = findStockColor(color) === null ? stockColorMeant(color) : null
  return meant === null ? null : `${meant} is in stock: quote color ${meant}.`
}

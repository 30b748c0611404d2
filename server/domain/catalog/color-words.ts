// Names of stock colors that buyers use and the palette does not have: other languages, and gray for Silver. They bill the rate of other
// colors (contract.md 5); agents' tools say which spool is in stock, and a link to the quote page chooses it.
import { findStockColor, type StockColor } from './colors.ts'

const words: Readonly<Partial<Record<StockColor, string>>> = {
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
}

const byWord = new Map(
  Object.entries(words).flatMap(([color, names]) =>
    names.split(' ').map((name) => [name, color as StockColor] as const),
  ),
)

/** The stock color that a name means: the palette's own names and hex values, and the words above. null for any other. */
export const stockColorMeant = (text: string): StockColor | null =>
  findStockColor(text) ?? byWord.get(text.trim().toLowerCase()) ?? null

/** For a color that is not a stock color by its name, the stock color that may be meant: `Silver is in stock: quote color Silver.` */
export function stockColorSentence(color: string): string | null {
  const meant = findStockColor(color) === null ? stockColorMeant(color) : null
  return meant === null ? null : `${meant} is in stock: quote color ${meant}.`
}

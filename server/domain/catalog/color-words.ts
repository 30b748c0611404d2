// Names of stock colors that buyers use and the palette does not have: other languages, and gray for Silver. Agents' tools
// read them, and their results say which spool was taken; an order over REST takes the palette's own names (contract.md 4.2).
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

export type ReadColor = {
  /** The stock color's own name for a known word, else as sent. */
  readonly color: string
  /** Whether `color` is another word than was sent. */
  readonly isTranslated: boolean
}

export function readColorWord(text: string): ReadColor {
  const stock = findStockColor(text) === null ? byWord.get(text.trim().toLowerCase()) : undefined
  return stock === undefined
    ? { color: text, isTranslated: false }
    : { color: stock, isTranslated: true }
}

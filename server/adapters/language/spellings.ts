// The spellings of a text that moderation checks: plain words, and the words behind the usual disguises (lookalike letters of other
// scripts, digits for letters, hyphens inside words, spaced and repeated letters).

/** Texts are short (a prompt, a style, a negative prompt), so the rest of a longer text is not checked. */
const maxCharacters = 4_000

/** Returns the spellings. Each has lower-case letters and digits with single spaces, and no accents, width forms or punctuation. */
export function spellingsOf(text: string): ReadonlySet<string> {
  const start = text.slice(0, maxCharacters).normalize('NFKD')
  const read = [looks, sounds].map((other) =>
    inLatin(start, other).replaceAll(/[\p{M}\p{Cf}]/gu, ''),
  )
  const joined = read.flatMap((each) => [each, each.replaceAll(insideWord, '')])
  const spellings = joined.flatMap((each) => [
    each,
    withoutDisguise(each, 'i'),
    withoutDisguise(each, 'l'),
  ])
  const short = spellings.flatMap((each) => [each, ...withoutRuns(each)])
  return new Set(short.map(plainWords))
}

const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('%', ' percent ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const insideWord = /(?<=\p{L})[-_.·•*~'’‐‑‒–](?=\p{L})/gu

/** Replaces digits for letters inside a word, and joins spaced letters ("n u d e s"). */
function withoutDisguise(text: string, one: 'i' | 'l'): string {
  return text
    .replaceAll(/(?<=\p{L})[0134578@$!|€]|[0134578@$!|€](?=\p{L})/gu, (sign) =>
      sign === '1' || sign === '|' ? one : (digits[sign] ?? sign),
    )
    .replaceAll(/(?<![\p{L}\p{N}])(?:\p{L}[\s._*-]+){2,}\p{L}(?![\p{L}\p{N}])/gu, (spacedLetters) =>
      spacedLetters.replaceAll(/[\s._*-]+/g, ''),
    )
}

const digits: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}

/** A letter that is repeated three times or more may mean one or two. */
function withoutRuns(text: string): readonly string[] {
  const runs = /(\p{L})\1{2,}/giu
  return runs.test(text) ? [text.replaceAll(runs, '$1'), text.replaceAll(runs, '$1$1')] : []
}

type Letters = ReadonlyMap<string, string>

/** Pairs two texts of equal length letter by letter. */
const letters = (from: string, to: string): Letters => {
  const latin = [...to]
  return new Map([...from].map((letter, at) => [letter, latin[at] ?? letter]))
}

/** Lookalikes according to Unicode TR39 (confusables), limited to common ones: Cyrillic, Greek, Armenian, Latin and phonetic letters. */
const common: Letters = new Map([
  ['卐', ' swastika '],
  ...letters('АВЕЅІЈКМНОРСТУХҮԚԜ', 'ABESIJKMHOPCTYXYQW'),
  ...letters('аеёсдіїјкмоөрѕтухһԁԛԝґүғ', 'aeecdiijkmoopstyxhdqwgyf'),
  ...letters('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...letters('αβγδεικλορσςτυχω', 'abydeiklopsstuxw'),
  ...letters('օոսհցյ', 'onuhgj'),
  ...letters('ıłøđħɑɡɩɪʟɴʀʏʙʜ', 'ilodhagiilnrybh'),
  ...letters('ᴀᴄᴅᴇɢᴊᴋᴍᴏᴘꜱᴛᴜᴠᴡᴢꜰ', 'acdegjkmopstuvwzf'),
])

/** Letters that resemble one Latin letter by shape and another by sound. */
const looks: Letters = new Map([...common, ...letters('ПпИиНнвВбгРрηνμπ', 'nnuuhhbbbrppnvun')])
const sounds: Letters = new Map([...common, ...letters('ПпИиНнвВбгРрηνμπ', 'ppiinnvvbgrrhnmp')])

/** Letters in circles, in squares and of flags, which have no compatibility form; the first letter of each alphabet. */
const enclosed = [0x1f150, 0x1f170, 0x1f1e6]

function inLatin(text: string, other: Letters): string {
  return Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0
    const first = enclosed.find((start) => code >= start && code < start + 26)
    return first === undefined
      ? (other.get(letter) ?? letter)
      : String.fromCharCode(0x61 + code - first)
  }).join('')
}

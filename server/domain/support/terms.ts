// The terms of a text: its words in lowercase, without common words and endings, and with one term for synonyms.

/** Returns the terms of a text in sequence, including repeated ones. */
export function searchTermsOf(text: string): readonly string[] {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/['’]s\b/g, '')
    .replaceAll(/['’]/g, '')
    .match(/[\p{L}\p{N}]+/gu)
  return (words ?? [])
    .filter((word) => !stopWords.has(word))
    .map(stemOf)
    .map((stem) => sameAs.get(stem) ?? stem)
}

/**
 * Removes plural and verb endings: steps 1a and 1b of Porter, "An algorithm for suffix stripping" (1980), and the last
 * e.
 */
export function stemOf(word: string): string {
  if (word.length < 4) return word
  const singular = word
    .replace(/sses$/, 'ss')
    .replace(/ies$/, 'y')
    .replace(/(?<![su])s$/, '')
  const verb = /^(.*)(?:ed|ing)$/.exec(singular)?.[1] ?? ''
  const stem = verb.length < 3 || !/[aeiouy]/.test(verb) ? singular : undouble(verb)
  return stem.length > 3 ? stem.replace(/e$/, '') : stem
}

const undouble = (stem: string): string =>
  /[^aeioulsz]$/.test(stem) && stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : stem

const stopWords = new Set(
  (
    'a about above again all also am an and any anyone anything are as at be been being best better but by can could did do does dont each else ever for ' +
    'from get gets getting give go going got had has have having hello hey hi how i id if im in into is isnt it its ive just kind know ' +
    'let like make many may me might more most much must my need needs no not now of off ok on one only or other our out over ' +
    'please policy possible problem rule rules shall she should so some someone something still such take takes tell than thank thanks that the their them then there ' +
    'these they thing things this those to too up us very wants was we were what whats when where which who whom why will ' +
    'until use used using usually want way with without work works would you your yours'
  ).split(' '),
)

/** The common term of each stem. */
const sameAs = new Map(
  Object.entries({
    account: ['login', 'profil', 'signin', 'signup', 'regist'],
    arriv: ['deliver', 'delivery', 'arrival', 'receiv'],
    assistant: ['chatbot', 'bot'],
    basket: ['cart'],
    break: ['broken', 'broke', 'damag', 'crack', 'defect', 'defectiv', 'snap', 'smash'],
    cancel: ['cancellation', 'cancell', 'abort'],
    card: ['visa', 'mastercard', 'credit-card'],
    color: ['colour'],
    country: ['abroad', 'international', 'internationally', 'worldwid', 'oversea', 'foreign'],
    delet: ['remov', 'eras'],
    discount: ['bulk', 'cheaper', 'wholesal', 'coupon'],
    durat: ['long', 'fast', 'quick', 'quickly', 'soon', 'lead', 'turnaround', 'day', 'week'],
    email: ['mail', 'inbox'],
    fil: ['format', 'extension'],
    gift: ['voucher', 'giftcard'],
    image: ['photo', 'pictur', 'photograph'],
    invoic: ['receipt', 'bill'],
    key: ['token', 'credential'],
    larg: ['big', 'biggest', 'largest', 'maximum', 'max', 'size', 'dimension', 'huge', 'volum'],
    late: ['delay', 'overdu'],
    lost: ['lose', 'miss'],
    material: ['plastic', 'filament'],
    model: ['design', 'cad'],
    password: ['passwort', 'passphras'],
    pay: ['paid', 'payment', 'charg', 'purchas', 'checkout'],
    pric: ['cost', 'expensiv', 'fee', 'rate', 'quot'],
    privacy: ['private', 'gdpr', 'privat', 'data', 'personal', 'confidential'],
    refund: ['return', 'reimburs', 'moneyback'],
    ship: ['shipment', 'postag', 'parcel', 'packag', 'send', 'sent', 'post', 'carrier'],
    tax: ['vat', 'custom', 'duty'],
    track: ['statu', 'progres', 'whereabout'],
    usa: ['american', 'america'],
    wall: ['thin', 'thick', 'thicknes'],
  }).flatMap(([term, others]) => others.map((other) => [other, term] as const)),
)

/** The page number of an address; 1 for anything else. */
export const readPage = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1

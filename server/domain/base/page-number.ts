/** The page number of an address; 1 for anything else. */
export const readPage = (sent: string | undefined): number =>
  sent !== undefined && /^[1-9]\d{0,5}$/.test(sent) ? Number(sent) : 1

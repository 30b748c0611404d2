// The day by which an order ships, in the words of the quote page.

/** Without a time zone, in that of the process: the reader's in the browser. */
export function shipsByText(day: Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(timeZone !== undefined && { timeZone }),
  })
  return `Ships by ${format.format(day)}`
}

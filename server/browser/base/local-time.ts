// Times in the reader's time zone.

/** Such as `Nov 3, 2026, 4:05 PM GMT+1`. */
export const dayAndTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

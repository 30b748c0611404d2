// Progress of a print, as a bar and in percent.

/** 0.42 -> "42%". */
const progressText = (progress: number | null): string =>
  progress === null ? '' : `${Math.floor(progress * 100)}%`

const barWidth = 64

/** Progress of a print, as a bar and in numbers. '' until the printer reports it. */
export function Progress({ progress }: { progress: number | null }) {
  if (progress === null) return ''
  return (
    <span class="use">
      <svg viewBox={`0 0 ${barWidth} 8`} width={barWidth} height="8" aria-hidden="true">
        <rect class="track" width={barWidth} height="8" rx="2" />
        <rect class="bar running" width={Math.round(barWidth * progress)} height="8" rx="2" />
      </svg>
      {progressText(progress)}
    </span>
  )
}

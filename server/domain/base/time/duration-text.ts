// A duration in words, for sentences.

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Returns the duration in minutes if it is a number of whole ones, otherwise in seconds: "two minutes", "45 seconds". */
export function durationText(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
  return `${words[count] ?? count} ${unit}${count === 1 ? '' : 's'}`
}

// The value of a sentence about a benefit in the United States, in a few words.

import { readWorth } from '../../../import/conversions/benefit/read-benefit.ts'

/** Kind, value, currency and cap; or why there is no value. */
export function readIn(sentence: string): string {
  const read = readWorth(sentence, { decimal: '.', currency: 'USD', kind: null })
  if (!('worth' in read)) return read.why
  const { worth, cap } = read
  return `${worth.kind} ${worth.value}${worth.currency ? ` ${worth.currency}` : ''}${cap ? `, cap ${cap.value}` : ''}`
}

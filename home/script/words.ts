// What an offer is worth, until when, and what went wrong: in words.

import { benefitKindOf, type Offer, OffersError } from '../../client/index.ts'

/** The benefit in a few characters; its summary if they do not say it. */
export function worthOf(offer: Pick<Offer, 'benefit'>): string {
  const { value, currency, summary } = offer.benefit
  if (value === null) return summary
  switch (benefitKindOf(offer)) {
    case 'percentage':
      return `${numberText(value)} % off`
    case 'cashback':
      return currency === null ? `${numberText(value)} % back` : `${moneyText(value, currency)} back`
    case 'amount':
      return currency === null ? summary : `${moneyText(value, currency)} off`
    case 'fixed_price':
      return currency === null ? summary : `For ${moneyText(value, currency)}`
    case 'multibuy':
      return `${numberText(value)} for 1`
    case 'installments':
      return `${numberText(value)} instalments`
    default:
      return summary
  }
}

function numberText(value: number): string {
  return new Intl.NumberFormat('en').format(value)
}

function moneyText(value: number, currency: string): string {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 2 }).format(
      value,
    )
  } catch {
    // A code of three letters that the browser has never heard of is as good.
    return `${currency} ${numberText(value)}`
  }
}

/** When an offer holds. Days are days of the calendar, so no time zone moves them. */
export function periodOf({ valid_from, valid_until, weekdays }: Offer): string {
  const from = valid_from === null ? '' : `From ${dayText(valid_from)}, `
  const until = valid_until === null ? 'no end is known' : `until ${dayText(valid_until)}`
  const text = `${from}${until}`
  const days =
    weekdays === null
      ? ''
      : weekdays.length === 7
        ? ', every day'
        : `, on ${weekdays.map(capitalised).join(', ')}`
  return `${capitalised(text)}${days}`
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function dayText(day: string): string {
  const format = new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** What to do about an error, for somebody who has only this page. */
export function failureText(error: unknown, isDemo: boolean): string {
  if (!(error instanceof OffersError)) return 'The script of this page failed. Reload it.'
  const { code, problem, retryAfterSeconds } = error
  const again =
    retryAfterSeconds === undefined ? 'Try again in a moment.' : `Try again in ${retryAfterSeconds} s.`
  switch (code) {
    case 'unauthorized':
      return isDemo
        ? 'This gateway does not accept the demo key: it has expired, was revoked, or was never issued here. Use a key of your own; “Keys and limits” says whom to ask for one.'
        : 'This key is not accepted: it is mistyped, has expired, or was revoked.'
    case 'key_store_unavailable':
      return `The gateway can not check keys at the moment: its key store does not answer. Nothing is wrong with your call. ${again}`
    case 'rate_limited':
      return `These were too many calls for now. ${again}`
    case 'catalogue_unavailable':
    case 'origin_unavailable':
      return `The gateway can not read its catalogue at the moment. ${again}`
    case 'network':
    case 'timeout':
      return 'The gateway did not answer. Is there a connection? Try again.'
    default:
      return problem?.detail ?? error.message
  }
}

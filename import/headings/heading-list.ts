// The roles that a heading may have: by the list of headings, without articles, by grammar, or as a pointer.

import { headingWords, withoutNumber } from '../cells/words.ts'
import { isOldPrice, isReducedPrice, rolesByGrammar } from './heading-grammar.ts'
import { headingsOf, ROLE_ROWS, ROLES, type Role, rolesWith } from './roles.ts'

const ARTICLES: ReadonlySet<string> = new Set('de, del, la, las, el, los, da, do, das, dos'.split(', '))

/** Role and rank of each heading, by its folded words. Of a heading that is listed twice, the first role and rank count. */
const KNOWN = new Map<string, KnownHeading>()
for (const role of ROLES) {
  for (const [rank, heading] of headingsOf(role).entries()) {
    const key = headingKey(heading)
    if (!KNOWN.has(key)) KNOWN.set(key, { role, rank })
  }
}

/** The same headings without articles: "Título de la oferta" is "Título oferta". */
const KNOWN_LOOSELY = new Map<string, KnownHeading>()
for (const [key, known] of KNOWN) {
  const bare = withoutArticles(key)
  if (!KNOWN_LOOSELY.has(bare)) KNOWN_LOOSELY.set(bare, known)
}

/** One key for `startDate`, `start_date` and `Start Date`. A percent sign is kept, as the first word. */
function headingKey(heading: string): string {
  const words = headingWords(heading.replace(/[º°]/g, ' '))
  return heading.includes('%') ? `% ${words}`.trim() : words
}

function withoutArticles(key: string): string {
  const [first, ...rest] = key.split(' ')
  return [first, ...rest.filter((word) => !ARTICLES.has(word))].join(' ')
}

export interface KnownHeading {
  role: Role
  /** Of several columns that may have the role, the one with the smallest rank is the likeliest. */
  rank: number
  /**
   * The pointer of the object around a member, as in `/schedule/expires`; undefined if all members together have the role,
   * as in `/valid/until`. The object may be about something other than the offer.
   */
  within?: string
  /** Whether the heading alone is not enough, and the values must fit as well. */
  isWeak?: true
}

/** The first of the roles of a heading; undefined if it has none. */
export function roleOf(heading: string): KnownHeading | undefined {
  return rolesOf(heading)[0]
}

/**
 * The possible roles of a heading: that of the list first, then those by grammar. For pointers, see `rolesOfPointer`.
 * @param heading as a column is called, also `Hasta (2)`, `/vigencia/hasta` or `../../name`
 */
export function rolesOf(heading: string): readonly KnownHeading[] {
  // "#" is the name of a record in an object of records.
  if (heading === '#') return [{ role: 'ref', rank: 0 }]
  // A member of an object around the record is read like one of the record.
  const pointer = heading.replace(/^(?:\.\.\/)*\.\.(?=\/)/, '')
  if (!pointer.startsWith('/')) return rolesOfWords(withoutNumber(heading))
  return rolesOfPointer(pointer.slice(1).split('/'))
}

/** Whether a column holds prices before a discount. */
export function isOldPriceHeading(heading: string): boolean {
  return isOldPrice(headingKey(heading))
}

/** Whether a heading of a price says that it is the one to pay. */
export function isReducedPriceHeading(heading: string): boolean {
  return isReducedPrice(headingKey(heading))
}

/** Roles that say that rows are offers. */
export const OF_OFFERS: ReadonlySet<Role> = new Set(
  rolesWith(({ kind, reader }) => kind !== null || reader === 'benefit' || reader === 'kind'),
)
/** Roles that say on which days an offer is valid. */
export const OF_VALIDITY: readonly Role[] = rolesWith(({ reader }) => reader === 'day' || reader === 'period')
const SAYS_OFFER =
  /offer|ofert|promo|deal|\bspecial|coupon|cupo[mn]|voucher|discount|descuento|desconto|benef|angebot|aktion|gutschein|offre|remise|sconto/

/** Whether a heading says that rows are offers: a benefit, a price, a word such as "promo". */
export function isOfOffers(heading: string): boolean {
  return SAYS_OFFER.test(headingKey(heading)) || rolesOf(heading).some(({ role }) => OF_OFFERS.has(role))
}

const NAMES_OFFERS: readonly Role[] = ['name', 'description', 'merchant']

/** Whether the headings of a table give a title: one of titles, or names or places next to a benefit or days. */
export function mayHeadOffers(headings: readonly string[]): boolean {
  const roles = new Set(headings.flatMap((heading) => roleOf(heading)?.role ?? []))
  const haveOne = (some: Iterable<Role>) => [...some].some((role) => roles.has(role))
  return roles.has('title') || (haveOne(NAMES_OFFERS) && (haveOne(OF_OFFERS) || haveOne(OF_VALIDITY)))
}

/** A rank after those of all listed headings. */
const RANK_OF_GRAMMAR = 500

/** A rank before the price without the discount, whose heading is often just "price". */
const RANK_OF_PAID = -1

/** Signs of currencies in a heading, such as "Teto (R$)" or "Tope S/": they do not matter for the role. */
const CURRENCY_SIGN = /(?:^|[\s(])(?:(?:R|US|CA?|AU?|MX|NZ)?\p{Sc}|S\/\.?|Rs\.?|Kč|zł|kr)\)?(?=$|\s)/gu

function rolesOfWords(heading: string): readonly KnownHeading[] {
  const words = heading.replace(CURRENCY_SIGN, ' ').trim() || heading
  const key = headingKey(words)
  if (isOldPrice(key)) return []
  const fromList = KNOWN.get(key) ?? KNOWN_LOOSELY.get(withoutArticles(key))
  const byGrammar = rolesByGrammar(key).filter((role) => role !== fromList?.role)
  return [
    ...(fromList ? [fromList] : []),
    ...byGrammar.map((role, index): KnownHeading => {
      const isPaid = role === 'price' && isReducedPrice(key)
      return { role, rank: isPaid ? RANK_OF_PAID : RANK_OF_GRAMMAR + index, isWeak: true }
    }),
  ]
}

/** Objects that stand for the offer itself: `/attributes/title`. */
const OFFER_OBJECTS: ReadonlySet<string> = new Set(
  'attributes, data, fields, node, source, item, record, oferta, offer, promocion, promotion, promo, deal, beneficio, benefit'.split(
    ', ',
  ),
)

/** Objects that bound the benefit: `/limit/amount` is no benefit. */
const BOUNDS: ReadonlySet<string> = new Set('limit, limits, limite, cap, tope, maximum, minimum'.split(', '))

/** Members of any amount of money, such as a commission, shipping or an instalment. */
const OF_MONEY: ReadonlySet<string> = new Set(
  'amount, value, valor, monto, importe, betrag, montant'.split(', '),
)

/** The roles of a pointer to a member: by all its members if they have some together, or else by the last ones. */
function rolesOfPointer(members: readonly string[]): readonly KnownHeading[] {
  const lastMember = members.at(-1) ?? ''
  // In /title/de, "de" is a language, not an article.
  if (members.length > 1 && ARTICLES.has(headingKey(lastMember))) return []
  // /valid/until is "valid until".
  const whole = rolesOfWords(members.join(' '))
  if (whole.length > 0 || members.length === 1) return whole
  const within = `/${members.slice(0, -1).join('/')}`
  const inObject = (roles: readonly KnownHeading[]) => roles.map((each) => ({ ...each, within }))
  // /attributes/valid/until is the same.
  const own = withoutOfferObjects(members)
  const ofOwn = rolesOfWords(own.join(' '))
  if (ofOwn.length > 0) return inObject(ofOwn)
  const objects = own.slice(0, -1)
  if (objects.length === 0 || objects.some((member) => BOUNDS.has(headingKey(member)))) return []
  // /shipping/amount is no benefit.
  if (OF_MONEY.has(headingKey(lastMember))) return []
  const ofLast = rolesOfWords(lastMember)
  // /schedule/expires is an end, but /image/url is no link of the offer.
  const ofOffer = ofLast.filter(({ role }) => ROLE_ROWS[role].inObjects !== 'anything')
  if (ofOffer.length > 0) return inObject(ofOffer)
  if (!ofLast.some(({ role }) => role === 'name')) return []
  // /comuna/nombre has the role of /comuna.
  const ofObject = rolesOfWords(objects.at(-1) ?? '')
  return inObject(ofObject.filter(({ role }) => ROLE_ROWS[role].inObjects === 'name'))
}

/** The members from the first one on that is no object for the offer itself; only the last one if all are. */
function withoutOfferObjects(members: readonly string[]): readonly string[] {
  const first = members.findIndex((member) => !OFFER_OBJECTS.has(headingKey(member)))
  return first === -1 ? members.slice(-1) : members.slice(first)
}

/** Whether a text is more likely a heading than a value. */
export function isHeading(text: string): boolean {
  return roleOf(text) !== undefined || WITHOUT_ROLE.has(headingKey(text))
}

/** Headings that have no role here. */
const WITHOUT_ROLE: ReadonlySet<string> = new Set(
  'code, terms, conditions, condiciones, image, imagen, regions, exclusive, date added, direccion, address, time, rating, observaciones, bases legales, link type, keywords'
    .split(', ')
    .map(headingKey),
)

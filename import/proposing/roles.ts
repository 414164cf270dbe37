// What a column of a table can be for an offer.

/** What a column can hold, of the members of a record or on the way to one. */
export const ROLES = [
  'ref',
  'issuer',
  'title',
  'name',
  'category',
  'comunas',
  'merchant',
  'url',
  'weekdays',
  'valid_from',
  'valid_until',
  'period',
  'benefit',
  'description',
  'kind',
  'percentage',
  'cashback',
  'amount',
  'price',
  'installments',
  'cap',
] as const
export type Role = (typeof ROLES)[number]

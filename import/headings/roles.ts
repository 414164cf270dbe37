// The roles that a column of a table can have.

/** Members of a record, or parts of them. */
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
  'status',
] as const
export type Role = (typeof ROLES)[number]

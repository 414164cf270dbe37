// The shapes of answers, as far as the client relies on them. Members are as the API describes them.

import type {
  CategoryWithCount,
  ComunaWithCount,
  IssuerWithCount,
  Meta,
  Offer,
  PageMeta,
} from '../api/types.ts'
import { isNumber, isObject, isText, type Members } from '../lib/shapes.ts'

export interface DetailBody {
  data: Offer
  meta: Meta
}

export interface ListBody {
  data: Offer[]
  meta: PageMeta
}

/** A list without pages: issuers, categories or comunas. */
export interface WholeListBody<T> {
  data: T[]
  meta: Meta & { count: number; total: number }
}

export type IssuersBody = WholeListBody<IssuerWithCount>
export type CategoriesBody = WholeListBody<CategoryWithCount>
export type ComunasBody = WholeListBody<ComunaWithCount>

/** The description of the API, as far as the client reads it. */
export interface DescriptionBody {
  'x-meta'?: { time_zone?: unknown } | null
}

export const isDescription = (body: unknown): body is DescriptionBody =>
  isObject(body) && (isNone(body['x-meta']) || isObject(body['x-meta']))

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isNone = (value: unknown): boolean => value === undefined || value === null
const isTextOrNull = (value: unknown): boolean => value === null || isText(value)
const isNamed = (value: unknown): boolean => isObject(value) && isText(value.slug) && isText(value.name)
/** Whether it is an item of a list without pages. */
const isCountedItem = (value: unknown): boolean =>
  isObject(value) &&
  isNamed(value) &&
  isCount(value.offers_count) &&
  (isNone(value.region) || isText(value.region))
const isListOf = (is: (item: unknown) => boolean, value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every(is)

/**
 * Whether the client can work with a record: the members that searches and tables rely on have the types that the API
 * describes. What is not stated is null there, never missing.
 */
export function isOffer(value: unknown): value is Offer {
  if (!isObject(value)) return false
  const { id, status, title, updated_at, benefit, issuer, category, comunas, weekdays } = value
  return (
    [id, status, title, updated_at].every(isText) &&
    [value.merchant, value.valid_from, value.valid_until, value.url].every(isTextOrNull) &&
    isBenefit(benefit) &&
    isShallow(value) &&
    [issuer, category].every(isNamed) &&
    isListOf(isNamed, comunas) &&
    (weekdays === null || isListOf(isText, weekdays))
  )
}

/** In levels; no member of the API is as deep. */
const MAX_DEPTH = 10

/** SECURITY: unknown members are kept, and `JSON.stringify` could not write one that is nested very deeply. */
function isShallow(value: unknown, depth = 0): boolean {
  if (!isObject(value)) return true
  return depth < MAX_DEPTH && Object.values(value).every((each) => isShallow(each, depth + 1))
}

function isBenefit(value: unknown): boolean {
  if (!isObject(value)) return false
  const { kind, summary, value: number, currency, cap } = value
  return (
    [kind, summary].every(isText) &&
    (number === null || isNumber(number)) &&
    isTextOrNull(currency) &&
    (cap === null || (isObject(cap) && isNumber(cap.value) && isText(cap.currency)))
  )
}

/** Whether a `meta` has a moment in the form of the API, and an attribution. */
export function isDated(meta: unknown): meta is Members & Pick<Meta, 'data_as_of' | 'attribution'> {
  return isObject(meta) && isMoment(meta.data_as_of) && isText(meta.attribution)
}

function isMoment(value: unknown): boolean {
  return (
    isText(value) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}

export function isDetail(body: unknown): body is DetailBody {
  return isObject(body) && isOffer(body.data) && isDated(body.meta)
}

export function isList(body: unknown): body is ListBody {
  if (!isObject(body) || !isDated(body.meta)) return false
  const { total, offset } = body.meta
  return isListOf(isOffer, body.data) && isCount(total) && isCount(offset)
}

export function isWholeList<T>(body: unknown): body is WholeListBody<T> {
  return isObject(body) && isListOf(isCountedItem, body.data) && isDated(body.meta)
}

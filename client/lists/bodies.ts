// The shapes of answers, as far as the client relies on them. Members are as the API describes them.

import type {
  CategoryWithCount,
  ComunaWithCount,
  IssuerWithCount,
  Meta,
  Offer,
  PageMeta,
} from '../api/types.ts'

export interface DetailBody {
  data: Offer
  meta: Meta
}

export interface ListBody {
  data: Offer[]
  meta: PageMeta
}

/** A list that comes whole. */
export interface WholeListBody<T> {
  data: T[]
  meta: Meta & { count: number; total: number }
}

export type IssuersBody = WholeListBody<IssuerWithCount>
export type CategoriesBody = WholeListBody<CategoryWithCount>
export type ComunasBody = WholeListBody<ComunaWithCount>

type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isOffer = (value: unknown): boolean => isObject(value) && typeof value.id === 'string'
const isDated = (meta: unknown): meta is Members => isObject(meta) && typeof meta.data_as_of === 'string'

export function isDetail(body: unknown): body is DetailBody {
  return isObject(body) && isOffer(body.data) && isDated(body.meta)
}

export function isList(body: unknown): body is ListBody {
  if (!isWholeList(body)) return false
  const { data, meta }: { data: unknown[]; meta: Members } = body
  return data.every(isOffer) && isCount(meta.total) && isCount(meta.offset)
}

export function isWholeList<T>(body: unknown): body is WholeListBody<T> {
  return isObject(body) && Array.isArray(body.data) && body.data.every(isObject) && isDated(body.meta)
}

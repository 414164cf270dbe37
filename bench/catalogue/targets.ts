// The targets of a release that are requested.

import { openRelease, WIDEST_LIMITS } from '../project.ts'

const PAGE_SIZE = 25

// `/beta/offers?…&limit=25&offset=0`: limit and offset end every target of a list.
const PAGE = /^(\/beta\/offers\?.*)limit=(\d+)&offset=(\d+)$/

interface Page {
  target: string
  /** The list, up to its window. */
  list: string
  offset: number
  /** The offers of the list. */
  total: number
}

/** Prebuilt pages of the default size that are full: clients read these most. */
async function pagesOf(folder: string): Promise<Page[]> {
  const { routes } = await openRelease(folder)
  return Array.from(routes).flatMap(({ target, total }) => {
    const [, list, limit, offset] = PAGE.exec(target) ?? []
    const full = Number(limit) === PAGE_SIZE && Number(offset) + PAGE_SIZE <= total
    return list !== undefined && full ? [{ target, list, offset: Number(offset), total }] : []
  })
}

/** `count` of the full pages, spread evenly over all. */
export async function pageTargets(folder: string, count: number): Promise<string[]> {
  const pages = await pagesOf(folder)
  return spread(pages, count).map(({ target }) => target)
}

// Around the size of a prebuilt page, so that answers weigh about the same.
const WINDOW_LIMITS = Array.from({ length: 20 }, (_, index) => 15 + index).filter(
  (limit) => limit !== PAGE_SIZE,
)

/** Windows of long lists that are not prebuilt, in an arbitrary order that is always the same. */
export async function windowTargets(folder: string): Promise<string[]> {
  const lists = (await pagesOf(folder)).filter(({ offset, total }) => offset === 0 && total > 500)
  return shuffled(
    WINDOW_LIMITS.flatMap((limit) =>
      lists.flatMap(({ list, total }) => {
        const length = Math.min(total - limit, WIDEST_LIMITS.maxOffset)
        return Array.from({ length }, (_, index) => `${list}limit=${limit}&offset=${index + 1}`)
      }),
    ),
  )
}

/** `count` of them, spread evenly over all. */
export function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(all.length / count, 1)
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[Math.floor(index * step)],
  ).filter((each) => each !== undefined)
}

function shuffled<T>(all: readonly T[]): T[] {
  // A multiplicative generator of full period (Park and Miller).
  let state = 1
  const order = all.map((each) => {
    state = (state * 48_271) % 2_147_483_647
    return { each, place: state }
  })
  return order.sort((a, b) => a.place - b.place).map(({ each }) => each)
}

// The targets of a release that are requested.

import { openRelease } from '../project.ts'

const PAGE_SIZE = 25

// `/beta/offers?…&limit=25&offset=0`: limit and offset end every target of a list.
const PAGE = /^\/beta\/offers\?.*limit=(\d+)&offset=(\d+)$/

/** `count` prebuilt pages of the default size that are full, spread evenly over all: clients read these most. */
export async function pageTargets(folder: string, count: number): Promise<string[]> {
  const { routes } = await openRelease(folder)
  const pages = Array.from(routes).flatMap(({ target, total }) => {
    const [, limit, offset] = PAGE.exec(target) ?? []
    return Number(limit) === PAGE_SIZE && Number(offset) + PAGE_SIZE <= total ? [target] : []
  })
  return spread(pages, count)
}

/** `count` of them, spread evenly over all. */
export function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(all.length / count, 1)
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, count)
}

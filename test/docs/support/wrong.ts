// One assertion for many items, which names only the wrong ones.

import type { Test } from 'tap'

/** All of this holds. An empty list fails, since then the search for it does not work. */
export function noneWrong<T>(t: Test, all: Iterable<T>, holds: (one: T) => boolean, title: string): void {
  const each = [...all]
  t.strictSame(wrongOf(each, holds), [], title)
  if (each.length === 0) t.fail(`${title}: there is nothing to check`)
}

/** All of this holds, page by page. A page may have none of it, but not every page. */
export function noneWrongOn<T>(
  t: Test,
  pages: readonly string[],
  found: (page: string) => Iterable<T>,
  holds: (one: T, page: string) => boolean,
): void {
  const all = pages.map((page) => ({ page, each: [...new Set(found(page))] }))
  for (const { page, each } of all) {
    t.strictSame(
      wrongOf(each, (one) => holds(one, page)),
      [],
      page,
    )
  }
  if (all.every(({ each }) => each.length === 0)) t.fail('there is nothing to check on any page')
}

function wrongOf<T>(all: readonly T[], holds: (one: T) => boolean): T[] {
  return all.filter((one) => !holds(one))
}

// One assertion for many things: an offender is told by name, and what is right stays silent.

import type { Test } from 'tap'

/** Nothing of this does not hold. */
export function noneWrong<T>(t: Test, all: Iterable<T>, holds: (one: T) => boolean, title: string): void {
  const wrong = [...all].filter((one) => !holds(one))
  t.strictSame(wrong, [], title)
}

/** All of this, page by page. */
export function noneWrongOn<T>(
  t: Test,
  pages: readonly string[],
  found: (page: string) => Iterable<T>,
  holds: (one: T, page: string) => boolean,
): void {
  for (const page of pages) noneWrong(t, new Set(found(page)), (one) => holds(one, page), page)
}
